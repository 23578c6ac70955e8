"""The Model Context Protocol without a transport: messages, methods, tools, resources, prompts.

Nothing here knows HTTP. A transport reads a message, says in which era it came, and sends the reply.
"""
