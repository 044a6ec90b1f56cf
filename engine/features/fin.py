"""Recognizes fins: thin upright walls on a base, as ribs, gussets, webs and the fins of a heat sink.

A fin is two facing walls with material between. Both end in a hollow at its foot (fillets are looked across),
and its top is free and narrow: flat, chamfered, rounded, one half cylinder, or sloping like that of a gusset.
Its ends are free or run into other walls. A rib that others cross, so that its walls fall to pieces in two
planes, is one fin; so is each rib that crosses it. A rib on either side of a boss is two. The outer fin of a
heat sink, flush with the base, is one when it is like the next. Thin discs in a stack round a core are fins
too, and so are walls along part of a circle.

No fins: the wall of a housing and the leg of a bracket, whose outside runs flush with the base; a wall that
turns a corner at both its ends, which is the side of a frame; a web that is held at its top too; a pad, which
is low for its thickness, and a pin, which is short for it.
"""

from dataclasses import dataclass

from engine.features.fins import candidates
from engine.features.fins.description import FinDescription
from engine.graph import extents
from engine.model.analysis import PreparedPart
from engine.model.arrays import frozen
from engine.model.feature import (
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
)
from engine.model.part import FaceId
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.FIN,
    plural="Fins",
    color="#7b495c",
    roles=(
        FaceRole(Role.FIN_WALL, "Fin wall", place="side"),
        FaceRole(Role.FIN_TOP, "Fin top", place="top", tint=0.35),
    ),
    precedence=Precedence.NARROW,
    sizes=(
        Size("thickness_mm"),
        Size("height_mm"),
    ),
    order_in_results=6,
    order_in_lists=4,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fin(Feature):
    """One fin. `axis` points out of the base, `center` lies in its middle, `fid` is its largest wall.

    A disc round a core stands out on all sides: it has no axis.
    """

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
    wall_uncertainty_mm: float = 0.0
    """How far `wall_thickness_mm` may be off because the base is not as thick everywhere beside the foot."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Fin, ...]:
    """Find the fins, in the order of their defining faces. `found` says which faces are blends."""
    fins = [_fin(context.prepared, description) for description in candidates.find(context, found)]
    return tuple(sorted(fins, key=lambda fin: fin.fid))


def _fin(prepared: PreparedPart, description: FinDescription) -> Fin:
    part = prepared.part
    faces = tuple(sorted({*description.sides, *description.tops, *description.ends}))
    defining = part.largest_face(description.sides)
    thicknesses = description.top_thickness_mm, description.base_thickness_mm
    assert defining.body is not None  # stray faces face nothing
    return Fin(
        kind=Kind.FIN,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, Role.FIN_TOP if face in description.tops else Role.FIN_WALL) for face in faces),
        body=defining.body,
        center=frozen(description.center),
        axis=None if description.up is None else frozen(description.up),
        box_mm=extents.box(part, faces),
        uncertainty_mm=2.0 * max(part.faces[face].deviation_mm for face in description.sides),
        thickness_mm=description.thickness_mm,
        height_mm=description.height_mm,
        length_mm=description.length_mm,
        min_thickness_mm=min(thicknesses),
        max_thickness_mm=max(thicknesses),
        draft_deg=description.draft_deg,
        base_fillet_mm=description.base_fillet_mm,
        wall_thickness_mm=description.base_wall.thickness_mm,
        base_fids=description.bases,
        wall_uncertainty_mm=description.base_wall.uncertainty_mm,
    )
