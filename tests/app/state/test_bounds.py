"""Limits as people type them."""

import pytest

from app.state import bounds

PARAMETERS = ("wall_min_mm", "k")


@pytest.mark.parametrize(
    ("typed", "bound"),
    [
        ("3", 3.0),
        (" 2,5 ", 2.5),
        ("−1.5", -1.5),
        ("wall_min_mm", {"param": "wall_min_mm"}),
        ("wall_min_mm × 0.5", {"param": "wall_min_mm", "factor": 0.5}),
        ("0.5*wall_min_mm", {"param": "wall_min_mm", "factor": 0.5}),
        ("k x 2", {"param": "k", "factor": 2.0}),
    ],
)
def test_a_limit_is_a_number_a_parameter_or_its_multiple(typed, bound):
    assert bounds.read(typed, PARAMETERS) == bound


@pytest.mark.parametrize("typed", ["", "wall_mn_mm", "wall_min_mm × much", "1e999", "gone × 2"])
def test_anything_else_is_refused_with_a_sentence(typed):
    with pytest.raises(ValueError, match=r"\.$"):
        bounds.read(typed, PARAMETERS)


@pytest.mark.parametrize("bound", [3.0, {"param": "k"}, {"param": "k", "factor": 0.25}])
def test_what_is_shown_reads_as_what_it_was(bound):
    assert bounds.read(bounds.text(bound), PARAMETERS) == bound


def test_a_limit_has_the_value_of_its_parameter_and_none_without_it():
    assert bounds.value({"param": "k", "factor": 0.5}, {"k": 3.0}) == 1.5
    assert bounds.value({"param": "gone"}, {"k": 3.0}) is None
    assert bounds.value(2, {}) == 2.0


def test_a_rule_names_the_parameters_it_refers_to_once():
    rule = {
        "tiers": [
            {"rhs": {"param": "a"}},
            {"rhs": 2, "where": [{"rhs": {"param": "b"}}]},
            {"rhs": {"param": "a"}},
        ],
        "selector": {"set": "holes", "where": [{"rhs": {"param": "c"}}]},
    }
    assert bounds.parameters_of(rule) == ("a", "b", "c")
    assert bounds.parameters_of({}) == ()
