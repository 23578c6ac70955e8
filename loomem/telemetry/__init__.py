"""Log lines and metrics. Nothing else in Loomem formats either."""
