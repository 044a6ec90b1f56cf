"""Slots in parts: facing walls and what bridges them, cuts in line, undercuts, ring grooves, measures."""
