"""Lint: warnings about what is legal and hardly meant, and silence about everything else."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.rules import packs, parse
from engine.rules.lint import lint

CLEAN: dict[str, Any] = {
    "key": "shop",
    "name": "Our shop",
    "configurations": {
        "steel": {
            "name": "Steel",
            "parameters": {"wall_warn_mm": 3.0, "wall_fail_mm": 1.5, "draft_deg": 1.0},
        },
        "brass": {
            "name": "Brass",
            "parameters": {"wall_warn_mm": 2.0, "wall_fail_mm": 1.0, "draft_deg": 0.5},
        },
    },
    "rules": [
        {
            "key": "wall",
            "name": "Wall",
            "scope": "per_feature",
            "selector": {"set": "all_faces", "where": [{"metric": "area_mm2", "op": "ge", "rhs": 1.0}]},
            "metric": "thickness.min",
            "tiers": [
                {"level": "fail", "op": "lt", "rhs": {"param": "wall_fail_mm"}},
                {"level": "warning", "op": "lt", "rhs": {"param": "wall_warn_mm"}},
                {"level": "pass"},
            ],
            "messages": {
                "fail": "{feature} is {metric:.2f} mm thick, under {threshold:.2f} mm.",
                "warning": "{feature} is {metric:.2f} mm thick, under {threshold:.2f} mm.",
                "pass": "All {n_inspected} are over {threshold:.2f} mm.",
            },
            "advice": "Thicken it to {threshold:.2f} mm.",
        },
        {
            "key": "draft",
            "name": "Draft",
            "scope": "per_feature",
            "selector": {"set": "all_faces"},
            "metric": "draft.min",
            "tiers": [{"level": "warning", "op": "lt", "rhs": {"param": "draft_deg"}}, {"level": "pass"}],
            "messages": {"warning": "{feature} leans {metric:.1f}°.", "pass": "All lean enough."},
        },
    ],
}

Change = Callable[[dict[str, Any]], object]


def warnings(*changes: Change) -> tuple[str, ...]:
    """Change the clean pack and return what is said of it."""
    document = copy.deepcopy(CLEAN)
    for change in changes:
        change(document)
    return lint(parse.parse(document))


def the_only(*changes: Change) -> str:
    found = warnings(*changes)
    assert len(found) == 1, found
    return found[0]


def wall(document: dict[str, Any]) -> dict[str, Any]:
    rule: dict[str, Any] = document["rules"][0]
    return rule


def of_steel(document: dict[str, Any]) -> dict[str, Any]:
    parameters: dict[str, Any] = document["configurations"]["steel"]["parameters"]
    return parameters


def ladder(*tiers: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(("level", "op", "rhs"), tier, strict=False)) for tier in tiers]


def judged_by(*tiers: tuple[Any, ...], **changes: Any) -> Change:
    """Give the second rule another ladder, and a message for every level."""

    def change(document: dict[str, Any]) -> None:
        levels = {str(tier[0]): "It is so." for tier in tiers}
        document["rules"][1].update({"tiers": ladder(*tiers), "messages": levels} | changes)
        for each in document["configurations"].values():
            del each["parameters"]["draft_deg"]

    return change


def test_a_clean_pack_gets_no_warning() -> None:
    assert warnings() == ()


@pytest.mark.parametrize("key", [pack.key for pack in packs.shipped()])
def test_every_shipped_pack_is_clean(key: str) -> None:
    assert lint(packs.load(key)) == ()


def test_a_tier_that_the_one_before_it_leaves_nothing_to_is_reported() -> None:
    swapped = the_only(lambda d: wall(d)["tiers"].insert(0, wall(d)["tiers"].pop(1)))
    assert swapped == (
        "rules[0].tiers[1]: this fail never holds; the tiers before it take every value, "
        "or `where` leaves none"
    )
    found = warnings(lambda d: of_steel(d).update(wall_fail_mm=4.0))
    assert found == (
        "rules[0].tiers[1]: this warning never holds under steel; the tiers before it take every value, or "
        "`where` leaves none",
    )


def test_a_tier_out_of_reach_because_of_a_condition_is_reported() -> None:
    def deep(bound: float) -> Change:
        where = [{"metric": "draft.min", "op": "lt", "rhs": 5.0}]
        return judged_by(("fail", "gt", bound), ("pass",), selector={"set": "all_faces", "where": where})

    assert "rules[1].tiers[0]: this fail never holds;" in warnings(deep(6.0))[0]
    assert warnings(deep(4.0)) == ()


def test_a_tier_with_conditions_takes_nothing_from_those_behind_it() -> None:
    def conditional(**members: Any) -> Change:
        return lambda d: wall(d)["tiers"].insert(0, {"level": "warning"} | members)

    small = [{"metric": "area_mm2", "op": "lt", "rhs": 9.0}]
    assert warnings(conditional(where=small)) == ()
    assert warnings(conditional(op="lt", rhs={"param": "wall_warn_mm"}, where=small)) == ()
    found = the_only(
        lambda d: wall(d)["tiers"].insert(2, {"level": "fail", "op": "lt", "rhs": 1, "where": small})
    )
    assert found.startswith("rules[0].tiers[2]: this fail never holds;")


def test_conditions_of_a_tier_that_contradict_the_selector_are_reported() -> None:
    none = [{"metric": "area_mm2", "op": "lt", "rhs": 0.5}]
    found = the_only(lambda d: wall(d)["tiers"].insert(0, {"level": "warning", "where": none}))
    assert found == "rules[0].tiers[0].where: no value of area_mm2 meets these conditions together"


def test_parameters_and_units_in_the_conditions_of_a_tier_are_looked_at() -> None:
    where = [{"metric": "area_mm2", "op": "lt", "rhs": {"param": "wall_warn_mm"}}]
    found = the_only(lambda d: wall(d)["tiers"].insert(0, {"level": "warning", "where": where}))
    assert found.startswith("rules[0].tiers[0].where[0].rhs.param: wall_warn_mm is in mm by its name")


def test_a_ladder_without_a_tier_for_every_value_is_reported_with_the_values() -> None:
    found = the_only(judged_by(("fail", "lt", 1.0), ("pass", "ge", 2.0)))
    assert found.startswith("rules[1].tiers: no tier holds between 1 and 2 under steel; a last tier")
    assert warnings(judged_by(("fail", "lt", 1.0), ("pass", "ge", 1.0))) == ()


def test_a_verdict_that_gets_milder_further_off_is_reported() -> None:
    found = the_only(judged_by(("warning", "gt", 10.0), ("fail", "gt", 5.0), ("pass",)))
    assert found == (
        "rules[1].tiers: between 5 and 10 it is a fail, and above 10, further off, only a warning under "
        "steel; put the stricter tier first"
    )
    assert warnings(judged_by(("fail", "gt", 10.0), ("warning", "gt", 5.0), ("pass",))) == ()


def test_a_window_between_two_limits_is_no_disorder() -> None:
    window = (("fail", "lt", 1.0), ("warning", "lt", 2.0), ("fail", "gt", 9.0), ("warning", "gt", 8.0))
    assert warnings(judged_by(*window, ("pass",))) == ()


def test_two_levels_at_one_bound_are_reported() -> None:
    found = warnings(judged_by(("fail", "lt", 3.0), ("warning", "le", 3.0), ("pass",)))
    assert found[0] == "rules[1].tiers[1].rhs: this warning has the same bound as the fail of tiers[0]"
    assert warnings(judged_by(("fail", "lt", 3.0), ("warning", "le", 3.5), ("pass",))) == ()


def test_a_length_that_has_to_be_a_number_exactly_is_reported_and_a_count_is_not() -> None:
    assert "exactly a number" in the_only(judged_by(("fail", "eq", 3.0), ("pass",)))
    counted = {"scope": "whole_part", "selector": {"set": "part"}, "metric": "part.body_count"}
    assert warnings(judged_by(("fail", "ne", 1), ("pass",), **counted)) == ()


def test_conditions_that_contradict_each_other_are_reported() -> None:
    def where(low: float, high: float) -> Change:
        clauses = [
            {"metric": "area_mm2", "op": "gt", "rhs": low},
            {"metric": "area_mm2", "op": "lt", "rhs": high},
        ]
        return lambda d: wall(d)["selector"].update(where=clauses)

    assert the_only(where(20.0, 10.0)) == (
        "rules[0].selector.where: no value of area_mm2 meets these conditions together"
    )
    assert "meets these conditions" in the_only(where(10.0, 10.0))
    assert warnings(where(10.0, 20.0)) == ()


def test_a_rule_that_can_only_pass_and_a_gate_that_cannot_fail_are_reported() -> None:
    assert the_only(judged_by(("pass",))) == "rules[1].tiers: the rule can only pass"
    warning = judged_by(("warning", "lt", 1.0), ("pass",), gate=True)
    assert the_only(warning) == "rules[1].gate: the gate never fails, so it rules no part out"
    assert warnings(judged_by(("fail", "lt", 1.0), ("pass",), gate=True)) == ()


def test_a_configuration_without_rules_is_reported() -> None:
    def limited(d: dict[str, Any]) -> None:
        for rule in d["rules"]:
            rule["configurations"] = ["brass"]

    assert "configurations.steel: no rule belongs to it, so every part passes" in warnings(limited)


def test_a_set_of_faces_that_the_pull_decides_gets_no_warning() -> None:
    assert warnings(lambda d: wall(d)["selector"].update(set="undercut_faces")) == ()


def test_a_parameter_that_nothing_uses_is_reported() -> None:
    found = the_only(lambda d: of_steel(d).update(spare=1.0))
    assert found == "configurations.steel.parameters.spare: no rule of this configuration uses it"
    assert len(warnings(lambda d: d["rules"][1].update(configurations=["brass"]))) == 1


def test_a_parameter_whose_name_promises_another_unit_is_reported() -> None:
    def renamed(name: str) -> Change:
        def change(d: dict[str, Any]) -> None:
            for each in d["configurations"].values():
                each["parameters"][name] = each["parameters"].pop("draft_deg")
            d["rules"][1]["tiers"][0]["rhs"]["param"] = name

        return change

    found = the_only(renamed("draft_mm"))
    assert found == (
        "rules[1].tiers[0].rhs.param: draft_mm is in mm by its name, but draft.min is measured in °"
    )
    assert "draft_ratio is a plain number by its name" in the_only(renamed("draft_ratio"))
    assert "draft_rad is in radians by its name" in the_only(renamed("draft_rad"))
    assert warnings(renamed("draft_min_deg")) == ()
    assert warnings(renamed("draft")) == ()
    assert warnings(renamed("mm")) == ()


@pytest.mark.parametrize(
    ("metric", "bound", "is_plausible"),
    [
        ("thickness.min", 0.0008, False),
        ("thickness.min", 0.8, True),
        ("thickness.min", 80000.0, False),
        ("thickness.min", 0.0, True),
        ("draft.min", 0.0174, False),
        ("draft.min", -1.0, True),
        ("draft.min", 720.0, False),
        ("area_mm2", 1e9, False),
        ("area_mm2", 100.0, True),
        ("thickness.cv", 60.0, False),
        ("thickness.cv", 0.6, True),
    ],
)
def test_a_bound_that_is_a_thousand_times_off_is_reported(
    metric: str, bound: float, is_plausible: bool
) -> None:
    found = warnings(judged_by(("fail", "lt", bound), ("pass",), metric=metric))
    assert (found == ()) == is_plausible, found
    if not is_plausible:
        assert f"{bound:g} is hardly a bound for {metric}" in found[0]


def test_a_plain_number_that_would_be_shown_in_a_unit_is_reported() -> None:
    def shown_in(unit: str) -> Change:
        return judged_by(("fail", "gt", 0.5), ("pass",), metric="thickness.cv", unit=unit)

    assert the_only(shown_in("mm")) == (
        "rules[1].unit: thickness.cv is a plain number, and would be shown in mm"
    )
    assert warnings(shown_in("times")) == ()


def test_a_length_below_nothing_is_reported() -> None:
    found = the_only(judged_by(("fail", "lt", -2.0), ("pass",), metric="thickness.min"))
    assert found == "rules[1].tiers[0].rhs: thickness.min is never negative, and the bound is -2"


def test_bounds_that_are_a_thousand_times_apart_are_reported() -> None:
    found = warnings(judged_by(("fail", "lt", 0.05), ("warning", "lt", 60.0), ("pass",)))
    assert "rules[1].tiers: the bounds 0.05 and 60 are 1000 times apart or more under steel" in found[0]
    assert warnings(judged_by(("fail", "lt", 0.1), ("warning", "lt", 60.0), ("pass",))) == ()
    found = warnings(lambda d: of_steel(d).update(draft_deg=60.0))
    assert "configurations: draft_deg is 0.5 under brass and 60 under steel" in found[-1]
    assert warnings(lambda d: of_steel(d).update(draft_deg=45.0)) == ()


def test_a_parameter_named_for_another_level_is_reported() -> None:
    def swapped(d: dict[str, Any]) -> None:
        for each in d["configurations"].values():
            named = each["parameters"]
            named["wall_warn_mm"], named["wall_fail_mm"] = named["wall_fail_mm"], named["wall_warn_mm"]
        for tier, name in zip(wall(d)["tiers"], ("wall_warn_mm", "wall_fail_mm"), strict=False):
            tier["rhs"]["param"] = name

    assert warnings(swapped) == (
        "rules[0].tiers[0].rhs.param: wall_warn_mm is named for another level than fail",
        "rules[0].tiers[1].rhs.param: wall_fail_mm is named for another level than warning",
    )


def test_a_bound_that_is_derived_from_another_levels_parameter_is_no_slip() -> None:
    def derived(factor: float) -> Change:
        half = {"param": "wall_warn_mm", "factor": factor}
        return lambda d: (
            wall(d)["tiers"][0].update(rhs=half),
            [each["parameters"].pop("wall_fail_mm") for each in d["configurations"].values()],
        )

    assert warnings(derived(0.5)) == ()
    assert any("named for another level" in found for found in warnings(derived(1.0)))


def test_a_level_without_a_message_is_reported_where_it_is_reached() -> None:
    found = the_only(lambda d: wall(d)["messages"].pop("warning"))
    assert found == "rules[0].messages.warning: the level is reached and has no message of its own"
    assert "fail" not in CLEAN["rules"][1]["messages"]


def test_a_threshold_that_would_be_a_dash_is_reported() -> None:
    text = {"fail": "Under {threshold:.1f}.", "warning": "Over {threshold:.1f}."}
    found = the_only(judged_by(("fail", "lt", 1.0), ("warning",), messages=text))
    assert found == (
        "rules[1].messages.warning: {threshold} would be a dash under steel: no bound leads from a warning "
        "to a milder verdict"
    )
    milder = text | {"warning": "So."}
    found = warnings(judged_by(("fail", "lt", 1.0), ("warning",), messages=milder, advice="{threshold}!"))
    assert found[0].startswith("rules[1].advice: {threshold} would be a dash under steel")
    assert warnings(judged_by(("fail", "lt", 1.0), ("pass",), messages=text | {"pass": "So."})) == ()


def test_a_bound_that_is_written_out_in_a_message_is_reported() -> None:
    found = the_only(lambda d: wall(d)["messages"].update(fail="{feature} is under 1.5 mm."))
    assert found == (
        "rules[0].messages.fail: 1.5 is written out, and is the value of wall_fail_mm; {threshold} would "
        "follow it when it changes"
    )
    assert warnings(lambda d: wall(d)["messages"].update(fail="{feature} needs 3 passes of 17 mm.")) != ()
    assert warnings(lambda d: wall(d)["messages"].update(fail="{feature} needs 5 passes of 17 mm.")) == ()
