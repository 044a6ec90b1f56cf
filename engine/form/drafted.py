"""How much of the walls along the pull leans as in a mold, and how much stands upright."""

import math

import numpy as np

from engine.graph import extents
from engine.graph.coaxial import axis_line
from engine.model.arrays import Vector, vector_product
from engine.model.part import Body, Face, Part
from engine.model.pull import Pull
from engine.model.surface import Cone, Cylinder, Plane
from engine.tolerances import PARALLEL_DEG

WALL_DEG = 15.0
"""What leans less than this against the pull is a wall along it."""

DRAFT_DEG = (0.25 - PARALLEL_DEG, 10.0 + PARALLEL_DEG)
"""Draft in use: a quarter of a degree on polished walls, ten on raw castings."""

DEEP_MM = 15.0
"""A straight wall that goes on for more along the pull scuffs: half a degree, the least that molds ask for
(Protolabs), is 0.13 mm there, more than they are accurate to."""


def share(part: Part, pull: Pull, body: Body) -> float:
    """Return how much of the walls along the pull leans as drafted, by area; NaN where there are none.

    Walls are planes, and cylinders and cones about the pull: what leans by one angle all over.
    """
    walls_mm2 = drafted_mm2 = 0.0
    for face in (part.faces[each] for each in body.faces):
        lean_deg = _lean_deg(face, pull.direction)
        if lean_deg < WALL_DEG:
            walls_mm2 += face.area_mm2
            drafted_mm2 += face.area_mm2 if DRAFT_DEG[0] <= lean_deg <= DRAFT_DEG[1] else 0.0
    return drafted_mm2 / walls_mm2 if walls_mm2 > 0.0 else math.nan


def upright_share(part: Part, pull: Pull, body: Body) -> float:
    """Return the share of a body's surface in deep walls along the pull that do not lean as drafted."""
    whole_mm2 = upright_mm2 = 0.0
    for face in (part.faces[each] for each in body.faces):
        whole_mm2 += face.area_mm2
        if _lean_deg(face, pull.direction) < DRAFT_DEG[0]:
            depth_mm = float(np.ptp(extents.border(part, face.id) @ pull.direction))
            upright_mm2 += face.area_mm2 if depth_mm > DEEP_MM else 0.0
    return upright_mm2 / whole_mm2 if whole_mm2 > 0.0 else math.nan


def _lean_deg(face: Face, direction: Vector) -> float:
    """Return by how much a face leans against a direction all over; inf where it does so by no one angle."""
    if isinstance(face.surface, Plane):
        return math.degrees(math.asin(min(abs(float(face.inner_normal @ direction)), 1.0)))
    axis = axis_line(face.surface)
    is_along = axis is not None and float(
        np.linalg.norm(vector_product(axis.direction, direction))
    ) <= math.sin(math.radians(PARALLEL_DEG))
    if is_along and isinstance(face.surface, Cylinder):
        return 0.0
    if is_along and isinstance(face.surface, Cone):
        return face.surface.half_angle_deg
    return math.inf
