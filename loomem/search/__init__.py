"""From a question to ranked memories. A stage is a function on plain values; the pipeline calls them."""
