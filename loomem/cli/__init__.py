"""The command line. It parses, calls one function below, and prints what comes back."""
