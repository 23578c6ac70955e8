"""Talking to a remote language model: budgeted, circuit-broken, with untrusted text wrapped."""
