"""The authorization server over HTTP: documents, registration, the consent page, tokens."""
