"""Fins, step by step: runs of facing walls, their borders, how they stand, how far they reach."""
