"""The directions from which a cutter may approach a body, in the body's own frame.

A direction points out of the material, towards the spindle.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from engine.features.hole import Hole
from engine.features.pocket import Pocket
from engine.features.slot import Slot
from engine.model.arrays import Floats, Vector, vector_product
from engine.model.feature import Feature
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane, Torus
from engine.pull import frame
from engine.pull.candidates import all_round, distinct
from engine.pull.samples import Samples

AXES = 12
"""Axes that a part is looked at along: its frame, then the others by area."""
FURTHER_AXES = 12
"""Axes added for the faces that none of the first reaches."""
PAIRED = 6
"""The largest of their axes that are taken in pairs."""
SQUARE_SINE = math.sin(math.radians(2.0))
"""An axis within 2° of square to another is one of the same frame."""
LEAST_SHARE = 0.002
"""A plane needs this share of the area to be a side that a machinist would clamp the part by."""


def of_body(part: Part, faces: Sequence[FaceId], features: Iterable[Feature], samples: Samples) -> Floats:
    """Propose directions for a body: its frame, the axes of its holes, slots and pockets, its planes.

    The frame is the axis with most area, the largest square to it, and the third; a body without planes and
    axes has that of its normals.

    Returns
    -------
    (D, 3) float64
        Unit vectors; each axis is followed by its opposite.
    """
    tooled = [axis for feature in features for axis in _of_feature(feature)]
    by_area = _by_area(part, faces)
    axes = _frame(by_area) if len(by_area) else all_round(samples.normals, samples.areas)[-1:]
    if len(axes) < 3:
        axes = _completed(axes, samples)
    ordered = [*axes, *tooled, *by_area]
    return both_ways(_merged(ordered)[:AXES])


def are_drawn(part: Part, faces: Sequence[FaceId]) -> bool:
    """Whether planes and axes of a body give its frame; else its skin gives some of it, within degrees."""
    by_area = _by_area(part, faces)
    return len(by_area) > 0 and len(_frame(by_area)) > 1


def of_faces(part: Part, faces: Iterable[FaceId], known: Floats) -> Floats:
    """Propose directions for some faces: their normals and axes, and what two of their planes have in common.

    An oblique hole has its axis, an oblique pocket runs along its walls. Those in `known` (D, 3) stay away.
    """
    weighted = [(axis, part.faces[face].area_mm2) for face in faces for axis in _of_face(part.faces[face])]
    own = distinct(weighted)[:PAIRED]
    crossed = [vector_product(a, b) for index, a in enumerate(own) for b in own[:index]]
    edges = [each for each in crossed if np.linalg.norm(each) > SQUARE_SINE]
    merged = _merged([*known, *own, *edges])
    return both_ways(merged[len(_merged(list(known))) :][:FURTHER_AXES])


def both_ways(axes: Floats) -> Floats:
    """Follow each axis by its opposite."""
    return np.stack([axes, -axes], axis=1).reshape(-1, 3)


def _by_area(part: Part, faces: Sequence[FaceId]) -> Floats:
    """Return the axes of a body's planes and turned faces (N, 3), that with most area first."""
    weighted = [(axis, part.faces[face].area_mm2) for face in faces for axis in _of_face(part.faces[face])]
    whole = sum(part.faces[face].area_mm2 for face in faces)
    return distinct([(axis, area) for axis, area in weighted if area >= LEAST_SHARE * whole] or weighted)


def _of_face(face: Face) -> tuple[Vector, ...]:
    match face.surface:
        case Plane(normal=axis) | Cylinder(axis=axis) | Cone(axis=axis) | Torus(axis=axis):
            return (axis,)
    return ()


def _of_feature(feature: Feature) -> tuple[Vector, ...]:
    if isinstance(feature, Hole | Slot | Pocket) and feature.axis is not None:
        return (feature.axis,)
    return ()


def _frame(by_area: Floats) -> Floats:
    """Return the first axis and the first that is square to it, where there is one."""
    first = by_area[0]
    square = np.flatnonzero(np.abs(by_area @ first) < SQUARE_SINE)
    return by_area[[0, *square[:1]]]


def _completed(found: Floats, samples: Samples) -> Floats:
    """Add what a frame lacks: a second axis, the skin's or where that is round the file's; the third."""
    first = found[0]
    second = found[1] if len(found) > 1 else vector_product(first, frame.across(first, samples))
    second = second / np.linalg.norm(second)
    third = vector_product(first, second)
    return np.stack([first, second, third / np.linalg.norm(third)])


def _merged(axes: list[Vector]) -> Floats:
    """Drop axes within 2° of an earlier one, signs aside; the order stays."""
    return distinct([(axis, 1.0 / (index + 1.0) ** 3) for index, axis in enumerate(axes)])
