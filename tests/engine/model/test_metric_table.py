"""A column holds what its metric told, subject by subject."""

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.metric import Measured
from engine.model.metric_table import Column
from engine.model.part import FaceId

PLACE, OTHER = frozen([1.0, 2.0, 3.0]), frozen([4.0, np.nan, 6.0])
BARE = Measured(2.0)
WHOLE = Measured(0.5, 0.1, OTHER, (PLACE, OTHER), (FaceId(3), FaceId(9)), "a reason", "a note")
ONE_FACE = Measured(7.0, faces=(FaceId(5),))
COLUMN = Column.of({8: WHOLE, 2: BARE, 5: ONE_FACE})


def test_it_is_a_mapping_in_the_order_of_the_subjects() -> None:
    assert list(COLUMN) == [2, 5, 8]
    assert COLUMN.numbers.tolist() == [2.0, 7.0, 0.5]
    assert [each.value for each in COLUMN.values()] == [2.0, 7.0, 0.5]
    assert 8 in COLUMN
    assert 3 not in COLUMN
    with pytest.raises(KeyError):
        COLUMN[3]


def test_evidence_stays_with_its_subject() -> None:
    described = COLUMN[8]
    assert described.location is not None
    assert described.witness is not None
    np.testing.assert_array_equal(described.location, OTHER)
    np.testing.assert_array_equal(described.witness, (PLACE, OTHER))
    assert (described.uncertainty, described.faces, described.reason, described.note) == (
        0.1,
        (3, 9),
        "a reason",
        "a note",
    )
    assert COLUMN[5].faces == (5,)
    bare = COLUMN[2]
    assert (bare.location, bare.witness, bare.faces, bare.reason, bare.note) == (None, None, (), "", "")


def test_rows_are_found_by_subject_and_missing_ones_reported() -> None:
    assert COLUMN.rows_of(np.array([8, 1, 2, 5, 9])).tolist() == [2, -1, 0, 1, -1]
    assert Column.of({}).rows_of(np.array([0, 1])).tolist() == [-1, -1]


def test_rows_may_be_asked_in_any_order() -> None:
    assert COLUMN.faces_of(np.array([2, 0, 1])) == [(3, 9), (), (5,)]
    np.testing.assert_array_equal(COLUMN.locations_of(np.array([2, 0])), [OTHER, [np.nan] * 3])
    assert COLUMN.locations_of(np.array([], dtype=np.int64)).shape == (0, 3)
    assert Column.of({2: BARE}).witnesses_of(np.array([0])).shape == (1, 2, 3)


def test_what_it_says_cannot_be_written_to() -> None:
    location = COLUMN[8].location
    assert location is not None
    assert not location.flags.writeable
    assert not COLUMN.numbers.flags.writeable


def test_a_column_of_nothing_is_empty() -> None:
    assert Column.of({}) == {}
