"""Settings and the process environment. Nothing else in Loomem reads either."""
