"""Speaks with a server: calls, typed answers, one kind of failure."""
