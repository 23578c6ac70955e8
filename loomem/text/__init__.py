"""Pure functions on strings: folding, language, words. No input or output but the lexicon file."""
