"""Selectors: sets and conditions."""

import math

from engine.metrics import INFO_OF_METRIC
from engine.model.metric import Measured
from engine.model.rulepack import Bound, Comparison, Condition, Selector
from engine.rules import select
from engine.rules.parse import SET_OF_NAME
from engine.rules.select import Selection
from tests.support.tables import Thing, table

TABLE = table(
    Thing("HOLE", {"hole.diameter": 6.0, "hole.depth": 30.0}),
    Thing("HOLE", {"hole.diameter": 3.0, "hole.depth": 30.0}),
    Thing("HOLE", {"hole.diameter": 6.0, "hole.depth": 5.0}),
    Thing("FILLET", {"fillet.radius": 1.0}),
    Thing("FACE", {"area_mm2": 10.0}, sets=("undercut_faces",)),
)


def picked(set_name: str, *where: Condition) -> Selection:
    parameters = {"small": 5.0}
    return select.select(Selector(set_name, where), TABLE, select.members_of_set(TABLE), parameters)


def indices(selection: Selection) -> list[int]:
    found: list[int] = selection.chosen.tolist()
    return found


def test_a_set_holds_its_members_and_no_others() -> None:
    assert indices(picked("holes")) == [0, 1, 2]
    assert indices(picked("all_features")) == [0, 1, 2, 3]
    assert indices(picked("undercut_faces")) == [4]
    assert indices(picked("bosses")) == []


def test_every_condition_has_to_be_met() -> None:
    wide = Condition("hole.diameter", Comparison.GE, Bound(param="small"))
    deep = Condition("hole.depth", Comparison.GT, Bound(literal=10.0))
    assert indices(picked("holes", wide)) == [0, 2]
    assert indices(picked("holes", deep)) == [0, 1]
    assert indices(picked("holes", wide, deep)) == [0]
    assert picked("holes", wide, deep).n_in_set == 3


def test_what_a_condition_does_not_apply_to_does_not_meet_it() -> None:
    any_hole = Condition("hole.depth", Comparison.GT, Bound(literal=0.0))
    selection = picked("all_features", any_hole)
    assert indices(selection) == [0, 1, 2]
    assert selection.unclear == {}


def test_what_a_condition_could_not_measure_is_unclear_and_not_dropped() -> None:
    unmeasured = table(
        Thing("FACE", {"thickness.min": Measured(math.nan, reason="the face has no normal")}),
        Thing("FACE", {"thickness.min": 1.0}),
    )
    thin = Condition("thickness.min", Comparison.LT, Bound(literal=2.0))
    selector = Selector("all_faces", (thin,))
    selection = select.select(selector, unmeasured, select.members_of_set(unmeasured), {})
    assert indices(selection) == [1]
    assert selection.unclear == {0: "the face has no normal"}


def test_a_metric_is_measurable_on_the_sets_that_hold_its_subjects() -> None:
    def homes(metric: str) -> set[str]:
        info = INFO_OF_METRIC[metric]
        return {name for name, each in SET_OF_NAME.items() if select.is_measurable(info, each)}

    assert homes("hole.depth") == {"holes", "cutouts", "all_features", "thread_candidates"}
    assert homes("fillet.radius") == {"fillets", "all_features"}
    assert homes("part.volume_mm3") == {"part"}
    assert homes("corner.angle") == {"sharp_internal_corners"}
    assert homes("thickness.min") == set(SET_OF_NAME) - {"part", "sharp_internal_corners"}


def test_a_subject_that_may_meet_a_condition_is_chosen_and_reported() -> None:
    deep = Condition("hole.depth", Comparison.GE, Bound(literal=10.0))
    depths = (Measured(9.0, 1.5), Measured(9.0, 0.5), Measured(10.5, 1.0), Measured(10.05, 0.01))
    holes = table(*(Thing("HOLE", {"hole.depth": each}) for each in depths))
    selection = select.select(Selector("holes", (deep,)), holes, select.members_of_set(holes), {})
    assert indices(selection) == [0, 2, 3]
    assert sorted(selection.dispute_of_subject) == [0, 2]
