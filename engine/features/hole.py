"""Recognizes holes: inward cylinders and cones, their stages and ends, and the threads they may be for.

One feature is what one axis is drilled with: the stages of a stepped, counterbored or countersunk hole, the
chamfer or round of its mouth, its floor or tip, and both halves of a bore that a cross hole interrupts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.features import threads
from engine.features.holes import bores, ends, profile, stages
from engine.features.holes.bore import Bore
from engine.features.holes.profile import Profile
from engine.features.holes.stages import HoleType, Stage
from engine.features.holes.walk import Closure, End, HoleContext
from engine.features.threads import ThreadCandidate
from engine.graph import extents
from engine.graph.rings import FULL_TURN_DEG
from engine.model.arrays import Vector, frozen
from engine.model.feature import (
    BLEND_ROLES,
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
    SizeForm,
)
from engine.model.part import FaceId
from engine.model.surface import Cylinder
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.HOLE,
    plural="Holes",
    color="#325896",
    roles=(
        FaceRole(Role.HOLE_WALL, "Hole wall", place="wall"),
        FaceRole(Role.HOLE_FLOOR, "Hole floor", place="floor", tint=0.30),
        FaceRole(Role.COUNTERSINK, "Countersink", place="countersink", tint=0.60),
        FaceRole(Role.HOLE_STEP, "Hole step", place="step", tint=0.45),
    ),
    precedence=Precedence.TURNED,
    sizes=(
        Size("diameter_mm", "Ø"),
        Size("depth_mm"),
        Size("through", after="thru", form=SizeForm.FLAG),
        Size("span_deg", "open ", form=SizeForm.GAP),
    ),
    order_in_results=3,
    order_in_lists=1,
)


class HoleEnd(StrEnum):
    """What lies at the bottom of a hole."""

    OPEN = "open"
    FLAT = "flat"
    CONICAL = "conical"
    """A drill's tip, a ball, or anything else that closes the axis without being flat."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Hole(Feature):
    """A hole. `axis` points into it, `center` lies half way down, `fid` is a wall of its smallest stage."""

    diameter_mm: float
    """Of the smallest cylinder; of a taper its narrow end; of a cone to a point its wide end."""
    depth_mm: float
    """From the outermost point of the entry to the end of the last full diameter; a tip does not count."""
    shortest_depth_mm: float
    """From the innermost point of the entry to the nearest point of the end: less than `depth_mm` where the
    mouth or the end is slanted or curved."""
    through: bool
    """Whether it is open at both ends, be it into another hole or a pocket."""
    end: HoleEnd
    stages: tuple[Stage, ...]
    """From the entry in."""
    hole_type: HoleType
    thread_candidates: tuple[ThreadCandidate, ...]
    """Most likely first."""
    entry: Vector
    """Where the axis passes the level of the entry's outermost point."""
    span_deg: float
    """How far the smallest stage goes round: 360 unless the hole is cut by the border of the part or a
    slot along it."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Hole, ...]:
    """Find the holes, ordered by their defining face.

    `found` says which faces are blends. Bores closed at both ends (voids) and round grooves (an island
    stands in them) are no holes.
    """
    part, graph = context.part, context.graph
    blends = _blends(found)
    pieces = bores.find(part, graph, blends)
    bore_of_group = {int(graph.group_of_face[face]): bore for bore in pieces for face in bore.faces}
    within = HoleContext(part, graph, bore_of_group, blends)
    ways: list[_Way] = []
    for bore in _seeds(pieces):
        if not any(way.bore_faces.issuperset(bore.faces) for way in ways):
            way = _both_ways(within, bore)
            if way.is_hole:
                # From a wide bore the way may go on into a narrow one that took its floor for a mouth.
                ways = [other for other in ways if not way.bore_faces.issuperset(other.bore_faces)] + [way]
    holes = [_hole(within, profile.lay_out(within, way.bore, way.low, way.high), way.bore) for way in ways]
    return tuple(sorted(holes, key=lambda hole: hole.fid))


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A bore followed to both its ends."""

    bore: Bore
    low: End
    high: End
    bore_faces: frozenset[FaceId]
    """Of every bore on the way."""

    @property
    def is_hole(self) -> bool:
        """Whether it is open somewhere, and no island stands in it."""
        closures = {self.low.closure, self.high.closure}
        return Closure.OPEN in closures and Closure.ISLAND not in closures


def _both_ways(context: HoleContext, bore: Bore) -> _Way:
    low, high = ends.follow(context, bore, is_low=True), ends.follow(context, bore, is_low=False)
    met = [segment.bore for segment in (*low.segments, *high.segments) if segment.bore is not None]
    return _Way(bore, low, high, frozenset(face for each in (bore, *met) for face in each.faces))


def _blends(found: Sequence[Claim]) -> frozenset[FaceId]:
    return frozenset(face for claim in found for face, role in claim.roles if role in BLEND_ROLES)


def _seeds(pieces: Sequence[Bore]) -> list[Bore]:
    """Order bores so that a hole is followed from its narrowest wall, and cones by themselves come last."""

    def narrowness(bore: Bore) -> tuple[bool, float, int]:
        radius_mm = min(rim.radius_mm for rim in (bore.lower, bore.upper) if rim is not None)
        return not bore.is_wall, round(radius_mm, 9), bore.faces[0]

    return sorted((bore for bore in pieces if not bore.is_arc), key=narrowness)


def _hole(context: HoleContext, laid: Profile, bore: Bore) -> Hole:
    section, diameter_mm = stages.smallest(laid)
    assert section.bore is not None
    faces = tuple(sorted({face for each in laid.sections for face in each.faces}))
    is_cylinder = isinstance(section.bore.surface, Cylinder)
    hole_type = stages.hole_type(laid)
    is_through = laid.closure is Closure.OPEN
    return Hole(
        kind=Kind.HOLE,
        fid=context.part.largest_face(section.faces).id,
        faces=faces,
        roles=stages.roles(context.part, laid),
        body=bore.body,
        center=frozen(laid.entry + 0.5 * laid.depth_mm * laid.axis),
        axis=frozen(laid.axis + 0.0),
        box_mm=extents.box(context.part, faces),
        uncertainty_mm=max(context.part.faces[face].deviation_mm for face in faces),
        diameter_mm=diameter_mm,
        depth_mm=laid.depth_mm,
        shortest_depth_mm=laid.shortest_depth_mm,
        through=is_through,
        end={Closure.OPEN: HoleEnd.OPEN, Closure.FLAT: HoleEnd.FLAT}.get(laid.closure, HoleEnd.CONICAL),
        stages=stages.stages(context.part, laid),
        hole_type=hole_type,
        thread_candidates=threads.candidates(diameter_mm, is_through, hole_type) if is_cylinder else (),
        entry=frozen(laid.entry),
        span_deg=min(section.bore.span_deg, FULL_TURN_DEG),
    )
