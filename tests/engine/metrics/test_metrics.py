"""The table of all metrics: who is measured by what and how it is stopped."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.metrics import INFO_OF_METRIC, METRICS, measure_all, measure_on_demand
from engine.model.feature import Kind
from engine.model.metric import Domain
from engine.model.metric_table import MetricTable
from engine.progress import Progress
from engine.run_context import RunContext
from engine.subjects import SELECTOR_SETS
from tests.support.analyses import tray, with_features
from tests.support.measuring import blend, hole, measure

TRAY = with_features(tray(1.2), hole(0), hole(1, 2), blend(Kind.FILLET, 3))


@cache
def whole_table() -> MetricTable:
    return measure_all(RunContext(TRAY.assessed.prepared), TRAY.assessed, Progress())


def test_the_part_its_features_and_its_faces_are_subjects_in_this_order() -> None:
    subjects = whole_table().subjects
    n_faces = len(TRAY.assessed.prepared.part.faces)
    assert [each.domain for each in subjects] == [
        Domain.PART,
        *[Domain.FEATURE] * 3,
        *[Domain.FACE] * n_faces,
    ]
    assert [each.index for each in subjects] == list(range(len(subjects)))
    assert [each.label for each in subjects[:4]] == [
        "the part",
        "hole 0 (Ø6.00)",
        "hole 1 (Ø6.00)",
        "fillet 3 (R2.00)",
    ]
    assert subjects[4].label == "face 0 (wall of hole Ø6.00)"


def test_every_metric_is_measured_on_the_subjects_it_is_of_and_no_others() -> None:
    table = whole_table()
    assert set(table.values) == set(INFO_OF_METRIC)
    for name, info in INFO_OF_METRIC.items():
        for index in table.values[name]:
            subject = table.subjects[index]
            own = {info.domain} | ({Domain.FEATURE} if info.domain == Domain.FACE else set())
            assert subject.domain in own, name
            assert not info.kinds or subject.kind in info.kinds, name
    assert len(table.values["hole.depth"]) == 2
    assert len(table.values["fillet.radius"]) == 1
    assert len(table.values["thickness.min"]) == len(table.subjects) - 1


def test_a_column_is_measured_when_it_is_first_read_and_kept() -> None:
    table = measure_on_demand(RunContext(TRAY.assessed.prepared), TRAY.assessed, Progress())
    column = table.values["thickness.min"]
    assert table.values["thickness.min"] is column
    assert column.numbers.tolist() == whole_table().values["thickness.min"].numbers.tolist()
    assert "thickness.most" not in table.values
    with pytest.raises(KeyError):
        table.values["thickness.most"]


def test_a_metric_lives_in_the_file_of_its_prefix() -> None:
    for each in METRICS:
        prefix, further = ([*re.split(r"[._]", each.info.name), ""])[:2]
        files = {prefix, further} if prefix == "part" else {prefix}
        assert each.measure.__module__ in {f"engine.metrics.{file}" for file in files}, each.info.name


def test_what_is_no_number_has_a_reason() -> None:
    for of_subject in whole_table().values.values():
        for measured in of_subject.values():
            assert measured.reason or not np.isnan(measured.value)


def test_subjects_are_in_known_sets_alone() -> None:
    known = {each.name for each in SELECTOR_SETS}
    assert {name for subject in whole_table().subjects for name in subject.sets} <= known


def test_the_table_says_which_sets_were_not_gathered() -> None:
    missing = whole_table().missing_sets
    assert list(missing) == ["inaccessible_faces"]
    assert missing["inaccessible_faces"].startswith("ways of tools were not gathered")


def test_stray_faces_are_no_subjects() -> None:
    part = TRAY.assessed.prepared.part
    faces = tuple(replace(face, body=None) if face.id == 5 else face for face in part.faces)
    prepared = replace(TRAY.assessed.prepared, part=replace(part, faces=faces))
    stray = replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))
    listed = {each.fid for each in measure(stray).subjects if each.domain == Domain.FACE}
    assert listed == {face.id for face in part.faces} - {5}


def test_measuring_stops_when_asked() -> None:
    with pytest.raises(Cancelled):
        measure_all(RunContext(TRAY.assessed.prepared), TRAY.assessed, Progress(is_cancelled=lambda: True))
