"""Rivals for a face: the table's winner stands, and features that merely share a face both do."""

from engine.features.slot import Slot
from engine.model.feature import Claim, Feature, Kind
from engine.recognition import reconcile
from tests.support import measuring


def kinds(claims: tuple[Claim, ...]) -> list[Kind]:
    return [claim.kind for claim in claims if isinstance(claim, Feature)]


def test_the_round_end_of_a_slot_is_no_hole() -> None:
    slot = measuring.feature(Kind.SLOT, Feature, 1, 2, 3, 4)
    end = measuring.hole(4, span_deg=180.0)
    assert kinds(reconcile.settle((end, slot))) == [Kind.SLOT]


def test_a_whole_hole_that_shares_a_face_with_a_slot_stands() -> None:
    slot = measuring.feature(Kind.SLOT, Feature, 1, 2, 3, 4)
    hole = measuring.hole(4, span_deg=360.0)
    assert kinds(reconcile.settle((hole, slot))) == [Kind.HOLE, Kind.SLOT]


def test_a_partial_hole_elsewhere_stands() -> None:
    slot = measuring.feature(Kind.SLOT, Feature, 1, 2, 3, 4)
    hole = measuring.hole(5, span_deg=180.0)
    assert kinds(reconcile.settle((hole, slot))) == [Kind.HOLE, Kind.SLOT]


def _slot(open_ends: int, *faces: int) -> Slot:
    names = ("width_mm", "min_width_mm", "max_width_mm", "length_mm", "depth_mm")
    return measuring.feature(
        Kind.SLOT,
        Slot,
        *faces,
        **dict.fromkeys(names, 1.0),
        through=False,
        open_ends=open_ends,
        undercut_width_mm=None,
        angle_deg=None,
    )


def test_a_recess_is_not_slot_and_pocket_at_once_unless_the_pocket_is_more() -> None:
    slot = _slot(1, 1, 2, 3)
    same = measuring.feature(Kind.POCKET, Feature, 1, 2, 3)
    more = measuring.feature(Kind.POCKET, Feature, 1, 2, 3, 4)
    assert kinds(reconcile.settle((slot, same))) == [Kind.SLOT]
    assert kinds(reconcile.settle((slot, more))) == [Kind.POCKET]


def test_a_slot_closed_at_both_ends_is_no_bay_of_the_pocket_that_opens_it() -> None:
    more = measuring.feature(Kind.POCKET, Feature, 1, 2, 3, 4)
    assert kinds(reconcile.settle((_slot(0, 1, 2, 3), more))) == [Kind.SLOT, Kind.POCKET]


def test_a_slot_in_the_floor_of_a_pocket_stands_beside_it() -> None:
    slot = measuring.feature(Kind.SLOT, Feature, 1, 2, 3)
    beside = measuring.feature(Kind.POCKET, Feature, 3, 4, 5, 6)
    assert kinds(reconcile.settle((slot, beside))) == [Kind.SLOT, Kind.POCKET]


def test_every_reason_names_two_kinds_and_says_why() -> None:
    for reason in reconcile.REASONS:
        assert reason.winner != reason.loser
        assert reason.because
