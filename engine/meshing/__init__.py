"""Trimmed parameter domains: loops put in order, scanned, triangulated and split; and measures of meshes."""
