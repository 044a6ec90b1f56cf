"""Faces for parts that arrive as triangles: weld, orient, split into regions, fit surfaces."""
