"""What happens to a memory after it was stored: versions, deletion, purging, importance."""
