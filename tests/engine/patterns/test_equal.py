"""Which features are equal: those of one kind, body and size."""

import dataclasses

import numpy as np
import pytest

from engine.features.hole import Hole, HoleEnd
from engine.features.holes.stages import HoleType, Stage, StageShape
from engine.model.arrays import frozen
from engine.model.feature import Kind
from engine.model.part import BodyId, FaceId
from engine.patterns import equal


def hole(diameter: float = 6.6, depth: float = 10.0, **changes) -> Hole:
    made = Hole(
        kind=Kind.HOLE,
        fid=FaceId(0),
        faces=(FaceId(0),),
        roles=(),
        body=BodyId(0),
        center=frozen([0, 0, 0]),
        axis=frozen([0, 0, -1]),
        box_mm=frozen(np.zeros((2, 3))),
        uncertainty_mm=0.0,
        diameter_mm=diameter,
        depth_mm=depth,
        shortest_depth_mm=depth,
        through=False,
        end=HoleEnd.FLAT,
        stages=(Stage(StageShape.CYLINDER, diameter, depth, 0.0),),
        hole_type=HoleType.SIMPLE,
        thread_candidates=(),
        entry=frozen([0, 0, 0]),
        span_deg=360.0,
    )
    return dataclasses.replace(made, **changes)


def are_equal(one: Hole, two: Hole) -> bool:
    return [each.tolist() for each in equal.sets((one, two))] == [[0, 1]]


def test_holes_of_one_size_are_equal_and_others_are_not():
    assert are_equal(hole(), hole())
    assert not are_equal(hole(), hole(diameter=6.65))
    assert not are_equal(hole(), hole(depth=10.1))
    assert not are_equal(hole(), hole(body=BodyId(1)))
    assert not are_equal(hole(), hole(end=HoleEnd.CONICAL))


def test_sizes_differ_by_what_is_not_known_of_them():
    assert are_equal(hole(uncertainty_mm=0.05), hole(diameter=6.65, uncertainty_mm=0.05))


def test_the_depth_of_a_way_through_is_no_size_of_it():
    ways = [
        hole(
            depth=depth, through=True, end=HoleEnd.OPEN, stages=(Stage(StageShape.CYLINDER, 6.6, depth, 0.0),)
        )
        for depth in (10.0, 16.0)
    ]
    assert are_equal(*ways)


@pytest.mark.parametrize(("wide_mm", "deep_mm"), [(11.0, 6.0), (12.0, 6.0), (11.0, 6.5)])
def test_stages_are_sizes(wide_mm, deep_mm):
    bored = [
        hole(
            stages=(
                Stage(StageShape.CYLINDER, wide, deep, 0.0),
                Stage(StageShape.CYLINDER, 6.6, 10.0 - deep, 0.0),
            )
        )
        for wide, deep in ((11.0, 6.0), (wide_mm, deep_mm))
    ]
    assert are_equal(*bored) == ((wide_mm, deep_mm) == (11.0, 6.0))


def test_rows_are_split_at_gaps_of_any_column():
    values = np.array([[1.0, 5.0], [1.004, 9.0], [2.0, 5.0], [1.002, 5.003]])
    assert [each.tolist() for each in equal.split(values, np.full(4, 0.01))] == [[0, 3], [1], [2]]
    assert equal.split(np.zeros((0, 2)), np.zeros(0)) == []
