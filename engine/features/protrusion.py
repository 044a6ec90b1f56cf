"""Recognizes protrusions: pads that stand on a base, with walls round a top.

The mirror of a pocket: the walls meet the base in a hollow, all round or on all sides but one (where the
pad is flush with the side of its base), and the base, its rounds and all, is larger than what stands on
it. Drafted walls, a filleted foot and rounds on top belong to it; bosses, ribs, holes, pockets and further
pads on it are features of their own, named in `sub_features`.

What is no protrusion: a round pad (a boss), a thin one (a fin), a step as wide as the part, a block on the
corner of another, the main body of the part above its flange.
"""

from dataclasses import dataclass, replace

from engine.features.pockets import inside, level, pads, pocket_context, section
from engine.features.pockets.floors import FEWEST_WALLS
from engine.features.pockets.pads import Pad
from engine.features.pockets.pocket_context import PocketContext
from engine.graph import contour_runs, extents
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
from engine.tolerances import LENGTH_FLOOR_MM

KIND = FeatureKind(
    key=Kind.PROTRUSION,
    plural="Protrusions",
    color="#daa13e",
    roles=(
        FaceRole(Role.PROTRUSION_WALL, "Protrusion wall", place="wall"),
        FaceRole(Role.PROTRUSION_TOP, "Protrusion top", place="top", tint=0.35),
    ),
    precedence=Precedence.BROAD,
    sizes=(
        Size("length_mm"),
        Size("width_mm"),
        Size("height_mm"),
    ),
    n_sizes_in_name=3,
    order_in_results=8,
    order_in_lists=6,
)

OWN_SHARE = 0.5
"""At least this share of the walls are a pad's own: where those of bosses and ribs prevail, these are all
there is."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Protrusion(Feature):
    """A pad. `axis` points out of its base; `fid` is its largest top; `center` lies half way up."""

    height_mm: float
    """From the base, or the lowest point of the foot on a curved one, to the highest top."""
    width_mm: float
    length_mm: float
    """Sides of the smallest rectangle round the foot, as if nothing were filleted."""
    flush_sides: int
    """1 where one side is flush with the side of the base, 0 where the foot goes all round."""
    sub_features: tuple[FaceId, ...]
    """Defining faces of the features on it, ascending."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Protrusion, ...]:
    """Find the protrusions, in the order of their defining faces."""
    within = pocket_context.build(context, found)
    measured = [(pad, _protrusion(within, pad)) for pad in pads.find(within)]
    standing = [
        (pad, each) for pad, each in measured if each is not None and each.height_mm > LENGTH_FLOOR_MM
    ]
    nested = [replace(each, sub_features=_with_nested(pad, each, standing)) for pad, each in standing]
    return tuple(sorted(nested, key=lambda each: each.fid))


def _protrusion(context: PocketContext, pad: Pad) -> Protrusion | None:
    """Measure a pad; None where most of its walls are those of bosses and ribs on it."""
    part = context.part
    within = inside.features(context, pad)
    others = {context.group(face) for each in within for face in each.faces}
    walls = frozenset(pad.walls) - others
    if len(walls) < (OWN_SHARE * len(pad.walls) if pad.is_whole else FEWEST_WALLS):
        return None
    tops = frozenset(pad.tops) - others or frozenset(pad.tops)
    foot = contour_runs.oriented(part, context.graph, pad.base, list(pad.foot.edges)) @ pad.up
    base_mm, top_mm = float(foot.min()), level.top(context, tuple(sorted(tops)), pad.up)
    rectangle = section.measure(context, (pad.foot,), walls, pad.up, base_mm, are_closed=pad.is_whole)
    blends = inside.blends(context, walls | tops, pad.foot)
    faces = sorted({face for group in walls | tops for face in context.graph.faces_of_group[group]} | blends)
    fid = pads.fid(context, pad)
    body = part.faces[fid].body
    assert body is not None  # stray faces stand on nothing
    return Protrusion(
        kind=Kind.PROTRUSION,
        fid=fid,
        faces=tuple(faces),
        roles=tuple((face, _role(context, face, tops)) for face in faces if face not in blends),
        body=body,
        center=frozen(rectangle.center + (top_mm - base_mm) / 2.0 * pad.up),
        axis=frozen(pad.up + 0.0),
        box_mm=extents.box(part, faces),
        uncertainty_mm=max(part.faces[face].deviation_mm for face in faces),
        height_mm=top_mm - base_mm,
        width_mm=rectangle.width_mm,
        length_mm=rectangle.length_mm,
        flush_sides=int(not pad.is_whole),
        sub_features=tuple(sorted({each.fid for each in within} | inside.chains(context, frozenset(faces)))),
    )


def _role(context: PocketContext, face: FaceId, tops: frozenset[FaceId]) -> Role:
    return Role.PROTRUSION_TOP if context.group(face) in tops else Role.PROTRUSION_WALL


def _with_nested(pad: Pad, own: Protrusion, others: list[tuple[Pad, Protrusion]]) -> tuple[FaceId, ...]:
    """Add the pads that stand on this one."""
    nested = {other.fid for upper, other in others if not pad.past.isdisjoint(upper.walls)}
    return tuple(sorted({*own.sub_features, *nested} - {own.fid}))
