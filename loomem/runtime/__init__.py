"""The composition root: what is started, watched and stopped, and in which order."""
