"""People, organisations, places, tools and projects that a text names, found by rules alone."""
