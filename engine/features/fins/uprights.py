"""Uprights: runs that stand, measured.

Crossing ribs cut each other's walls to pieces; the pieces that go on beyond a crossing rib are one upright.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import borders, reach
from engine.features.fins.borders import Border
from engine.features.fins.runs import Run
from engine.features.fins.standing import Stand
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector
from engine.model.part import Face, FaceId, Part


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """A run that stands."""

    run: Run
    stand: Stand
    across: Vector
    """Unit, square to the plane midway, out of the near side."""
    along: Vector
    """Unit, along the foot."""
    center: Vector
    """Halfway along, halfway up, midway between the walls."""
    near: Border
    far: Border
    thickness_mm: float
    """Halfway up."""
    top_thickness_mm: float
    base_thickness_mm: float
    height_mm: float
    length_mm: float

    @property
    def borders(self) -> tuple[Border, Border]:
        """Of both sides."""
        return self.near, self.far


def raised(
    prepared: PreparedPart, run: Run, across: Vector, near: Border, far: Border, stand: Stand
) -> Upright:
    """Measure a run that stands in one way."""
    part, graph = prepared.part, prepared.graph
    sides = part.faces[run.near[0]], part.faces[run.far[0]]
    up, both = stand.up, (near, far)
    along = np.cross(up, across)
    frame = np.stack([across, along, up])

    middle = _halfway(part, both, frame)
    middle = middle - frame[0] * float(sum(_signed(side, middle, across) for side in sides)) / 2.0
    feet = [reach.held(part, (border,), middle, -up, reach.END_LEAN_DEG, across) for border in both]
    low_mm = max((-foot for foot in feet if foot is not None), default=-reach.own(part, both, -up))
    widest_mm = max(
        _apart(sides, middle + (level - middle @ up) * up, across)
        for level in (low_mm, reach.own(part, both, up))
    )
    between = across, widest_mm / 2.0 * (1.0 + WITHIN)
    top_mm = reach.free(part, graph, both, middle, up, reach.TOP_LEAN_DEG, between)
    high_mm = reach.own(part, both, up) if top_mm is None else top_mm
    middle = middle + ((low_mm + high_mm) / 2.0 - middle @ up) * up
    ends = []
    for way in (-along, along):
        last = tuple(borders.outermost(part, border, way) for border in both)
        end = reach.held(part, last, middle, way, reach.END_LEAN_DEG, across) if _is_held(last, way) else None
        if end is None:
            end = reach.free(part, graph, last, middle, way, reach.END_LEAN_DEG, between)
        ends.append(reach.own(part, both, way) if end is None else end)
    center = middle + ((ends[1] - ends[0]) / 2.0 - middle @ along) * along
    thicknesses = [
        _apart(sides, center + (level - center @ up) * up, across) for level in (low_mm, center @ up, high_mm)
    ]
    return Upright(
        run=run,
        stand=stand,
        across=across,
        along=along,
        center=center,
        near=near,
        far=far,
        thickness_mm=thicknesses[1],
        top_thickness_mm=thicknesses[2],
        base_thickness_mm=thicknesses[0],
        height_mm=high_mm - low_mm,
        length_mm=ends[0] + ends[1],
    )


WITHIN = 0.01
"""A rounded edge lies between the walls within this share of their distance."""

HELD_SHARE = 0.5
"""An end is held where at least this much of it ends in a hollow."""


def holders(part: Part, upright: Upright) -> tuple[FaceId, ...]:
    """List the groups that hold its ends, those that are held on both sides."""
    found = set()
    for way in (upright.along, -upright.along):
        last = tuple(borders.outermost(part, border, way) for border in upright.borders)
        if _is_held(last, way):
            found |= {stretch.beyond for border in last for stretch in border.stretches if stretch.is_held}
    return tuple(sorted(group for group in found if group is not None))


def is_framed(part: Part, upright: Upright) -> bool:
    """Whether the wall goes on round a corner at both its ends: held inside and free outside, or smooth."""
    return all(_is_turning(part, upright, way) for way in (upright.along, -upright.along))


def _is_turning(part: Part, upright: Upright, way: Vector) -> bool:
    near, far = (borders.outermost(part, border, way) for border in upright.borders)
    if near.stretches and far.stretches and _is_held((near,), way) != _is_held((far,), way):
        return True
    return any(stretch.is_running_on for border in (near, far) for stretch in border.stretches)


def _is_held(last: tuple[Border, ...], way: Vector) -> bool:
    return all(border.held_share(way) >= HELD_SHARE for border in last)


def _halfway(part: Part, both: tuple[Border, Border], frame: np.ndarray) -> Vector:
    """Return the middle of the walls' box in a frame (3, 3) of unit rows."""
    spans = [(-reach.own(part, both, -direction), reach.own(part, both, direction)) for direction in frame]
    middle: Vector = np.mean(spans, axis=1) @ frame
    return middle


def _signed(side: Face, place: Vector, across: Vector) -> float:
    """Return how far a place lies before a side along `across`: the sum over both sides is 0 midway."""
    return float((place - side.inner_point) @ side.inner_normal / (across @ side.inner_normal))


def _apart(sides: tuple[Face, Face], place: Vector, across: Vector) -> float:
    """Return how far the sides are apart at a place, square to the plane midway."""
    return abs(_signed(sides[0], place, across) - _signed(sides[1], place, across))
