"""How wide a long face is, straight, bent, branching or round, as a fin's top or a rim."""

import numpy as np

from engine.graph.neighborhoods import border_joints
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part

NARROW = 1.25
"""The top of a fin is at most this many thicknesses wide."""


def of_group(part: Part, graph: FaceGraph, group: FaceId) -> float:
    """Return twice the area over the perimeter; inf for a face without a border.

    That is the width of a long strip and of a grid of strips, and less than the width of a short one.
    """
    faces = graph.faces_of_group[group]
    around_mm = sum(joint.length_mm for joint in border_joints(graph, faces))
    return 2.0 * sum(part.faces[face].area_mm2 for face in faces) / around_mm if around_mm else np.inf
