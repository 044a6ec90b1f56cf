"""The faces beside a face, whatever angle they meet at."""

from engine.model.part import FaceId, Part


def of_face(part: Part, face: FaceId) -> set[FaceId]:
    """Return the other faces that a face shares an edge with."""
    edges = (part.edges[edge] for loop in part.faces[face].loops for edge in loop.edges)
    return {other for edge in edges for other in edge.faces if other != face}
