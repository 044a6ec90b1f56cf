"""Labelled blocks: what counts as an instance, as found, and as false."""

import tempfile
from functools import cache
from pathlib import Path

import pytest

from bench.accuracy import labelled
from engine.model.part import Part
from tests.support import draw
from tests.support.parts import face_at, part_of

STOCK, POCKET, STEP = 15, 10, 6
BLOCK = draw.box((60, 40, 30), (-30, -20, 0))
RECESS = draw.box((24, 14, 20), (-12, -7, 20))
POINTS = ((0, 0, 20), (12, 1, 25), (-12, 1, 25), (1, 7, 25), (1, -7, 25))


def labels(part: Part, number: int, name: str, points) -> tuple[int, ...]:
    """Label the faces at points; all others are stock."""
    inside = {face_at(part, point).id for point in points}
    stock = len(labelled.SETS[name]) - 1
    return tuple(number if face.id in inside else stock for face in part.faces)


def measured(shape, number: int, name: str, points) -> labelled.Measured:
    """Label faces of a block, save it as one of the set, and measure it."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / name
        folder.mkdir()
        path = draw.write_step(shape, folder / "part.step")
        return labelled.measure(path, labels(part_of(shape), number, name, points))


@cache
def block() -> tuple[Part, labelled.Recognized]:
    """Recognize the block with the recess once for all labels."""
    shape = draw.cut(BLOCK, RECESS)
    with tempfile.TemporaryDirectory() as made:
        return part_of(shape), labelled.recognized(draw.write_step(shape, Path(made) / "part.step"))


@cache
def recess(number: int, beside=()) -> labelled.Measured:
    """Label the faces of the recess, and those at points beside it."""
    part, recognized = block()
    return labelled.counted(
        Path("mfcad/part.step"), recognized, labels(part, number, "mfcad", (*POINTS, *beside))
    )


def test_a_pocket_is_found_as_a_pocket():
    counts, reported, false, beside, failures = recess(POCKET)
    count = counts["mfcad rectangular pocket"]
    assert (count.whole, count.found, count.cut) == (1, 1, 0)
    assert (reported["POCKET"], false["POCKET"], beside["POCKET"], failures) == (1, 0, 0, [])


def test_a_pocket_on_what_is_stock_or_a_step_is_false():
    for number in (STOCK, STEP):
        counts, _, false, beside, failures = recess(number)
        assert (false, beside) == ({"POCKET": 1}, {"POCKET": 1})
        # stock has nothing to be found, and the step is not found in the pocket
        assert [count.found + count.cut_found for count in counts.values()] == [0] * (number == STEP)
        assert "false, on" in failures[0].what


def test_a_chamfer_that_is_really_a_pocket_is_missed():
    counts, _, false, beside, _ = recess(0)
    count = counts["mfcad chamfer"]
    assert (count.whole, count.cut, count.found + count.cut_found) == (0, 1, 0)
    assert (false["POCKET"], beside["POCKET"]) == (0, 1)


def test_faces_of_one_class_that_meet_in_a_hollow_are_one_instance_and_others_two():
    part, (prepared, _) = block()
    inside = [face_at(part, point).id for point in POINTS]
    found = list(labelled.instances(prepared.graph, labels(part, POCKET, "mfcad", POINTS)))
    assert (POCKET, set(inside), 5) in found
    assert sum(1 for number, _, _ in found if number == STOCK) == 6


@pytest.mark.parametrize(("left_at_mm", "whole", "cut"), [(0.1, 1, 0), (-3.0, 0, 1)])
def test_a_hole_is_whole_when_half_of_its_round_is_left(left_at_mm, whole, cut):
    """A recess beside it leaves 182 or 106 degrees of the round."""
    slab = draw.cut(draw.box((60, 40, 10), (-30, -20, 0)), draw.cylinder(5, 10, (0, 0, 0)))
    shape = draw.cut(slab, draw.box((20, 15, 10), (-10, left_at_mm, 0)))
    count = measured(shape, 1, "mfcadpp", [(0, -5, 5)])[0]["mfcadpp through hole"]
    assert (count.whole, count.found, count.cut) == (whole, whole, cut)


@pytest.mark.parametrize(
    ("missed", "faces_found", "figure"),
    [((), 5, 1.0), (((25, 15, 30),), 5, 5 / 6)],
)
def test_faces_of_recesses_are_counted_over_all_of_a_class(missed, faces_found, figure):
    """A pocket has five faces; where the top of the block has its label too, that face is not found."""
    counts = recess(POCKET, missed)[0]
    count = counts["mfcad rectangular pocket"]
    assert (count.faces, count.faces_found) == (5 + len(missed), faces_found)
    result = labelled.Result()
    result.counts.update(counts)
    result.counts["mfcad rectangular through step"].add(labelled.Count(whole=1, found=0, faces=2))
    assert result.figures()["recall"]["faces of recesses"] == pytest.approx(figure)


def test_a_step_is_no_recess():
    counts = recess(STEP)[0]
    result = labelled.Result()
    result.counts.update(counts)
    assert result.faces_of_recesses() == (0, 0)
    assert "faces of recesses" not in result.figures()["recall"]
