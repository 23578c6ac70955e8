"""REST: one row per route, one way to read a request and to answer it."""
