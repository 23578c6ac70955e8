"""From what a client sends to a durable, findable memory."""
