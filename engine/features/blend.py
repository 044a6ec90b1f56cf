"""Recognizes blends: fillets and rounds, gathered into chains.

One feature stands for one chain: every strip, and every corner where strips meet, of one radius and one
convexity that hang together smoothly. The rim of a housing rounded in one stroke is one round; the fillet
that a designer drew in one stroke is one fillet, however many faces it has.

What is no blend: the end of a slot and anything else that turns back on itself in the hollow; a curved
wall (wide for its length and for its supports); a shaft or bore (sharp at its ends); the skins of a sheet
bend, which are a bend's. The top of a rib that is one half cylinder is a round along the rib, as long as
it is longer than the rib is thick; else it is the outline of a lug.
"""

from dataclasses import dataclass

from engine.features.blends import chains, corners, strips
from engine.features.blends.chains import Chain
from engine.features.blends.springs import is_tangent
from engine.features.blends.strips import BlendStrip
from engine.graph import extents, neighborhoods, sheet_bends
from engine.model.face_graph import FaceGraph
from engine.model.feature import (
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
from engine.model.part import FaceId, Part
from engine.run_context import RunContext

ROUND = FeatureKind(
    key=Kind.ROUND,
    plural="Rounds",
    color="#7fc794",
    roles=(FaceRole(Role.ROUND, "Round"),),
    precedence=Precedence.BLEND,
    sizes=(Size("radius_mm", "R", form=SizeForm.RANGE),),
    order_in_results=9,
    order_in_lists=9,
)

FILLET = FeatureKind(
    key=Kind.FILLET,
    plural="Fillets",
    color="#606e21",
    roles=(FaceRole(Role.FILLET, "Fillet"),),
    precedence=Precedence.BLEND,
    sizes=(Size("radius_mm", "R", form=SizeForm.RANGE),),
    order_in_results=10,
    order_in_lists=8,
)

FREEFORM_SHARE = 2e-3
"""How far the radius of a free-form strip may be off, as read from samples of its border."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Blend(Feature):
    """One chain of fillets or rounds. `fid` is the largest face of its longest strip; a chain has no axis."""

    radius_mm: float
    """The smallest, where it varies."""
    max_radius_mm: float
    variable: bool
    chain: int
    """Number of faces in the chain."""
    closed: bool
    """Whether the chain has no ends: it runs into itself, or every end runs into another blend."""
    length_mm: float
    """Along the strips; the corners are not counted."""
    sweep_deg: float
    """How far its arc turns, the widest where it varies: 90 in a square corner, more in an acute one."""
    supports: tuple[FaceId, ...]
    """The faces the chain blends, ascending."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Blend, ...]:
    """Find the fillets and rounds, in the order of their defining faces.

    Faces that `found` claims (chamfers) and the skins of sheet bends are left alone.
    """
    part, graph = context.part, context.graph
    taken = {face for claim in found for face in claim.faces}
    taken.update(face for bend in context.once(sheet_bends.find) for face in bend.inner + bend.outer)
    taken_groups = {FaceId(int(graph.group_of_face[face])) for face in taken}

    candidates = strips.find(context, taken_groups)
    links = chains.links(graph, candidates)
    blends = chains.without_lone_cliffs(candidates, links)
    patches = corners.find(part, graph, blends, taken_groups)
    features = [_blend(part, graph, chain) for chain in chains.gather(blends, patches, links)]
    return tuple(sorted(features, key=lambda blend: blend.fid))


def _blend(part: Part, graph: FaceGraph, chain: Chain) -> Blend:
    faces = chain.faces
    longest = chain.strips[0]
    defining = part.largest_face(longest.faces)
    assert defining.body is not None  # stray faces are no strips
    measured = _measured_strips(chain)
    role = Role.FILLET if longest.is_concave else Role.ROUND
    return Blend(
        kind=Kind.FILLET if longest.is_concave else Kind.ROUND,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, role) for face in faces),
        body=defining.body,
        center=defining.inner_point,
        axis=None,
        box_mm=extents.box(part, faces),
        uncertainty_mm=max(_uncertainty_mm(part, strip) for strip in measured),
        radius_mm=min(strip.min_radius_mm for strip in measured),
        max_radius_mm=max(strip.max_radius_mm for strip in measured),
        variable=any(strip.is_variable for strip in measured),
        chain=len(faces),
        closed=_is_closed(graph, chain),
        length_mm=sum(strip.length_mm for strip in chain.strips),
        sweep_deg=max(strip.sweep_deg for strip in measured),
        supports=tuple(sorted({face for strip in chain.strips for face in strip.supports}.difference(faces))),
    )


def _measured_strips(chain: Chain) -> tuple[BlendStrip, ...]:
    """Return the strips whose radius counts: an even spline leaves it to the cylinders beside it."""
    return tuple(strip for strip in chain.strips if strip.is_variable or not strip.is_sampled) or chain.strips


def _uncertainty_mm(part: Part, strip: BlendStrip) -> float:
    """Return how far the radius may be off."""
    deviation_mm = max(part.faces[face].deviation_mm for face in strip.faces)
    stray_mm = strips.radius_stray_mm(deviation_mm, strip.sweep_deg)
    if strip.is_sampled:
        return stray_mm + FREEFORM_SHARE * strip.min_radius_mm
    return stray_mm


def _is_closed(graph: FaceGraph, chain: Chain) -> bool:
    """Whether the chain is tangent to everything round it: it has no end to stop at."""
    return all(is_tangent(joint) for joint in neighborhoods.border_joints(graph, chain.faces))
