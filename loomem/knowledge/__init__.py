"""What is known about what was said: facts, entities, the graph, contradiction and versions."""
