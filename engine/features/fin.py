"""Fins: thin upright walls that stand on a base: ribs, gussets, webs between pockets, fins of a heat sink.

A fin is two facing walls with material between. Both end in a hollow at its foot (fillets are looked across),
and its top is free and narrow: flat, chamfered, rounded, one half cylinder, or sloping like that of a gusset.
Its ends are free or run into other walls. A rib that others cross, so that its walls fall to pieces in two
planes, is one fin; so is each rib that crosses it. A rib on either side of a boss is two.

No fins: the wall of a housing and the leg of a bracket, whose outside runs flush with the base; a wall that
turns a corner at both its ends, which is the side of a frame; a web that is held at its top too; a pad, which
is low for its thickness, and a pin, which is short for it.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import bases, borders, caps, grids, runs, standing, uprights
from engine.features.fins.borders import Border, Stretch
from engine.features.fins.runs import Run
from engine.features.fins.standing import Stand
from engine.features.fins.uprights import Upright
from engine.graph import facing, unblended
from engine.graph.unblended import BLEND_ROLES
from engine.model.analysis import PreparedPart
from engine.model.arrays import frozen
from engine.model.feature import Claim, Feature, Kind, Role
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Surface, Torus

HIGH = 2.0
"""A fin is at least this many thicknesses high: below that people call it a pad, a step or a bead. Ribs of
molded parts are drawn four to six high, low ribs of castings two."""

LONG = 2.0
"""A fin is at least this many thicknesses long: below that it is a pin or a post."""

MUTUAL_SHARE = 0.5
"""At least this share of each wall lies over the other."""

CLOSE = 0.8
"""Of two feet whose lengths are within this share of each other, as of a gusset, the one on the larger base
counts."""

NOT_WALLS = BLEND_ROLES | {Role.BEND}
"""Faces that are no wall of a fin."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fin(Feature):
    """One fin. `axis` points out of the base, `center` lies in its middle, `fid` is its largest wall."""

    thickness_mm: float
    """Halfway up."""
    height_mm: float
    """From the base to the top, as if no fillet were at the foot; from the higher of two bases."""
    length_mm: float
    """Along the foot, between what holds the ends, or to the outermost of a free end."""
    min_thickness_mm: float
    max_thickness_mm: float
    """At the top and at the foot: the same as `thickness_mm` where the walls are parallel."""
    draft_deg: float
    """What each side leans, half of the angle between them; negative where it is thicker at the top."""
    base_fillet_mm: float
    """The smallest radius of the fillets at its foot; 0 where some of the foot is sharp."""
    wall_thickness_mm: float
    """Of what it stands on, beside the foot; NaN where that could not be measured."""
    base_fids: tuple[FaceId, ...]
    """The faces it stands on, ascending."""


def recognize(prepared: PreparedPart, found: tuple[Claim, ...]) -> tuple[Fin, ...]:
    """Find the fins, in the order of their defining faces. `found` tells which faces are blends."""
    fins = [_fin(prepared, upright) for upright in _standing(prepared, found)]
    return tuple(sorted(fins, key=lambda fin: fin.fid))


def _standing(prepared: PreparedPart, found: tuple[Claim, ...]) -> tuple[Upright, ...]:
    """Raise every run that stands, put crossing ribs together, and keep what has a fin's proportions."""
    part, graph = prepared.part, prepared.graph
    facings = facing.through_material(prepared)
    taken = {face for claim in found for face, role in claim.roles if role in NOT_WALLS}
    is_free = {group for group in facings if not taken.intersection(graph.faces_of_group[group])}
    site = _Site(prepared, found)
    pieces = tuple(
        upright
        for run in runs.find(part, graph, facings, is_free)
        if run.near_share >= MUTUAL_SHARE and run.far_share >= MUTUAL_SHARE and site.is_thin(run)
        for upright in site.pieces(run)
    )
    return tuple(
        upright
        for run in grids.joined(part, pieces)
        for upright in site.raised(run)
        if _is_fin(part, upright)
    )


def _is_fin(part: Part, upright: Upright) -> bool:
    return (
        upright.height_mm >= HIGH * upright.thickness_mm
        and upright.length_mm >= LONG * upright.thickness_mm
        and not uprights.is_framed(part, upright)
    )


class _Site:
    """The part, and the borders of its flat groups, walked once each."""

    def __init__(self, prepared: PreparedPart, found: tuple[Claim, ...]) -> None:
        self.prepared = prepared
        self.meetings = unblended.of(prepared, found)
        self.role_of_blend = {
            face: role for claim in found for face, role in claim.roles if role in BLEND_ROLES
        }
        self.borders: dict[FaceId, tuple[Stretch, ...]] = {}

    def is_thin(self, run: Run) -> bool:
        """Whether a run is no wider than it is large: most that face each other are not even that."""
        part = self.prepared.part
        first, second = part.faces[run.near[0]], part.faces[run.far[0]]
        apart_mm = abs(float((first.inner_point - second.inner_point) @ runs.across(part, run)))
        boxes = np.stack([part.faces[group].box_mm for group in run.near])
        size_mm = float(np.linalg.norm(boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)))
        return HIGH * apart_mm <= size_mm

    def pieces(self, run: Run) -> tuple[Upright, ...]:
        """Raise a run in every way it may stand: which one counts shows when crossing ribs are whole."""
        return tuple(self._raised(run, way) for way in self._ways(run))

    def raised(self, run: Run) -> tuple[Upright, ...]:
        """Raise a run on its longest foot; nothing where it does not stand."""
        ways = self._ways(run)
        if not ways:
            return ()
        faces = self.prepared.part.faces
        close = [way for way in ways if way.foot_mm >= CLOSE * ways[0].foot_mm]
        return (
            self._raised(run, max(close, key=lambda way: sum(faces[base].area_mm2 for base in way.bases))),
        )

    def _ways(self, run: Run) -> tuple[Stand, ...]:
        part = self.prepared.part
        return standing.ways(part, runs.across(part, run), self._border(run.near), self._border(run.far))

    def _raised(self, run: Run, way: Stand) -> Upright:
        across = runs.across(self.prepared.part, run)
        return uprights.raised(self.prepared, run, across, self._border(run.near), self._border(run.far), way)

    def _border(self, groups: tuple[FaceId, ...]) -> Border:
        part, graph = self.prepared.part, self.prepared.graph
        for group in groups:
            if group not in self.borders:
                self.borders[group] = borders.of_group(part, graph, self.meetings, self.role_of_blend, group)
        return borders.gathered([stretch for group in groups for stretch in self.borders[group]], part)


def _fin(prepared: PreparedPart, upright: Upright) -> Fin:
    part, graph = prepared.part, prepared.graph
    sides = tuple(sorted(face for group in upright.run.groups for face in graph.faces_of_group[group]))
    tops = caps.tops(part, graph, upright)
    ends = tuple(face for face in caps.ends(part, graph, upright) if face not in tops)
    faces = tuple(sorted({*sides, *tops, *ends}))
    defining = max((part.faces[face] for face in sides), key=lambda face: (face.area_mm2, -face.id))
    boxes = np.stack([part.faces[face].box_mm for face in faces])
    thicknesses = upright.top_thickness_mm, upright.base_thickness_mm
    assert defining.body is not None  # stray faces face nothing
    return Fin(
        kind=Kind.FIN,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, Role.FIN_TOP if face in tops else Role.FIN_WALL) for face in faces),
        body=defining.body,
        center=frozen(upright.center),
        axis=frozen(upright.stand.up),
        box_mm=frozen(np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])),
        uncertainty_mm=2.0 * max(part.faces[face].deviation_mm for face in sides),
        thickness_mm=upright.thickness_mm,
        height_mm=upright.height_mm,
        length_mm=upright.length_mm,
        min_thickness_mm=min(thicknesses),
        max_thickness_mm=max(thicknesses),
        draft_deg=_draft_deg(upright),
        base_fillet_mm=_base_fillet_mm(part, upright),
        wall_thickness_mm=bases.thickness_mm(prepared, upright),
        base_fids=tuple(sorted(face for base in upright.stand.bases for face in graph.faces_of_group[base])),
    )


def _draft_deg(upright: Upright) -> float:
    spread_mm = upright.base_thickness_mm - upright.top_thickness_mm
    return float(np.degrees(np.arctan2(spread_mm / 2.0, upright.height_mm)))


def _base_fillet_mm(part: Part, upright: Upright) -> float:
    """Return the smallest radius of the fillets at the foot; 0 where a stretch of it is sharp."""
    radii_mm = []
    for border in upright.borders:
        for stretch in border.on_side(-upright.stand.up):
            if stretch.is_held and stretch.beyond in upright.stand.bases and stretch.meeting is not None:
                found = [_radius_mm(part.faces[face].surface) for face in stretch.meeting.blends]
                radii_mm.append(min((radius for radius in found if radius is not None), default=0.0))
    return min(radii_mm, default=0.0)


def _radius_mm(surface: Surface) -> float | None:
    match surface:
        case Cylinder(radius_mm=radius_mm):
            return radius_mm
        case Torus(minor_radius_mm=radius_mm):
            return radius_mm
    return None
