"""Records and plain values that every layer speaks. No input or output happens here."""
