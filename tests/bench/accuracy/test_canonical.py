"""Two answers for one part told in two ways: what counts as the same, and what does not."""

import numpy as np
import pytest

from bench.accuracy.canonical import differences
from tests.bench.accuracy.entries import answer, entry
from tests.support import draw
from tests.support.mutators import Respelled

BOX = draw.box((1, 1, 1))
AS_IT_WAS = Respelled(BOX)
TWICE = Respelled(BOX, 2 * np.eye(3), np.array([10.0, 0.0, 0.0]))


def hole(*at: float, diameter_mm: float = 8.0, stages: tuple = (), scale: float = 1.0):
    return entry(
        "HOLE",
        1,
        at=at or (1.0, 2.0, 3.0),
        diameter_mm=scale * diameter_mm,
        depth_mm=scale * 20.0,
        through=True,
        end="open",
        hole_type="simple",
        stages=stages,
    )


def test_the_same_answer_differs_in_nothing():
    assert differences(answer(hole()), answer(hole()), AS_IT_WAS) == []


def test_other_face_numbers_are_the_same_answer():
    after = entry("HOLE", 9, 12, at=(1.0, 2.0, 3.0), **hole().dimensions)
    assert differences(answer(hole()), answer(after), AS_IT_WAS) == []


def test_a_lost_feature_and_a_new_one_are_differences():
    (lost,) = differences(answer(hole()), answer(), AS_IT_WAS)
    assert lost.startswith("lost HOLE")
    (new,) = differences(answer(), answer(hole()), AS_IT_WAS)
    assert new.startswith("new HOLE")


def test_another_kind_is_lost_and_new():
    slot = entry("SLOT", 1, at=(1.0, 2.0, 3.0), width_mm=8.0)
    assert len(differences(answer(hole()), answer(slot), AS_IT_WAS)) == 2


def test_another_diameter_is_a_difference():
    (said,) = differences(answer(hole()), answer(hole(diameter_mm=8.1)), AS_IT_WAS)
    assert "diameter_mm 8 → 8.1" in said


def test_a_diameter_within_a_thousandth_is_the_same():
    assert differences(answer(hole()), answer(hole(diameter_mm=8.004)), AS_IT_WAS) == []


def test_a_feature_elsewhere_is_lost_and_new():
    assert len(differences(answer(hole()), answer(hole(1.0, 2.0, 3.5)), AS_IT_WAS)) == 2


def test_lengths_and_places_follow_the_scale():
    assert differences(answer(hole()), answer(hole(12.0, 4.0, 6.0, scale=2.0)), TWICE) == []
    assert differences(answer(hole()), answer(hole(12.0, 4.0, 6.0)), TWICE) != []


def test_stages_may_be_distinguished_from_either_end():
    stages = (("cylinder", 8.0, 5.0, 0.0), ("cylinder", 4.0, 15.0, 0.0))
    assert differences(answer(hole(stages=stages)), answer(hole(stages=stages[::-1])), AS_IT_WAS) == []
    other = (("cylinder", 8.0, 5.0, 0.0), ("cylinder", 4.0, 14.0, 0.0))
    assert differences(answer(hole(stages=stages)), answer(hole(stages=other)), AS_IT_WAS) != []


@pytest.mark.parametrize(("other", "is_same"), [(np.nan, True), (3.0, False)])
def test_not_measurable_is_the_same_as_not_measurable(other, is_same):
    before, after = (
        entry("POCKET", 1, min_internal_radius_mm=value, depth_mm=1.0) for value in (np.nan, other)
    )
    assert (differences(answer(before), answer(after), AS_IT_WAS) == []) is is_same


def test_a_walls_thickness_counts_only_where_it_is_even():
    def wall(thickness_mm: float, spread_mm: float):
        size = {"thickness_mm": thickness_mm, "area_mm2": 9.0, "min_thickness_mm": thickness_mm - spread_mm}
        return answer(entry("WALL", 1, **size, max_thickness_mm=thickness_mm + spread_mm))

    assert differences(wall(5.0, 1.0), wall(5.2, 1.0), AS_IT_WAS) == []
    assert differences(wall(5.0, 0.0), wall(5.2, 0.0), AS_IT_WAS) != []
    assert differences(wall(5.0, 0.0), wall(5.2, 1.0), AS_IT_WAS) != []
