"""A wrong number, a missed feature and an extra one must each lower the figure they belong to."""

from bench.accuracy.matching import Failure, Tally, is_right, match, summed
from tests.bench.accuracy.entries import entry
from tests.support import draw
from tests.support.generated.truth import Drawn, expect, perhaps

WALL, FLOOR, OTHER = (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), (5.0, 0.0, 0.0)
FACES = {WALL: 3, FLOOR: 4, OTHER: 7}
HOLE = expect("HOLE", WALL, FLOOR, diameter_mm=8.0, depth_mm=20.0, through=False)
RIGHT = entry("HOLE", 3, 4, diameter_mm=8.0, depth_mm=20.0, through=False)


def counted(*entries, expected=(HOLE,)) -> tuple[dict[str, Tally], list[Failure]]:
    drawn = Drawn(label="drawn", shape=draw.box((1, 1, 1)), expected=expected)
    return match("part", drawn, entries, FACES.__getitem__)


def figures(*entries, expected=(HOLE,)) -> tuple[float, float, float]:
    tally = counted(*entries, expected=expected)[0]["HOLE"]
    return tally.recall, tally.accuracy, tally.precision


def test_the_right_answer_reaches_everything():
    assert figures(RIGHT) == (1, 1, 1)
    assert counted(RIGHT)[1] == []


def test_a_wrong_diameter_is_found_and_not_exact():
    wrong = entry("HOLE", 3, 4, diameter_mm=8.02, depth_mm=20.0, through=False)
    assert figures(wrong) == (1, 0, 1)
    (failure,) = counted(wrong)[1]
    assert "diameter_mm 8.02 instead of 8" in failure.what
    assert max(counted(wrong)[0]["HOLE"].errors) == 8.02 - 8.0


def test_a_diameter_within_a_hundredth_is_right():
    assert figures(entry("HOLE", 3, 4, diameter_mm=8.009, depth_mm=20.0, through=False)) == (1, 1, 1)


def test_a_wrong_truth_value_is_not_exact():
    assert figures(entry("HOLE", 3, 4, diameter_mm=8.0, depth_mm=20.0, through=True)) == (1, 0, 1)


def test_a_dimension_that_is_missing_is_not_exact():
    assert figures(entry("HOLE", 3, 4, diameter_mm=8.0, through=False)) == (1, 0, 1)


def test_a_missed_feature_lowers_recall():
    assert figures() == (0, 0, 1)


def test_a_feature_without_one_of_the_faces_is_missed_and_extra():
    assert figures(entry("HOLE", 3, diameter_mm=8.0, depth_mm=20.0, through=False)) == (0, 0, 0)


def test_a_feature_of_another_kind_is_missed_and_extra_there():
    tallies, failures = counted(entry("POCKET", 3, 4))
    assert (tallies["HOLE"].recall, tallies["POCKET"].precision) == (0, 0)
    assert "POCKET" in failures[0].what


def test_an_extra_feature_lowers_precision():
    assert figures(RIGHT, entry("HOLE", 7, diameter_mm=3.0)) == (1, 1, 0.5)


def test_the_same_feature_twice_is_one_extra():
    assert figures(RIGHT, RIGHT) == (1, 1, 0.5)


def test_of_two_that_fit_the_one_with_the_right_numbers_counts():
    wrong = entry("HOLE", 3, 4, 7, diameter_mm=9.0, depth_mm=20.0, through=False)
    assert figures(wrong, RIGHT) == (1, 1, 0.5)


def test_walls_are_extra_only_where_the_truth_lists_them():
    assert "WALL" not in counted(RIGHT, entry("WALL", 7))[0]
    drawn = Drawn(label="drawn", shape=draw.box((1, 1, 1)), complete=frozenset({"WALL"}))
    assert match("part", drawn, [entry("WALL", 7)], FACES.__getitem__)[0]["WALL"].precision == 0


def test_what_may_be_there_is_neither_missed_nor_extra():
    truth = (HOLE, perhaps("SLOT", OTHER))
    assert counted(RIGHT, expected=truth)[1] == []
    assert counted(RIGHT, entry("SLOT", 7), expected=truth)[1] == []
    assert counted(RIGHT, entry("SLOT", 7), entry("SLOT", 7), expected=truth)[0]["SLOT"].extra == 1


def test_stages_are_right_when_every_one_is():
    stages = (("cylinder", 8.0, 3.0), ("cylinder", 4.0, 9.0))
    assert is_right(stages, (("cylinder", 8.001, 3.0), ("cylinder", 4.0, 9.0)))
    assert not is_right(stages, (("cylinder", 8.0, 3.0), ("cone", 4.0, 9.0)))
    assert not is_right(stages, stages[:1])


def test_one_is_not_true():
    assert not is_right(True, 1)
    assert not is_right(1, True)


def test_tallies_add_up_over_parts():
    total = summed([counted(RIGHT)[0], counted()[0]])
    assert (total["HOLE"].expected, total["HOLE"].recall) == (2, 0.5)
