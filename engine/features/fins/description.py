"""The description of a fin, however it was found."""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import bases, caps
from engine.features.fins.bases import BaseWall
from engine.features.fins.uprights import Upright
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Surface, Torus

HIGH = 2.0
"""A fin is at least this many thicknesses high: below that people call it a pad, a step or a bead. Ribs of
molded parts are drawn four to six high, low ribs of castings two."""

LONG = 2.0
"""A fin is at least this many thicknesses long, along its middle: below that it is a pin or a post."""

OWN_SHARE = 0.5
"""A side is a wall of the fin when the fin lies behind at least this much of it: the outer fin of a heat sink
may run flush with a larger face."""


@dataclass(frozen=True, slots=True, eq=False)
class FinDescription:
    """Faces and measures of a fin; the faces ascending."""

    sides: tuple[FaceId, ...]
    tops: tuple[FaceId, ...]
    ends: tuple[FaceId, ...]
    bases: tuple[FaceId, ...]
    center: Vector
    up: Vector | None
    """Unit; None where it stands out on all sides."""
    thickness_mm: float
    top_thickness_mm: float
    base_thickness_mm: float
    height_mm: float
    length_mm: float
    draft_deg: float
    base_fillet_mm: float
    base_wall: BaseWall


def of_upright(prepared: PreparedPart, upright: Upright) -> FinDescription:
    """Describe a straight fin."""
    part, graph = prepared.part, prepared.graph
    placed = upright.placed
    pair = placed.pair
    walls = pair.near + (pair.far if pair.far_share >= OWN_SHARE else ())
    tops = caps.tops(part, graph, upright)
    spread_mm = upright.base_thickness_mm - upright.top_thickness_mm
    return FinDescription(
        sides=tuple(sorted(face for group in walls for face in graph.faces_of_group[group])),
        tops=tops,
        ends=tuple(face for face in caps.ends(part, graph, upright) if face not in tops),
        bases=tuple(sorted(face for base in placed.stand.bases for face in graph.faces_of_group[base])),
        center=upright.center,
        up=placed.up,
        thickness_mm=upright.thickness_mm,
        top_thickness_mm=upright.top_thickness_mm,
        base_thickness_mm=upright.base_thickness_mm,
        height_mm=upright.height_mm,
        length_mm=upright.length_mm,
        draft_deg=float(np.degrees(np.arctan2(spread_mm / 2.0, upright.height_mm))),
        base_fillet_mm=_base_fillet_mm(part, upright),
        base_wall=bases.under_upright(prepared, upright),
    )


def _base_fillet_mm(part: Part, upright: Upright) -> float:
    """Return the smallest radius of the fillets at the foot; 0 where a stretch of it is sharp."""
    radii_mm = []
    for border in upright.placed.borders:
        for stretch in border.on_side(-upright.placed.up):
            if (
                stretch.is_held
                and stretch.beyond in upright.placed.stand.bases
                and stretch.meeting is not None
            ):
                radii_mm.append(fillet_mm(part, stretch.meeting.blends))
    return min(radii_mm, default=0.0)


def fillet_mm(part: Part, blends: tuple[FaceId, ...]) -> float:
    """Return the smallest radius of some blends; 0 where there is none."""
    radii_mm = [_radius_mm(part.faces[face].surface) for face in blends]
    return min((radius for radius in radii_mm if radius is not None), default=0.0)


def _radius_mm(surface: Surface) -> float | None:
    match surface:
        case Cylinder(radius_mm=radius_mm):
            return radius_mm
        case Torus(minor_radius_mm=radius_mm):
            return radius_mm
    return None
