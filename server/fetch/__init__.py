"""Fetching what a caller's URL points to, and nothing it should not point to."""
