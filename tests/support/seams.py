"""Seams: edges at which a single face meets itself."""

from engine.model.part import Edge


def is_seam(edge: Edge) -> bool:
    """Return whether both sides of an edge are the same face."""
    return len(edge.faces) == 2 and edge.faces[0] == edge.faces[1]
