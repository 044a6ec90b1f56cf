"""Measures the wall pairs that stand."""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import end_distances, placing
from engine.features.fins.placing import Placed
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector
from engine.model.part import Face

WITHIN = 0.01
"""A rounded edge lies between the walls within this share of their distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A wall pair that stands, with its measures."""

    placed: Placed
    center: Vector
    """Halfway along, halfway up, midway between the walls."""
    thickness_mm: float
    """Halfway up."""
    top_thickness_mm: float
    base_thickness_mm: float
    height_mm: float
    length_mm: float


def measured(prepared: PreparedPart, placed: Placed) -> Upright:
    """Measure a wall pair that stands."""
    part = prepared.part
    across, along, up = placed.across, placed.along, placed.up
    sides = part.faces[placed.pair.near[0]], part.faces[placed.pair.far[0]]
    middle = _halfway(prepared, placed, sides)

    def thickness_mm(level_mm: float) -> float:
        return _apart(sides, middle + (level_mm - middle @ up) * up, across)

    feet = [end_distances.held(part, (border,), middle, -up, across) for border in placed.borders]
    low_mm = max((-min(foot) for foot in feet if foot), default=-_own(prepared, placed, -up))
    crest_mm = _own(prepared, placed, up)
    between = across, max(thickness_mm(low_mm), thickness_mm(crest_mm)) / 2.0 * (1.0 + WITHIN)
    top_mm = end_distances.free(prepared, placed.borders, middle, up, end_distances.TOP_LEAN_DEG, between)
    high_mm = crest_mm if top_mm is None else top_mm
    middle = middle + ((low_mm + high_mm) / 2.0 - middle @ up) * up

    ends_mm = []
    for way in placed.ways:
        end = placed.end(way)
        held_mm = end_distances.held(part, end, middle, way, across) if placing.is_held(end, way) else ()
        end_mm = max(held_mm, default=None)  # of a free end the outermost counts too
        if end_mm is None:
            end_mm = end_distances.free(prepared, end, middle, way, end_distances.END_LEAN_DEG, between)
        ends_mm.append(_own(prepared, placed, way) if end_mm is None else end_mm)
    middle = middle + ((ends_mm[1] - ends_mm[0]) / 2.0 - middle @ along) * along
    return Upright(
        placed=placed,
        center=middle,
        thickness_mm=thickness_mm((low_mm + high_mm) / 2.0),
        top_thickness_mm=thickness_mm(high_mm),
        base_thickness_mm=thickness_mm(low_mm),
        height_mm=high_mm - low_mm,
        length_mm=ends_mm[0] + ends_mm[1],
    )


def _own(prepared: PreparedPart, placed: Placed, direction: Vector) -> float:
    """Return how far the walls themselves go along a direction."""
    return max(border.reach(prepared.part, direction) for border in placed.borders)


def _halfway(prepared: PreparedPart, placed: Placed, sides: tuple[Face, Face]) -> Vector:
    """Return the middle of the walls' box, midway between them."""
    points = np.concatenate([border.points for border in placed.borders])
    frame = np.stack([placed.across, placed.along, placed.up])
    levels_mm = points @ frame.T
    middle: Vector = (levels_mm.min(axis=0) + levels_mm.max(axis=0)) / 2.0 @ frame
    off_mm = sum(_before(side, middle, placed.across) for side in sides) / 2.0
    return middle - off_mm * placed.across


def _before(side: Face, place: Vector, across: Vector) -> float:
    """Return how far a place lies before a side along `across`: the sum over both sides is 0 midway."""
    return float((place - side.inner_point) @ side.inner_normal / (across @ side.inner_normal))


def _apart(sides: tuple[Face, Face], place: Vector, across: Vector) -> float:
    """Return how far the sides are apart at a place, square to the plane midway."""
    return abs(_before(sides[0], place, across) - _before(sides[1], place, across))
