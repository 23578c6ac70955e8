"""What a model can do with the memory, one module for each kind of tool."""
