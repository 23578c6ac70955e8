"""Encoders: where their weights come from, and how text becomes vectors.

The only importer of ctranslate2 and tokenizers.
"""
