"""Narrow strips that are no chamfers: what two recesses leave of a face they were sunk into."""

from collections.abc import Mapping

import numpy as np

from engine.features.chamfers.cuts import Cut
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Plane
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE, SAME_SHARE


def find(part: Part, graph: FaceGraph, cuts: Mapping[FaceId, Cut]) -> frozenset[FaceId]:
    """Return the flat cuts in the plane of a larger face that is no cut: what two recesses leave of it.

    The stretches of one chamfer that slots divide are all cuts, so they are no lands.
    """
    flat = [
        group
        for group in graph.faces_of_group
        if isinstance(part.faces[group].surface, Plane) and part.faces[group].body is not None
    ]
    cut = [group for group in flat if group in cuts and cuts[group].is_chamfer]
    rest = [group for group in flat if group not in cuts]
    if not cut or not rest:
        return frozenset()
    normals = np.stack([part.faces[group].inner_normal for group in rest])
    points = np.stack([part.faces[group].inner_point for group in rest])
    bodies = np.array([part.faces[group].body for group in rest])
    areas = np.array([_area_mm2(part, graph, group) for group in rest])
    lands = set()
    for group in cut:
        face = part.faces[group]
        off_mm = np.abs((points - face.inner_point) @ face.inner_normal)
        is_level = (normals @ face.inner_normal >= PARALLEL_COSINE) & (
            off_mm <= FIT_LENGTH * cuts[group].width_mm
        )
        is_larger = areas > (1.0 + SAME_SHARE) * _area_mm2(part, graph, group)  # an equal one is its twin
        if bool((is_level & (bodies == face.body) & is_larger).any()):
            lands.add(group)
    return frozenset(lands)


def _area_mm2(part: Part, graph: FaceGraph, group: FaceId) -> float:
    return sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group])
