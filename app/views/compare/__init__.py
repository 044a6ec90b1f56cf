"""Compare: an earlier revision beside the open part, looked at as one, and what became of every finding."""
