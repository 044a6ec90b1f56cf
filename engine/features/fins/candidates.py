"""Selects, from opposite walls, those that stand, are whole and have a fin's proportions."""

import numpy as np

from engine.features.fins import (
    arcs,
    bases,
    borders,
    caps,
    collars,
    description,
    grids,
    placing,
    standing,
    uprights,
    wall_pairs,
)
from engine.features.fins.borders import Border, Stretch
from engine.features.fins.description import HIGH, LONG, FinDescription
from engine.features.fins.placing import Placed
from engine.features.fins.standing import Stand
from engine.features.fins.uprights import Upright
from engine.features.fins.wall_pairs import WallPair
from engine.graph import blend_suppressed, extents, opposite_faces
from engine.model.analysis import PreparedPart
from engine.model.arrays import vector_product
from engine.model.feature import BLEND_ROLES, Claim, Role
from engine.model.part import FaceId
from engine.run_context import RunContext
from engine.tolerances import at_least, same_length

BROAD = 0.5
"""Each wall of a fin is at least this many thicknesses broad, taken as twice its area over its perimeter: a
triangle as high and as long as the least fin is 0.59. The flange of an arm, thicker than broad, is no fin."""

THICK = 2.0
"""A fin is at most this many times as thick as the wall it stands on: what is thicker carries that wall."""

MUTUAL_SHARE = 0.5
"""At least this share of each wall lies over the other."""

CLOSE = 0.8
"""Of two feet whose lengths are within this share of each other, as of a gusset, the one on the larger base
counts."""

ALIKE = 0.02
"""The outer fin of a heat sink, flush with its base, is one when it is as thick and as high as the next, by
this share."""

ROUGHLY = 0.5
"""A leg is as thick as a fin within this share before it is measured: drafted, it may be thicker here."""

NEXT_FIN_COSINE = float(np.cos(np.radians(0.5)))
"""Fins beside each other are parallel within half a degree."""

NOT_WALLS = BLEND_ROLES | {Role.BEND}
"""Faces that are no wall of a fin."""


def find(context: RunContext, found: tuple[Claim, ...]) -> tuple[FinDescription, ...]:
    """Place every wall pair that stands, put crossing ribs together, and keep what has a fin's proportions.

    Straight fins come first, then the discs of stacks, then arcs.
    """
    part, graph = context.part, context.graph
    opposites = context.once(opposite_faces.through_material)
    taken = {face for claim in found for face, role in claim.roles if role in NOT_WALLS}
    is_free = {group for group in opposites if not taken.intersection(graph.faces_of_group[group])}
    within = _FinContext(context, found)
    thin = [
        pair for pair in wall_pairs.find(part, graph, opposites, is_free) if _is_thin(context.prepared, pair)
    ]
    pieces = tuple(placed for pair in thin if _is_mutual(pair) for placed in within.pieces(pair))
    measured = (uprights.measured(context.prepared, placed) for placed in within.whole(pieces))
    fins = tuple(upright for upright in measured if _is_fin(context.prepared, upright))
    fins += _legs(within, thin, fins)
    straight = tuple(description.of_upright(context.prepared, upright) for upright in fins)
    round_ones = collars.find(context, within.adjacency, thin) + arcs.find(
        context.prepared, within.adjacency, taken
    )
    return straight + round_ones


def _is_thin(prepared: PreparedPart, pair: WallPair) -> bool:
    """Whether a wall pair is at all larger than it is thick: most that face each other are not."""
    low, high = extents.box(prepared.part, pair.near)
    return HIGH * _apart_mm(prepared, pair) <= float(np.linalg.norm(high - low))


def _apart_mm(prepared: PreparedPart, pair: WallPair) -> float:
    """Return about how far the sides are apart; where they lean, somewhere between top and foot."""
    near, far = prepared.part.faces[pair.near[0]], prepared.part.faces[pair.far[0]]
    return abs(float((near.inner_point - far.inner_point) @ near.inner_normal))


def _is_mutual(pair: WallPair) -> bool:
    return min(pair.near_share, pair.far_share) >= MUTUAL_SHARE - opposite_faces.SLACK


def _is_fin(prepared: PreparedPart, upright: Upright) -> bool:
    thick_mm = upright.thickness_mm
    wall_mm = bases.under_upright(prepared, upright).thickness_mm
    return (
        at_least(upright.height_mm, HIGH * thick_mm)
        and at_least(upright.length_mm, LONG * thick_mm)
        and at_least(caps.narrowest_mm(prepared.part, prepared.graph, upright), BROAD * thick_mm)
        and not placing.is_framed(upright.placed)
        and (np.isnan(wall_mm) or at_least(THICK * wall_mm, thick_mm))
    )


def _legs(context: "_FinContext", thin: list[WallPair], fins: tuple[Upright, ...]) -> tuple[Upright, ...]:
    """Find the outer fins of heat sinks, flush with the base: each is like a fin beside it."""
    fins_of_base: dict[FaceId, list[Upright]] = {}
    for fin in fins:
        for base in fin.placed.stand.bases:
            fins_of_base.setdefault(base, []).append(fin)
    legs = []
    thicknesses = np.array([fin.thickness_mm for fin in fins])
    for pair in thin:
        if not (np.abs(thicknesses - _apart_mm(context.prepared, pair)) <= ROUGHLY * thicknesses).any():
            continue
        for placed in context.legs(pair, set(fins_of_base)):
            leg = uprights.measured(context.prepared, placed)
            if any(_is_like(leg, fin) for base in placed.stand.bases for fin in fins_of_base.get(base, ())):
                legs.append(leg)
    return tuple(legs)


def _is_like(leg: Upright, fin: Upright) -> bool:
    """Whether a leg is parallel to a fin, as thick and as high."""
    return (
        abs(float(leg.placed.across @ fin.placed.across)) >= NEXT_FIN_COSINE
        and float(leg.placed.up @ fin.placed.up) >= NEXT_FIN_COSINE
        and same_length(leg.thickness_mm, fin.thickness_mm, ALIKE)
        and same_length(leg.height_mm, fin.height_mm, ALIKE)
    )


class _FinContext:
    """The part in which fins are found, with the borders of its flat groups, walked once each."""

    def __init__(self, context: RunContext, found: tuple[Claim, ...]) -> None:
        self.run = context
        self.prepared = context.prepared
        self.adjacency = blend_suppressed.of(context, found)
        self.role_of_blend = {
            face: role for claim in found for face, role in claim.roles if role in BLEND_ROLES
        }
        self.stretches: dict[FaceId, tuple[Stretch, ...]] = {}
        self.borders: dict[tuple[FaceId, ...], Border] = {}

    def pieces(self, pair: WallPair) -> tuple[Placed, ...]:
        """Place a pair in every way it may stand: which one counts shows when crossing ribs are whole."""
        return tuple(self._placed(pair, way) for way in self._ways(pair))

    def whole(self, pieces: tuple[Placed, ...]) -> tuple[Placed, ...]:
        """Put the pieces of crossing ribs together, and place each rib on its longest foot."""
        found = []
        for pair in grids.joined(self.prepared.part, pieces):
            ways = self._ways(pair)
            close = [way for way in ways if way.foot_mm >= CLOSE * ways[0].foot_mm]
            if close:
                best = max(close, key=lambda way: round(self._area_mm2(way.bases), 6))
                found.append(self._placed(pair, best))
        return tuple(found)

    def legs(self, pair: WallPair, bases: set[FaceId]) -> tuple[Placed, ...]:
        """Place a pair on one side's foot on some bases, the other side flush with the base, ends free.

        The flush side may go on beyond the leg, so the border of the other alone decides how far it goes.
        """
        found = []
        for footed, flush, share, flush_share in (
            (pair.near, pair.far, pair.near_share, pair.far_share),
            (pair.far, pair.near, pair.far_share, pair.near_share),
        ):
            for group in footed if share >= MUTUAL_SHARE else ():
                part_of_all = self._area_mm2((group,)) / self._area_mm2(footed)
                leg, border = (
                    WallPair((group,), flush, share, flush_share * part_of_all),
                    self._border((group,)),
                )
                if not any(stretch.is_held and stretch.beyond in bases for stretch in border.stretches):
                    continue
                across = wall_pairs.across(self.prepared.part, leg)
                for way in standing.legs(self.prepared.part, across, border, self._border(flush))[:1]:
                    placed = Placed(leg, way, across, vector_product(way.up, across), border, border)
                    if placing.is_free_standing(placed):
                        found.append(placed)
        return tuple(found)

    def _area_mm2(self, groups: tuple[FaceId, ...]) -> float:
        graph = self.prepared.graph
        faces = [face for group in groups for face in graph.faces_of_group[group]]
        return sum(self.prepared.part.faces[face].area_mm2 for face in faces)

    def _ways(self, pair: WallPair) -> tuple[Stand, ...]:
        part = self.prepared.part
        return standing.ways(
            part, wall_pairs.across(part, pair), self._border(pair.near), self._border(pair.far)
        )

    def _placed(self, pair: WallPair, way: Stand) -> Placed:
        across = wall_pairs.across(self.prepared.part, pair)
        along = vector_product(way.up, across)
        return Placed(pair, way, across, along, self._border(pair.near), self._border(pair.far))

    def _border(self, groups: tuple[FaceId, ...]) -> Border:
        if groups not in self.borders:
            self.borders[groups] = borders.gathered(
                [stretch for group in groups for stretch in self._stretches(group)], self.prepared.part
            )
        return self.borders[groups]

    def _stretches(self, group: FaceId) -> tuple[Stretch, ...]:
        if group not in self.stretches:
            self.stretches[group] = borders.of_group(self.run, self.adjacency, self.role_of_blend, group)
        return self.stretches[group]
