"""Patterns of equal features: `find` says which there are; the other files each know one arrangement."""
