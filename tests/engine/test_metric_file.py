"""A metric table comes back from its file as it went in."""

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import metric_file
from engine.errors import UnreadableFile
from engine.model.arrays import frozen
from engine.model.metric import Domain, Measured, MetricTable, Subject
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
    ),
    Subject(2, Domain.CORNER, "CORNER", FaceId(3), (FaceId(3),), EdgeId(0), PLACE, (), "corner 3"),
)


def there_and_back(*measured: Measured) -> tuple[Measured, ...]:
    table = MetricTable(
        SUBJECTS, {"a.metric": dict(enumerate(measured))}, {"bosses": "bosses are not recognized"}
    )
    back = metric_file.read(metric_file.write(table))
    assert back.missing_sets == table.missing_sets
    return tuple(back.values["a.metric"][index] for index in range(len(measured)))


def assert_same(left: object, right: object) -> None:
    """Compare dataclasses field by field, NaN equal to NaN."""
    assert type(left) is type(right)
    for field in dataclasses.fields(left):  # type: ignore[arg-type]
        np.testing.assert_equal(getattr(left, field.name), getattr(right, field.name), err_msg=field.name)


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


def test_the_file_is_json_that_every_reader_knows() -> None:
    text = metric_file.write(MetricTable(SUBJECTS, {"m": {0: Measured(math.nan), 1: Measured(math.inf)}}))

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "subjects": [{}], "values": {}}', "1"]
)
def test_what_is_no_table_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UnreadableFile, match="analyze the part again"):
        metric_file.read(text)


def test_another_version_is_named() -> None:
    with pytest.raises(UnreadableFile, match="another version of Sprue"):
        metric_file.read('{"version": 99, "subjects": [], "values": {}, "missing_sets": {}}')


def test_a_table_is_read_once_until_its_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "metrics.json"
    for value in (1.0, 2.0):
        file.write_text(metric_file.write(MetricTable(SUBJECTS, {"m": {0: Measured(value)}})))
        changed = int(value)
        table = metric_file.remembered(file, changed)
        assert table.values["m"][0].value == value
        assert metric_file.remembered(file, changed) is table


def test_values_that_are_not_ours_are_refused_when_they_are_asked_for() -> None:
    text = metric_file.write(MetricTable(SUBJECTS, {"m": {0: Measured(1.0)}, "n": {0: Measured(2.0)}}))
    table = metric_file.read(text.replace('"value":1.0', '"worth":1.0'))
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
