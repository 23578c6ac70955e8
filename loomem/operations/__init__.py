"""Use cases, one verb per file: a typed request in, a typed result out."""
