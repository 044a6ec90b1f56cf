"""Distances, angles and sizes of picked faces and edges, from their surfaces and curves."""
