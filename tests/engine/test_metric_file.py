"""A metric table comes back from its file as it went in."""

import dataclasses
import math
import os
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import metric_file
from engine.errors import UnreadableFile
from engine.model.arrays import frozen, frozen_ints
from engine.model.metric import Domain, Measured, Subject
from engine.model.metric_table import Column, MetricTable, SubjectPattern
from engine.model.part import EdgeId, FaceId

PLACE = frozen([1.0, -2.5, 1e-9])
SUBJECTS = (
    Subject(0, Domain.PART, "PART", None, (), None, PLACE, ("part",), "the part"),
    Subject(
        1,
        Domain.FEATURE,
        "HOLE",
        FaceId(0),
        (FaceId(0), FaceId(7)),
        None,
        PLACE,
        ("holes",),
        "hole 0 (Ø6.00)",
        "Ø6.00",
    ),
    Subject(2, Domain.CORNER, "CORNER", FaceId(3), (FaceId(3),), EdgeId(0), PLACE, (), "corner 3"),
)


def there_and_back(*measured: Measured) -> tuple[Measured, ...]:
    columns = {"a.metric": Column.of(dict(enumerate(measured)))}
    table = MetricTable(SUBJECTS, columns, {"bosses": "bosses are not recognized"})
    back = metric_file.read(metric_file.write(table))
    assert back.missing_sets == table.missing_sets
    return tuple(back.values["a.metric"][index] for index in range(len(measured)))


def assert_same(left: object, right: object) -> None:
    """Compare dataclasses field by field, NaN equal to NaN."""
    assert type(left) is type(right)
    for field in dataclasses.fields(left):  # type: ignore[arg-type]
        np.testing.assert_equal(getattr(left, field.name), getattr(right, field.name), err_msg=field.name)


def test_what_was_left_out_comes_back_with_its_reason_and_without_a_value() -> None:
    column = Column.of({0: Measured(1.5), 1: Measured.left_out("strips are no walls")})
    assert (len(column), dict(column.left_out)) == (1, {1: "strips are no walls"})
    back = metric_file.read(metric_file.write(MetricTable(SUBJECTS, {"a.metric": column}))).values["a.metric"]
    assert (len(back), dict(back.left_out)) == (1, {1: "strips are no walls"})


def test_subjects_come_back_whole() -> None:
    back = metric_file.read(metric_file.write(MetricTable(SUBJECTS, {})))
    for left, right in zip(SUBJECTS, back.subjects, strict=True):
        assert_same(left, right)
    assert not back.subjects[0].location.flags.writeable


def test_measured_values_come_back_whole_with_their_evidence() -> None:
    whole = Measured(
        1.2, 0.01, PLACE, (PLACE, frozen([0, 0, 1])), (FaceId(0), FaceId(2)), "a reason", "a note"
    )
    for left, right in zip((whole, Measured(0.0)), there_and_back(whole, Measured(0.0)), strict=True):
        assert_same(left, right)


@given(st.floats(), st.floats(min_value=0, allow_nan=False))
def test_every_number_comes_back_exactly_infinity_and_nan_too(value: float, uncertainty: float) -> None:
    (back,) = there_and_back(Measured(value, uncertainty))
    assert back.value == value or (math.isnan(back.value) and math.isnan(value))
    assert back.uncertainty == uncertainty


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"metrics",
        msgspec.msgpack.encode([]),
        msgspec.msgpack.encode({}),
        msgspec.msgpack.encode({"version": metric_file.VERSION}),
        msgspec.msgpack.encode(
            {
                "version": metric_file.VERSION,
                "subjects": [],
                "locations": b"8 bytes.",
                "values": {},
                "missing_sets": {},
            }
        ),
        msgspec.json.encode({"version": 1, "subjects": [], "values": {}, "missing_sets": {}}),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(document: bytes) -> None:
    with pytest.raises(UnreadableFile, match="analyze the part again"):
        metric_file.read(document)


def test_another_version_is_named() -> None:
    with pytest.raises(UnreadableFile, match="another version of Sprue"):
        metric_file.read(msgspec.msgpack.encode({"version": 99}))


def test_a_file_that_was_cut_off_is_refused() -> None:
    document = metric_file.write(MetricTable(SUBJECTS, {"m": Column.of({0: Measured(1.0)})}))
    with pytest.raises(UnreadableFile, match="analyze the part again"):
        metric_file.read(document[:-1])


def test_what_meets_and_what_is_a_pattern_is_kept() -> None:
    pattern = SubjectPattern("3 × Ø5, pitch 10", (2, 0, 1))
    written = MetricTable(SUBJECTS, {}, neighbors=frozen_ints([[0, 1], [1, 2]]), patterns=(pattern,))
    table = metric_file.read(metric_file.write(written))
    assert table.neighbors.tolist() == [[0, 1], [1, 2]]
    assert table.patterns == (pattern,)
    assert metric_file.read(metric_file.write(MetricTable(SUBJECTS, {}))).neighbors.shape == (0, 2)


def test_a_table_is_read_once_until_its_file_changes(tmp_path: Path) -> None:
    file = tmp_path / metric_file.FILE_NAME
    for value in (1.0, 2.0):
        file.write_bytes(metric_file.write(MetricTable(SUBJECTS, {"m": Column.of({0: Measured(value)})})))
        os.utime(file, (value, value))
        table = metric_file.beside(tmp_path)
        assert table.values["m"][0].value == value
        assert metric_file.beside(tmp_path) is table


def test_a_result_without_a_table_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"no metrics\.msgpack; analyze the part again"):
        metric_file.beside(tmp_path)


def test_values_that_are_not_ours_are_refused_when_they_are_asked_for() -> None:
    columns = {"m": Column.of({0: Measured(1.0)}), "n": Column.of({0: Measured(2.0)})}
    document = metric_file.write(MetricTable(SUBJECTS, columns))
    table = metric_file.read(document.replace(b"numbers", b"figures", 1))
    assert table.values["n"][0].value == 2.0
    with pytest.raises(UnreadableFile, match="analyze the part again"):
        table.values["m"]
    assert set(table.values) == {"m", "n"}
    assert "o" not in table.values


def test_many_places_come_back_each_with_its_own() -> None:
    measured = [
        Measured(
            float(at),
            location=frozen([at, math.inf, 0.5]) if at % 2 else None,
            witness=(frozen([at, 1, 2]), frozen([at, 3, math.nan])) if at % 3 else None,
        )
        for at in range(20)
    ]
    for left, right in zip(measured, there_and_back(*measured), strict=True):
        assert_same(left, right)
        assert right.location is None or not right.location.flags.writeable
