"""From a transcript or document to the turns and fragments it is made of."""
