"""Joins strips that run into each other, and the corners between them, into chains."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.features.blends import strips
from engine.features.blends.corners import Corner
from engine.features.blends.springs import is_tangent
from engine.features.blends.strips import BlendStrip
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId

SAME_RADIUS, SAME_SAMPLED_RADIUS = 0.01, 0.03
"""Radii within this share are one radius of one chain; those of splines wander by more."""

CLIFF_SWEEP_DEG = (30.0, 95.0)
"""What is left of a blend whose other support was cut away altogether turns by this much."""


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """One run of blends of one convexity and radius."""

    strips: tuple[BlendStrip, ...]
    """Longest first; never empty."""
    corners: tuple[Corner, ...]

    @property
    def faces(self) -> tuple[FaceId, ...]:
        """Every member face, ascending."""
        of_strips = [face for strip in self.strips for face in strip.faces]
        of_corners = [face for corner in self.corners for face in corner.faces]
        return tuple(sorted(of_strips + of_corners))


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Two strips that run into each other."""

    first: FaceId
    second: FaceId
    """Their groups, ascending."""
    is_beside: bool
    """Whether they lie side by side: one blend that a file split along its length."""


def links(graph: FaceGraph, strip_of_group: dict[FaceId, BlendStrip]) -> tuple[Link, ...]:
    """Find where strips join: tangent, of one convexity and radius, not along a spring edge of both."""
    found = set()
    for joint in graph.joints:
        if not is_tangent(joint):
            continue
        first, second = sorted(FaceId(int(graph.group_of_face[face])) for face in joint.faces)
        a, b = strip_of_group.get(first), strip_of_group.get(second)
        if a is None or b is None or first == second or a.is_concave != b.is_concave:
            continue
        if not (joint.edge in a.springs and joint.edge in b.springs) and _is_same_radius(a, b):
            found.add(Link(first, second, joint.edge in a.landings & b.landings))
    return tuple(sorted(found))


def without_lone_cliffs(
    strip_of_group: dict[FaceId, BlendStrip], joined: Sequence[Link]
) -> dict[FaceId, BlendStrip]:
    """Keep two-sided strips, one-sided ones that continue them, and one-sided ones that can be nothing else.

    A lone quarter of a cylinder, tangent on one side, may as well be a step: it counts as a cliff only
    where it is slender and turns as far as a fillet of a corner does. Two one-sided strips side by side
    are the halves of one blend, unless they make the end of a slot.
    """
    low, high = CLIFF_SWEEP_DEG
    kept = {
        group
        for group, strip in strip_of_group.items()
        if strip.is_two_sided or (strip.is_slender and low <= strip.sweep_deg <= high)
    }
    for link in joined:
        halves = strip_of_group[link.first], strip_of_group[link.second]
        if link.is_beside and sum(half.sweep_deg for half in halves) <= strips.SLOT_END_DEG:
            kept |= {link.first, link.second}
    both_ways = {pair for link in joined for pair in ((link.first, link.second), (link.second, link.first))}
    while reached := {other for one, other in both_ways if one in kept and other not in kept}:
        kept |= reached
    return {group: strip for group, strip in strip_of_group.items() if group in kept}


def gather(
    strip_of_group: dict[FaceId, BlendStrip], corner_of_group: dict[FaceId, Corner], joined: Iterable[Link]
) -> tuple[Chain, ...]:
    """Gather strips and corners into chains, in the order of their smallest group.

    A corner joins the strips that end in it and have one radius and one convexity: where there are several
    such sets, the largest, or else the one of the clearly smallest radius, or else the fillets. A group
    that is both a strip and a corner is a corner.
    """
    runs = {group: strip for group, strip in strip_of_group.items() if group not in corner_of_group}
    parent = {group: group for group in runs}

    def root(group: FaceId) -> FaceId:
        while parent[group] != group:
            group = parent[group]
        return group

    def join(a: FaceId, b: FaceId) -> None:
        low, high = sorted((root(a), root(b)))
        parent[high] = low

    for link in joined:
        if link.first in runs and link.second in runs:
            join(link.first, link.second)
    owner_of_corner = {}
    for group, corner in corner_of_group.items():
        owners = _owners(corner, runs)
        for owner in owners:
            join(owner, owners[0])
            owner_of_corner[group] = owners[0]

    members: dict[FaceId, list[BlendStrip]] = {}
    for group in sorted(runs):
        members.setdefault(root(group), []).append(runs[group])
    corners: dict[FaceId, list[Corner]] = {}
    for group in sorted(owner_of_corner):
        corners.setdefault(root(owner_of_corner[group]), []).append(corner_of_group[group])
    return tuple(
        Chain(
            tuple(sorted(each, key=lambda strip: (-strip.length_mm, strip.faces))),
            tuple(corners.get(group, ())),
        )
        for group, each in sorted(members.items())
    )


def _owners(corner: Corner, runs: dict[FaceId, BlendStrip]) -> list[FaceId]:
    """Return the strips that a corner belongs to and joins; empty when other corners alone end in it."""
    ended = [group for group in corner.strips if group in runs]
    sets = [
        [
            other
            for other in ended
            if runs[other].is_concave == runs[one].is_concave and _is_same_radius(runs[other], runs[one])
        ]
        for one in ended
    ]
    most = max(map(len, sets), default=0)
    largest = [each for each in sets if len(each) == most]
    smallest = min((runs[each[0]] for each in largest), key=lambda strip: strip.min_radius_mm, default=None)
    alike = [each for each in largest if smallest is not None and _is_same_radius(runs[each[0]], smallest)]
    return min(alike, key=lambda each: (not runs[each[0]].is_concave, each), default=[])


def _is_same_radius(a: BlendStrip, b: BlendStrip) -> bool:
    """Whether the ranges of the two radii meet."""
    share = 1.0 + (SAME_SAMPLED_RADIUS if a.is_sampled or b.is_sampled else SAME_RADIUS)
    return a.min_radius_mm <= share * b.max_radius_mm and b.min_radius_mm <= share * a.max_radius_mm
