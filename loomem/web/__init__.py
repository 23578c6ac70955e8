"""HTTP only: requests become operations, results and errors become responses."""
