"""The authorization server without HTTP: clients, consent, codes and tokens.

It lets programs of other people's making in after the owner agreed, without ever giving them the
owner's key. Protocol: OAuth 2.1 with PKCE (RFC 7636), dynamic registration (RFC 7591), client
documents at URLs, resource indicators (RFC 8707), issuer identification (RFC 9207).
"""
