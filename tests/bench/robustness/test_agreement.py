"""Sizes of a part and of the same part written again agree, or the bench says which does not."""

from dataclasses import replace

import numpy as np

from bench.accuracy.answer import Answer
from bench.robustness import agreement
from bench.robustness.difference import Kind
from bench.robustness.examination import Examination, Size
from bench.robustness.severities import Verdict
from engine.model.rulepack import Severity
from tests.support.mutators import Respelled

BOX_MM = np.array([[0.0, 0.0, 0.0], [10.0, 20.0, 30.0]])
QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
SIZE = Size(6000.0, 2200.0, BOX_MM, (5000.0, 1000.0), (1200.0, 1000.0), 12)
RULE = "cnc/3-axis/min_wall_thickness"


def examined(size=SIZE, written=None, severity=Severity.PASS) -> Examination:
    verdicts = {RULE: Verdict(severity, severity, False)}
    return Examination(size=size, answer=Answer((), 37.4, 12), verdicts=verdicts, written=written)


def compared(size, written, way="reexported", severity=Severity.PASS) -> list[tuple[str, str]]:
    found = agreement.differences(examined(), examined(size, written, severity), way)
    return [(one.kind, one.key) for one in found]


def test_the_same_part_in_another_place_agrees_with_itself():
    box_mm = np.array([[-20.0, 0.0, 0.0], [0.0, 10.0, 30.0]])
    shuffled = replace(SIZE, box_mm=box_mm, volume_of_body=(1000.0, 5000.0), area_of_body=(1000.0, 1200.0))
    assert compared(shuffled, Respelled(None, turn=QUARTER)) == []


def test_a_part_that_was_scaled_is_compared_in_its_new_size():
    scaled = replace(SIZE, box_mm=2 * BOX_MM, volume_of_body=(40000.0, 8000.0), area_of_body=(4800.0, 4000.0))
    assert compared(scaled, Respelled(None, turn=2 * np.eye(3))) == []
    assert (Kind.GEOMETRY, "volume of a body") in compared(scaled, Respelled(None))


def test_a_volume_an_area_and_a_box_that_changed_are_named():
    wrong = replace(SIZE, volume_of_body=(5001.0, 1000.0), area_of_body=(1200.0, 999.0), box_mm=BOX_MM + 0.01)
    assert compared(wrong, Respelled(None)) == [
        (Kind.GEOMETRY, "volume of a body"),
        (Kind.GEOMETRY, "area of a body"),
        (Kind.GEOMETRY, "box"),
    ]


def test_a_body_that_is_gone_is_named_and_nothing_else():
    assert compared(replace(SIZE, volume_of_body=(5000.0,)), Respelled(None)) == [
        (Kind.GEOMETRY, "number of bodies")
    ]


def test_severities_are_compared_where_the_size_is_kept():
    assert compared(SIZE, Respelled(None), severity=Severity.FAIL) == [(Kind.SEVERITY, RULE)]
    assert compared(SIZE, Respelled(None), "triangles", Severity.FAIL) == []


def test_a_variant_that_is_refused_differs():
    refused = Examination(refusal="NoSolid: nothing", written=Respelled(None))
    (one,) = agreement.differences(examined(), refused, "nurbs")
    assert one.kind is Kind.REFUSAL
