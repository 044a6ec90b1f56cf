"""What is read off a result document."""

from engine.exports import objections
from tests.engine.exports import judged


def test_a_part_is_reported_under_what_suits_it_best_alone() -> None:
    (only,) = judged.bracket().configurations
    assert (only.pack, only.configuration, only.name) == ("casting", "investment", "Casting, Investment")
    assert [rule.key for rule in only.rules] == [
        "min_wall_thickness",
        "envelope",
        "rib_ratio",
        "applicability",
    ]


def test_packs_that_were_asked_for_are_reported_all() -> None:
    found = [each.configuration for each in judged.bracket(is_asked=True).configurations]
    assert found == ["sand", "investment", "3-axis"]


def test_an_issue_is_an_objection_with_the_numbers_of_its_worst_place() -> None:
    wall, holes, bare = (objection for _, _, objection in objections.all_of(judged.bracket()))
    assert (wall.severity, wall.subject, wall.n_places) == ("fail", "face 7", 1)
    assert (wall.value, wall.threshold, wall.unit, wall.point_mm) == (0.8, 1.5, "mm", (1.0, 2.0, 3.5))
    assert (holes.severity, holes.subject, holes.n_places) == ("warning", "4 × hole Ø3.2", 4)
    assert (holes.value, holes.point_mm) == (3.2, None)
    assert (bare.severity, bare.subject, bare.n_places, bare.value) == ("warning", "part", 0, None)


def test_a_rule_that_passes_or_does_not_apply_objects_to_nothing() -> None:
    assert list(objections.all_of(judged.faultless())) == []


def test_what_sprue_failed_at_itself_is_an_error_of_the_part() -> None:
    broken = judged.document() | {"failed_stages": [{"stage": "patterns", "message": "Patterns failed."}]}
    assert objections.part_of("a.step", broken, False).errors == ("Patterns failed.",)
    assert judged.bracket().errors == ()
