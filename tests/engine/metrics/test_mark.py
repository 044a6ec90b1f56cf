"""How high marks stand, on the sides of a letter and off them."""

import math

from engine.model.evidence import Marks
from tests.support.analyses import face_at, tray
from tests.support.measuring import of_face, with_evidence

TRAY = tray(1.2)
SIDE, OTHER = face_at(TRAY, (60, 40, 15)), face_at(TRAY, (30, 40, 0))


def test_a_side_is_as_high_as_its_letter_and_any_other_face_infinitely() -> None:
    analysis = with_evidence(TRAY, marks=Marks({SIDE: 0.7}, {}, {}))
    assert of_face(analysis, "mark.height", SIDE).value == 0.7
    assert of_face(analysis, "mark.height", OTHER).value == math.inf
    assert (
        of_face(with_evidence(TRAY, marks=Marks({}, {}, {SIDE: 0.5})), "mark.height", SIDE).value == math.inf
    )


def test_sides_of_letters_are_told_from_those_of_other_marks() -> None:
    analysis = with_evidence(TRAY, marks=Marks({SIDE: 2.5, OTHER: 0.7}, {}, {}, frozenset({SIDE})))
    assert of_face(analysis, "mark.is_letter", SIDE).value == 1.0
    assert of_face(analysis, "mark.is_letter", OTHER).value == 0.0
