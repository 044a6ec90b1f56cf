"""Parsing: what is accepted, and what is said of what is not."""

import copy
import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import InvalidRulePack
from engine.model.form import Form
from engine.model.rulepack import Bound, Comparison, Condition, FormFit, Need, Scope, Severity, Tier
from engine.rules import parse, reading

SOUND: dict[str, Any] = {
    "key": "shop",
    "name": "Our shop",
    "configurations": {
        "steel-1.5mm": {"name": "Steel", "parameters": {"wall_min": 0.8, "depth_max": 4}},
        "brass": {"name": "Brass", "parameters": {"wall_min": 0.5, "depth_max": 5}},
    },
    "rules": [
        {
            "key": "depth",
            "name": "Hole depth",
            "scope": "per_feature",
            "selector": {"set": "holes", "where": [{"metric": "hole.diameter", "op": "lt", "rhs": 20}]},
            "metric": "hole.depth_over_diameter",
            "tiers": [
                {"level": "fail", "op": "gt", "rhs": {"param": "depth_max", "factor": 2}},
                {"level": "warning", "op": "gt", "rhs": {"param": "depth_max"}},
                {"level": "pass"},
            ],
            "messages": {"fail": "{fid}: {metric:.2f} over {threshold:.2f}", "pass": "{n_inspected} holes"},
            "gate": True,
            "advice": "Shorten {feature}.",
        },
        {
            "key": "volume",
            "name": "Volume",
            "scope": "whole_part",
            "selector": {"set": "part"},
            "metric": "part.volume_mm3",
            "tiers": [
                {"level": "warning", "op": "gt", "rhs": 1e6},
                {"level": "warning", "where": [{"metric": "part.area_mm2", "op": "lt", "rhs": 0.5}]},
                {"level": "pass"},
            ],
            "messages": {},
            "configurations": ["brass"],
            "unit": "mm³",
            "source": "Our saw.",
        },
    ],
}

Change = Callable[[dict[str, Any]], object]


def problems(*changes: Change) -> tuple[str, ...]:
    """Change the sound document and return what is said of it."""
    document = copy.deepcopy(SOUND)
    for change in changes:
        change(document)
    return said_of(document)


def said_of(document: object) -> tuple[str, ...]:
    """Return the problems of a document, none when it is sound."""
    try:
        parse.parse(document)
    except InvalidRulePack as refused:
        return refused.problems
    return ()


def the_only(*changes: Change) -> str:
    found = problems(*changes)
    assert len(found) == 1, found
    return found[0]


def rule(document: dict[str, Any], at: int = 0) -> dict[str, Any]:
    return document["rules"][at]


def test_a_sound_document_becomes_the_pack_it_describes() -> None:
    pack = parse.parse(SOUND)
    assert (pack.key, pack.name) == ("shop", "Our shop")
    assert [(each.key, each.name) for each in pack.configurations] == [
        ("steel-1.5mm", "Steel"),
        ("brass", "Brass"),
    ]
    assert pack.configurations[0].parameters == {"wall_min": 0.8, "depth_max": 4.0}
    depth, volume = pack.rules
    assert depth.scope == Scope.PER_FEATURE
    assert depth.selector.set == "holes"
    assert depth.selector.where == (Condition("hole.diameter", Comparison.LT, Bound(literal=20.0)),)
    assert depth.metric == "hole.depth_over_diameter"
    assert depth.tiers == (
        Tier(Severity.FAIL, Comparison.GT, Bound(param="depth_max", factor=2.0)),
        Tier(Severity.WARNING, Comparison.GT, Bound(param="depth_max")),
        Tier(Severity.PASS),
    )
    assert depth.messages == {
        Severity.FAIL: "{fid}: {metric:.2f} over {threshold:.2f}",
        Severity.PASS: "{n_inspected} holes",
    }
    assert depth.advice == "Shorten {feature}."
    assert depth.configurations == ()
    assert (volume.scope, volume.configurations, volume.unit) == (Scope.WHOLE_PART, ("brass",), "mm³")
    assert volume.source == "Our saw."


@pytest.mark.parametrize("document", [None, [], "pack", 3])
def test_what_is_no_pack_at_all_is_distinguished(document: object) -> None:
    assert "key, name, configurations, rules" in said_of(document)[0]


def test_an_empty_pack_is_reported_all_that_it_lacks_and_what_each_could_be() -> None:
    assert said_of({}) == (
        'key: found nothing; accepted: name of the pack for programs, such as "forging"',
        'name: found nothing; accepted: name of the pack for people, such as "Closed-die forging"',
        "configurations: found nothing; accepted: the variants of the process by key, each with the numbers "
        'that differ, such as {"steel": {"name": "Steel", "parameters": {"wall_fail_mm": 3.0, '
        '"nominal_thickness_mm": 1.5}}}',
        "rules: found nothing; accepted: what is judged, in the order it is told, such as "
        '[{"key": "min_wall_thickness", …}]',
    )


def test_a_misspelt_name_is_reported_with_its_path_and_the_nearest_valid_one() -> None:
    found = the_only(lambda d: rule(d)["selector"].update(set="hole"))
    assert found.startswith('rules[0].selector.set: found "hole"; accepted: ')
    assert found.endswith('did you mean "holes"?')
    found = the_only(lambda d: rule(d).update(metric="hole.dept_over_diameter"))
    assert found.startswith('rules[0].metric: found "hole.dept_over_diameter"')
    assert found.endswith('did you mean "hole.depth_over_diameter"?')
    found = the_only(lambda d: rule(d)["tiers"][0]["rhs"].update(param="dept_max"))
    assert found.startswith('rules[0].tiers[0].rhs.param: found "dept_max"')
    assert found.endswith('did you mean "depth_max"?')
    found = the_only(lambda d: rule(d)["tiers"][1].update(op="gte"))
    assert found == 'rules[0].tiers[1].op: found "gte"; accepted: lt, le, gt, ge, eq, ne; did you mean "ge"?'
    found = the_only(lambda d: rule(d)["tiers"][2].update(level="ok"))
    assert found == 'rules[0].tiers[2].level: found "ok"; accepted: pass, warning, fail; did you mean "pass"?'
    found = the_only(lambda d: rule(d, 1).update(configurations=["bras"]))
    assert found.startswith('rules[1].configurations[0]: found "bras"')
    assert found.endswith('did you mean "brass"?')
    found = the_only(lambda d: rule(d).update(scope="feature"))
    assert (
        found
        == 'rules[0].scope: found "feature"; accepted: per_feature, whole_part; did you mean "per_feature"?'
    )


@pytest.mark.parametrize(
    ("member", "written", "meant"),
    [
        ("op", "<", "lt"),
        ("op", ">=", "ge"),
        ("op", "==", "eq"),
        ("op", "LT", "lt"),
        ("level", "error", "fail"),
        ("level", "Warn", "warning"),
        ("level", "FAIL", "fail"),
    ],
)
def test_the_usual_other_spellings_are_understood_well_enough_to_be_corrected(
    member: str, written: str, meant: str
) -> None:
    found = the_only(lambda d: rule(d)["tiers"][0].update({member: written}))
    assert found.startswith(f'rules[0].tiers[0].{member}: found "{written}"')
    assert found.endswith(f'did you mean "{meant}"?')


def test_a_word_that_is_like_no_name_is_not_guessed_at() -> None:
    assert "did you mean" not in the_only(lambda d: rule(d)["tiers"][0].update(op="xyzzy"))
    assert "did you mean" not in the_only(lambda d: rule(d)["selector"].update(set="qqqqqq"))


def test_a_metric_that_is_misspelt_and_of_another_set_is_reported_both() -> None:
    found = the_only(lambda d: rule(d).update(selector={"set": "walls"}, metric="hole.diametr"))
    assert found.endswith('did you mean "hole.diameter", which is never measured on walls?')
    found = the_only(lambda d: rule(d).update(selector={"set": "walls"}, metric="wall.thicknes"))
    assert found.endswith('did you mean "wall.thickness"?')


def test_the_name_of_a_parameter_alone_is_no_right_hand_side() -> None:
    found = the_only(lambda d: rule(d)["tiers"][0].update(rhs="depth_max"))
    assert found.endswith('did you mean {"param": "depth_max"}?')
    assert "did you mean" not in the_only(lambda d: rule(d)["tiers"][0].update(rhs="deep"))


def test_a_parameter_that_one_configuration_lacks_is_reported_with_that_configuration() -> None:
    found = problems(lambda d: d["configurations"]["brass"]["parameters"].pop("depth_max"))
    assert found[0] == (
        'rules[0].tiers[0].rhs.param: found "depth_max"; accepted: a parameter of every configuration of the '
        "rule; brass lacks it"
    )


def test_a_placeholder_by_another_name_is_corrected() -> None:
    for written, meant in (("value", "metric"), ("limit", "threshold"), ("metrc", "metric"), ("id", "fid")):
        found = the_only(lambda d, text=f"{{{written}}}": rule(d)["messages"].update(fail=text))
        assert found.endswith(f"; did you mean {{{meant}}}?"), found


def test_what_stands_in_the_wrong_object_is_reported_where_it_belongs() -> None:
    found = the_only(lambda d: d.update(parameters={"wall_min": 1}))
    assert found == (
        'parameters: found "parameters"; accepted: key, name, configurations, rules, forms, needs, gauge; '
        "parameters belongs in a configuration"
    )
    found = the_only(lambda d: d["rules"][0]["tiers"][0].update(param="depth_max"))
    assert found.endswith("; param belongs in a rhs")


def test_a_tier_with_conditions_may_stand_anywhere_without_a_comparison() -> None:
    assert problems() == ()
    found = the_only(lambda d: d["rules"][1]["tiers"][1].pop("where"))
    assert found.startswith("rules[1].tiers[1]: found a tier without op and rhs, which always holds")


def test_the_conditions_of_a_tier_are_read_as_those_of_a_selector() -> None:
    tier = parse.parse(SOUND).rules[1].tiers[1]
    assert tier.where == (Condition("part.area_mm2", Comparison.LT, Bound(literal=0.5)),)
    wrong = {"metric": "fin.height", "rhs": {"param": "depth"}}
    found = problems(lambda d: d["rules"][1]["tiers"][1]["where"][0].update(wrong))
    assert [each.partition(":")[0] for each in found] == [
        "rules[1].tiers[1].where[0].metric",
        "rules[1].tiers[1].where[0].rhs.param",
    ]


def test_a_shape_that_was_simplified_is_shown_as_it_should_be() -> None:
    found = problems(lambda d: rule(d).update(selector="holes"))
    assert found[0].endswith('accepted: an object with set; did you mean {"set": "holes"}?')
    clause = {"metric": "hole.diameter", "op": "lt", "rhs": 20}
    found = the_only(lambda d: rule(d)["selector"].update(where=clause))
    assert found.endswith("did you mean [" + json.dumps(clause) + "]?")
    found = the_only(lambda d: d.update(key="our shop"))
    assert found.endswith('; did you mean "our-shop"?')
    assert "did you mean" not in the_only(lambda d: d.update(key="!!"))


def test_reading_goes_on_with_the_set_that_was_meant() -> None:
    found = problems(lambda d: rule(d).update(selector={"set": "hole"}, metric="diameter"))
    assert found[1].startswith('rules[0].metric: found "diameter"; accepted: hole.diameter, hole.depth, ')
    assert found[1].endswith('did you mean "hole.diameter"?')
    assert len(problems(lambda d: rule(d).update(selector="hole"))) == 1


def test_the_metrics_of_its_own_kind_are_offered_first() -> None:
    found = the_only(lambda d: rule(d).update(metric="xyzzy"))
    assert found.startswith('rules[0].metric: found "xyzzy"; accepted: hole.diameter, hole.depth, ')


def test_a_rule_about_the_whole_part_is_offered_the_metrics_of_the_part() -> None:
    found = problems(lambda d: rule(d).update(scope="whole_part", metric="hole_count"))
    assert any(each.endswith('did you mean "part.hole_count"?') for each in found), found


def test_members_that_stand_twice_in_the_text_are_reported() -> None:
    text = json.dumps(SOUND)
    doubled = text.replace('"key": "shop"', '"key": "shop", "key": "store"', 1)
    doubled = doubled.replace('"wall_min": 0.8', '"wall_min": 0.8, "wall_min": 8', 1)
    assert doubled.count("wall_min") == text.count("wall_min") + 1
    assert said_of(reading.load(doubled)) == (
        "key: found twice; accepted: once, because only one of them can count",
        'configurations["steel-1.5mm"].parameters.wall_min: found twice; accepted: once, because only one of '
        "them can count",
    )
    assert parse.parse(reading.load(text)) == parse.parse(SOUND)


def test_a_misspelt_key_is_a_problem_and_not_ignored() -> None:
    found = the_only(lambda d: rule(d)["selector"].update(were=rule(d)["selector"].pop("where")))
    assert found.startswith("rules[0].selector.were: ")
    assert found.endswith('did you mean "where"?')
    found = the_only(lambda d: rule(d)["tiers"][0]["rhs"].update(factr=2))
    assert found.endswith('did you mean "factor"?')
    assert "severity" in the_only(lambda d: rule(d)["messages"].update(severity="{fid}"))


def test_what_is_missing_is_known_by_its_path() -> None:
    assert the_only(lambda d: rule(d).pop("metric")).startswith("rules[0].metric: found nothing; accepted: ")
    assert the_only(lambda d: d["configurations"]["brass"].pop("name")).startswith(
        "configurations.brass.name: "
    )


def test_all_problems_are_reported_at_once() -> None:
    found = problems(
        lambda d: d.update(key="no spaces"),
        lambda d: rule(d)["selector"].update(set="hole"),
        lambda d: rule(d)["tiers"][0].update(op="over"),
        lambda d: rule(d)["messages"].update(fail="{value}"),
        lambda d: rule(d, 1).update(metric="part.volum"),
    )
    assert [text.split(":")[0] for text in found] == [
        "key",
        "rules[0].selector.set",
        "rules[0].tiers[0].op",
        "rules[0].messages.fail",
        "rules[1].metric",
    ]


def test_a_parameter_has_to_be_in_every_configuration_that_the_rule_applies_to() -> None:
    lacking: Change = lambda d: d["configurations"]["steel-1.5mm"]["parameters"].pop("depth_max")  # noqa: E731
    assert all("rhs.param" in found for found in problems(lacking))
    document = copy.deepcopy(SOUND)
    lacking(document)
    rule(document)["configurations"] = ["brass"]
    assert parse.parse(document).rules[0].configurations == ("brass",)


@pytest.mark.parametrize("value", [True, None, "3", [3], math.nan, math.inf, 10**400])
def test_a_number_is_a_finite_number(value: object) -> None:
    found = the_only(lambda d: d["configurations"]["brass"]["parameters"].update(wall_min=value))
    assert found.startswith("configurations.brass.parameters.wall_min: found ")
    assert the_only(lambda d: rule(d)["tiers"][0].update(rhs=value)).startswith("rules[0].tiers[0].rhs: ")
    assert "factor" in the_only(lambda d: rule(d)["tiers"][0]["rhs"].update(factor=value))


def test_a_path_quotes_keys_that_are_no_identifiers() -> None:
    found = the_only(lambda d: d["configurations"]["steel-1.5mm"]["parameters"].update({"wall_min": "a"}))
    assert found.startswith('configurations["steel-1.5mm"].parameters.wall_min: ')


def test_op_and_rhs_come_together() -> None:
    assert the_only(lambda d: rule(d)["tiers"][0].pop("rhs")).startswith(
        "rules[0].tiers[0].rhs: found nothing"
    )
    assert the_only(lambda d: rule(d)["tiers"][0].pop("op")).startswith("rules[0].tiers[0].op: found nothing")


def test_only_the_last_tier_may_hold_always() -> None:
    found = the_only(lambda d: rule(d)["tiers"].insert(0, {"level": "fail"}))
    assert found.startswith("rules[0].tiers[0]: ")
    assert "last tier" in found


def test_a_ladder_may_end_without_a_tier_that_holds_always() -> None:
    document = copy.deepcopy(SOUND)
    rule(document)["tiers"].pop()
    assert len(parse.parse(document).rules[0].tiers) == 2


def test_a_metric_has_to_be_measurable_on_the_set() -> None:
    found = the_only(lambda d: rule(d)["selector"].update(set="fillets", where=[]))
    assert found == (
        "rules[0].metric: found hole.depth_over_diameter, which is never measured on fillets, "
        "only on holes, all_features, thread_candidates, cutouts"
    )
    assert the_only(lambda d: rule(d)["selector"]["where"][0].update(metric="part.volume_mm3")).startswith(
        "rules[0].selector.where[0].metric: "
    )


def test_a_whole_part_rule_looks_at_the_part() -> None:
    found = problems(lambda d: rule(d).update(scope="whole_part"))
    assert found[0].startswith(
        "rules[0].metric: found hole.depth_over_diameter, which is never measured on part"
    )
    assert found[1:] == (
        'rules[0].selector.set: found "holes"; accepted: part, because the scope is whole_part',
    )


def test_two_rules_may_not_share_a_key() -> None:
    found = the_only(lambda d: rule(d, 1).update(key="depth"))
    assert found == 'rules[1].key: found "depth"; accepted: a key of its own; rules[0] has this one'


def test_a_unit_is_that_of_the_metric_where_the_metric_has_one() -> None:
    assert the_only(lambda d: rule(d, 1).update(unit="cm3")).startswith(
        'rules[1].unit: found "cm3"; accepted: mm³'
    )
    document = copy.deepcopy(SOUND)
    rule(document)["unit"] = "diameters"
    assert parse.parse(document).rules[0].unit == "diameters"
    assert the_only(lambda d: rule(d).update(unit="{fid}")).startswith("rules[0].unit: ")


@pytest.mark.parametrize("level", ["fail", "warning", "pass"])
def test_a_template_with_an_unknown_placeholder_is_a_problem(level: str) -> None:
    found = the_only(lambda d: rule(d)["messages"].update({level: "{value:.2f} is off"}))
    assert found.startswith(f"rules[0].messages.{level}: found {{value:.2f}}; accepted: ")


def test_advice_is_a_template_too() -> None:
    assert the_only(lambda d: rule(d).update(advice="{x}")).startswith("rules[0].advice: found {x}")


def test_a_threshold_cannot_be_reported_where_no_tier_has_a_bound() -> None:
    found = the_only(
        lambda d: rule(d).update(tiers=[{"level": "warning"}], messages={"warning": "{threshold:.1f}"})
    )
    assert found.startswith("rules[0].messages.warning: found {threshold:.1f}")


@pytest.mark.parametrize("wrong", [3, "x", [], {}, None, True, [[]], {"a": {}}])
@pytest.mark.parametrize(
    "place",
    [
        ("configurations",),
        ("configurations", "brass"),
        ("configurations", "brass", "parameters"),
        ("rules",),
        ("rules", 0),
        ("rules", 0, "selector"),
        ("rules", 0, "selector", "set"),
        ("rules", 0, "selector", "where"),
        ("rules", 0, "selector", "where", 0),
        ("rules", 0, "metric"),
        ("rules", 0, "tiers"),
        ("rules", 0, "tiers", 0),
        ("rules", 0, "tiers", 0, "op"),
        ("rules", 0, "tiers", 0, "rhs"),
        ("rules", 0, "tiers", 0, "rhs", "param"),
        ("rules", 0, "messages"),
        ("rules", 0, "messages", "fail"),
        ("rules", 0, "key"),
        ("rules", 1, "configurations"),
        ("rules", 1, "unit"),
        ("name",),
    ],
)
def test_a_wrong_kind_of_value_is_reported_and_never_breaks_the_parser(
    place: tuple[Any, ...], wrong: object
) -> None:
    document = copy.deepcopy(SOUND)
    parent: Any = document
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = wrong
    found = said_of(document)
    assert all(": " in problem for problem in found)
    if not found:
        # no conditions, parameters or messages, a number for a bound and any text are fine in their places
        assert wrong in ([], {}, 3, "x"), f"{place} took {wrong!r}"


def test_the_work_a_document_asks_for_is_bounded() -> None:
    assert the_only(lambda d: d.update(rules=d["rules"][:1] * 501)).startswith("rules: ")
    assert the_only(lambda d: rule(d).update(tiers=rule(d)["tiers"] * 10)).startswith("rules[0].tiers: ")
    assert len(the_only(lambda d: d.update(name="x" * 5000))) < 200


def test_a_gate_is_true_or_false() -> None:
    assert [each.is_gate for each in parse.parse(SOUND).rules] == [True, False]
    found = the_only(lambda d: rule(d).update(gate="yes"))
    assert found == 'rules[0].gate: found "yes"; accepted: true or false'


def test_what_a_machine_takes_is_read_in_any_order_and_left_out_where_it_is_not_said() -> None:
    def add(document):
        document["configurations"]["brass"]["machine"] = {"largest_mm": [300, 100, 200], "gauge_mm": [6, 0.5]}

    document = copy.deepcopy(SOUND)
    add(document)
    machine = next(each.machine for each in parse.parse(document).configurations if each.key == "brass")
    assert machine is not None
    assert (machine.largest_mm, machine.gauge_mm) == ((100.0, 200.0, 300.0), (0.5, 6.0))
    assert (machine.smallest_mm, machine.heaviest_kg) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("machine", "described"),
    [
        (
            {"largest_mm": [300, 200]},
            "machine.largest_mm: found [300, 200]; accepted: a list of 3 to 3 items",
        ),
        ({"largest_mm": [300, 200, 0]}, "machine.largest_mm[2]: found 0; accepted: a finite number above 0"),
        ({"smallest_mm": -1}, "machine.smallest_mm: found -1; accepted: a finite number above 0"),
        ({"heaviest_kg": 20}, "machine.density_g_cm3: found nothing; accepted: the density"),
        ({"longest_mm": 20}, 'machine.longest_mm: found "longest_mm"; accepted: largest_mm, smallest_mm'),
    ],
)
def test_a_machine_that_cannot_be_is_reported(machine: dict[str, Any], described: str) -> None:
    found = the_only(lambda d: d["configurations"]["brass"].update(machine=machine))
    assert found.startswith(f"configurations.brass.{described}")


def test_forms_are_read_with_their_variants_and_wrong_ones_reported() -> None:
    document = copy.deepcopy(SOUND) | {"forms": {"turned": "natural", "sheet/flat": "possible"}}
    pack = parse.parse(document)
    assert pack.fit_of(Form.TURNED) is FormFit.NATURAL
    assert pack.fit_of(Form.SHEET, "flat") is FormFit.POSSIBLE
    assert pack.fit_of(Form.SHEET, "bent") is FormFit.UNLIKELY
    assert parse.parse(SOUND).fit_of(Form.SHEET, "bent") is FormFit.POSSIBLE
    found = the_only(lambda d: d.update(forms={"turnd": "natural"}))
    assert found.startswith('forms.turnd: found "turnd"; accepted: turned, milled')
    assert found.endswith('did you mean "turned"?')
    found = the_only(lambda d: d.update(forms={"turned": "great"}))
    assert found.startswith('forms.turned: found "great"; accepted: natural, possible, fallback, unlikely')


def test_a_need_is_read_with_its_condition_on_the_whole_part() -> None:
    need = {"name": "setups ({metric:.0f})", "metric": "part.setup_count", "op": "gt", "rhs": 2}
    (read,) = parse.parse(copy.deepcopy(SOUND) | {"needs": [need]}).needs
    assert read == Need(need["name"], Condition("part.setup_count", Comparison.GT, Bound(literal=2.0)))
    found = the_only(lambda d: d.update(needs=[need | {"metric": "hole.depth"}]))
    assert found.startswith("needs[0].metric: found hole.depth, which is never measured on part")
    found = the_only(lambda d: d.update(needs=[need | {"name": "{threshold:.0f} setups"}]))
    assert found.startswith("needs[0].name: found {threshold:.0f}")
