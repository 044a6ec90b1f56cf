"""Threads that are drawn in holes: a tap or a thread mill cuts them from an end of the hole.

Their flanks wind about the axis of the hole, so no straight cutter sees what faces away from its end, and yet
they are the plainest of work. Grooves round the wall of a hole are none: those turn about the axis and do not
wind.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.evidence.access import lathe
from engine.features.hole import Hole
from engine.graph.coaxial import AxisLine, turns_about
from engine.graph.neighborhoods import neighbors
from engine.graph.rings import FULL_TURN_DEG
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Ints, Vector
from engine.model.feature import Feature
from engine.model.part import Body, Face, FaceId
from engine.model.surface import Cylinder, Freeform
from engine.pull.samples import Samples
from engine.raycast.bvh import Bvh

DEPTH_SHARE = 1.3
"""The larger diameter of a thread over the smaller: 1.28 at M1.6, the coarsest for its size, 1.18 at M8."""
WALL_SHARE = 1.02
"""The wall of the hole itself is no further out than this many of its radii; the floor of a groove is."""
STRAY_SHARE = 0.1
"""Of a flank, what may lie elsewhere: threads run out."""


@dataclass(frozen=True, slots=True, eq=False)
class Thread:
    """The thread of a hole."""

    axis: AxisLine
    rows: Ints
    """(N,) samples on its faces, ascending."""

    def reached(self, tree: Bvh, samples: Samples, way: Vector) -> Bools:
        """Tell which of its samples a tap cuts that comes from where `way` points to, along the axis."""
        return lathe.bores(tree, samples.at(self.rows), self.axis.origin, way)


def find(
    prepared: PreparedPart, body: Body, features: Sequence[Feature], samples: Samples
) -> tuple[Thread, ...]:
    """Find the threads of a body's holes, given its features and samples of its faces."""
    free = [face for face in body.faces if isinstance(prepared.part.faces[face].surface, Freeform)]
    on_free = np.isin(samples.faces, free)
    if not on_free.any():
        return ()
    by_face = _ByFace(samples)
    found = []
    for hole in features:
        if not isinstance(hole, Hole) or hole.span_deg < FULL_TURN_DEG or hole.axis is None:
            continue
        axis = AxisLine(hole.entry, hole.axis)
        near = _are_near(samples, axis, hole)
        with np.errstate(invalid="ignore"):
            winds = lathe.winding_sine(samples, axis.origin, axis.direction) <= lathe.WINDING_SINE
        flanks = by_face.nearly_all(near & on_free & winds)
        if flanks:
            root = set(neighbors(prepared.graph, flanks)) & set(by_face.nearly_all(near))
            root -= {face for face in root if _is_shoulder(prepared.part.faces[face], axis)}
            wall_mm = WALL_SHARE * 0.5 * hole.diameter_mm
            is_wall = near & (axis.distance(samples.points) <= wall_mm)
            crest = set(hole.faces) & set(by_face.nearly_all(is_wall))
            found.append(Thread(axis, np.flatnonzero(np.isin(samples.faces, [*flanks, *root, *crest]))))
    return tuple(found)


def _is_shoulder(face: Face, axis: AxisLine) -> bool:
    """Whether a face beside a flank is that of a relief groove: it turns about the axis, and is no root."""
    return turns_about(face, axis) and not isinstance(face.surface, Cylinder)


def _are_near(samples: Samples, axis: AxisLine, hole: Hole) -> Bools:
    """Tell which samples lie as near to the wall of a hole as its thread would."""
    radius_mm = 0.5 * hole.diameter_mm
    away, depth_mm = axis.distance(samples.points) / radius_mm, axis.along(samples.points)
    is_abreast = (depth_mm >= -radius_mm) & (depth_mm <= hole.depth_mm + radius_mm)
    near: Bools = is_abreast & (away >= 1.0 / DEPTH_SHARE) & (away <= DEPTH_SHARE)
    return near


class _ByFace:
    """Samples by the faces they lie on."""

    def __init__(self, samples: Samples) -> None:
        self.faces, self.which = np.unique(samples.faces, return_inverse=True)
        self.count = np.bincount(self.which)

    def nearly_all(self, are: Bools) -> list[FaceId]:
        """List the faces that something holds for nearly everywhere, ascending."""
        share = np.bincount(self.which, weights=are) / self.count
        return [FaceId(int(face)) for face in self.faces[share >= 1.0 - STRAY_SHARE]]
