"""Reconciling: of two features that explain the same faces in rival ways, one stands.

Recognizers say what geometry says and know nothing of each other; the table of reasons here is the only
place that knows two kinds at once. Features that share faces without being rivals both stand: a pocket
and the boss in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.features.hole import Hole
from engine.features.slot import Slot
from engine.graph.rings import FULL_TURN_DEG
from engine.model.feature import Claim, Feature, Kind, Role
from engine.model.part import FaceId

Applies = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a feature of one kind gives way to a feature of another that shares a face with it."""

    winner: Kind
    loser: Kind
    because: str
    applies: Applies
    """Given winner and loser, which share at least one face."""


def _always(winner: Feature, loser: Feature) -> bool:
    return True


def _is_partial(winner: Feature, loser: Hole) -> bool:
    return loser.span_deg < FULL_TURN_DEG


def _has_as_walls(winner: Feature, loser: Feature) -> bool:
    role_of_face = dict(winner.roles)
    return all(role_of_face.get(face) is Role.SLOT_WALL for face in loser.faces)


def _holds_open_one(winner: Feature, loser: Slot) -> bool:
    return _holds_all(winner, loser) and loser.open_ends > 0


def _holds_all(winner: Feature, loser: Feature) -> bool:
    return set(winner.faces).issuperset(loser.faces)


REASONS: tuple[Reason, ...] = (
    Reason(Kind.BEND, Kind.FILLET, "the inner skin of a bent sheet is no fillet", _always),
    Reason(Kind.BEND, Kind.ROUND, "the outer skin of a bent sheet is no round", _always),
    Reason(Kind.BEND, Kind.HOLE, "a rolled hinge eye is sheet, not a bore", _is_partial),
    Reason(Kind.SLOT, Kind.HOLE, "the round end of a slot is no hole", _is_partial),
    Reason(Kind.SLOT, Kind.FILLET, "the round side of a groove that opens there is no fillet", _has_as_walls),
    Reason(Kind.SLOT, Kind.POCKET, "a recess that is a slot is not a pocket too", _holds_all),
    Reason(Kind.POCKET, Kind.SLOT, "a bay of a pocket's floor is no slot of its own", _holds_open_one),
)


def settle(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Drop every feature that gives way to another; the rest keep their order.

    A feature that itself gives way drops nobody: reasons are applied in the order of the table, each to
    the features that still stand.
    """
    standing: list[Claim] = list(claims)
    for reason in REASONS:
        winners = _by_face(standing, reason.winner)
        if winners:
            standing = [claim for claim in standing if not _gives_way(claim, reason, winners)]
    return tuple(standing)


def _by_face(claims: list[Claim], kind: str) -> dict[FaceId, list[Feature]]:
    """Return the features of a kind by each of their faces."""
    features: dict[FaceId, list[Feature]] = {}
    for claim in claims:
        if isinstance(claim, Feature) and claim.kind == kind:
            for face in claim.faces:
                features.setdefault(face, []).append(claim)
    return features


def _gives_way(claim: Claim, reason: Reason, winners: dict[FaceId, list[Feature]]) -> bool:
    if not isinstance(claim, Feature) or claim.kind != reason.loser:
        return False
    rivals = {
        id(rival): rival for face in claim.faces for rival in winners.get(face, ()) if rival is not claim
    }
    return any(reason.applies(rival, claim) for rival in rivals.values())
