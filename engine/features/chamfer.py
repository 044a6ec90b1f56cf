"""Recognizes chamfers: narrow straight strips that cut off an outer edge or fill an inner one.

A chamfer gives its faces a role and makes no entry of its own. The cone at the mouth of a bore is left
alone: that is a countersink or a chamfered rim, and the hole's own business.
"""

from dataclasses import dataclass

from engine.features.chamfers import continuations, cuts, lands, outlines
from engine.features.chamfers.cuts import Cut
from engine.model.feature import Claim, FaceRole, FeatureKind, Precedence, Role
from engine.model.part import Part
from engine.run_context import RunContext

KIND = FeatureKind(
    key="CHAMFER",
    plural="Chamfers",
    color="#e8a8fa",
    roles=(FaceRole(Role.CHAMFER, "Chamfer"),),
    precedence=Precedence.BLEND,
    order_in_results=12,
    order_in_lists=12,
    is_listed=False,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chamfer(Claim):
    """One chamfer face, or the faces of a group a file split it into."""

    width_mm: float
    """Straight across, from support to support."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Chamfer, ...]:
    """Find the chamfers, in the order of their smallest face; runs before all else and uses no `found`."""
    part, graph = context.part, context.graph
    crossed = {
        group: cut
        for group, faces in graph.faces_of_group.items()
        if (cut := cuts.find(part, graph, faces)) is not None
    }
    others = lands.find(part, graph, crossed) | outlines.find(part, graph, crossed)
    crossed = {group: cut for group, cut in crossed.items() if group not in others}
    chosen = continuations.followed(graph, crossed)
    chosen.update(continuations.turning(part, graph, chosen))
    return tuple(_claimed(part, chosen[group]) for group in sorted(chosen))


def _claimed(part: Part, cut: Cut) -> Chamfer:
    body = part.faces[cut.faces[0]].body
    assert body is not None  # stray faces are no cuts
    return Chamfer(
        faces=cut.faces,
        roles=tuple((face, Role.CHAMFER) for face in cut.faces),
        body=body,
        width_mm=cut.width_mm,
    )
