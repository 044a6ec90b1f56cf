"""Configurations that follow from the part: its own gauge, and the nearest standard one."""

import pytest

from engine.model.finding import PackVerdict
from engine.model.rulepack import Severity
from engine.rules import evaluate, packs
from tests.support.tables import Thing, table

SHEET = next(each for each in packs.shipped() if each.key == "sheet-metal")


def judged(thickness_mm: float, form: float = 2.0, keys: list[str] | None = None) -> PackVerdict:
    """Judge a sheet of one thickness."""
    part = Thing(
        "PART",
        {
            "part.sheet.form": form,
            "part.sheet.thickness_mm": thickness_mm,
            "part.sheet.common_thickness_mm": thickness_mm,
            "part.solid_fault_count": 0.0,
            "part.unsound_body_count": 0.0,
        },
    )
    return evaluate.evaluate(SHEET, table(part), keys)


def uniform(verdict: PackVerdict) -> dict[str, Severity]:
    """Return what the rule about the gauge says, by configuration."""
    return {
        each.key: rule.severity
        for each in verdict.all_configurations
        for rule in each.rules
        if rule.key == "uniform_thickness"
    }


def test_a_sheet_is_judged_at_its_own_gauge_and_at_the_nearest_standard_one() -> None:
    verdict = judged(2.3)
    assert [each.key for each in verdict.configurations] == ["mild-steel-1.5mm", "stainless-1.0mm"]
    assert [(each.key, each.name) for each in verdict.derived] == [
        ("own-gauge", "Mild steel, 2.3 mm (as drawn)"),
        ("standard-gauge", "Mild steel, 2.5 mm (nearest gauge)"),
    ]
    assert uniform(verdict) == {
        "mild-steel-1.5mm": Severity.WARNING,
        "stainless-1.0mm": Severity.WARNING,
        "own-gauge": Severity.PASS,
        "standard-gauge": Severity.PASS,
    }


def test_a_gauge_between_two_that_are_stocked_warns_at_the_nearest() -> None:
    assert uniform(judged(3.45))["standard-gauge"] is Severity.WARNING


def test_a_sheet_of_a_standard_gauge_is_judged_at_it_once() -> None:
    assert [each.name for each in judged(2.0).derived] == ["Mild steel, 2 mm (as drawn)"]


@pytest.mark.parametrize("thickness_mm", [float("nan"), 0.0])
def test_what_has_no_gauge_is_judged_by_the_pack_alone(thickness_mm: float) -> None:
    assert judged(thickness_mm).derived == ()


def test_no_sheet_and_a_choice_of_configurations_bring_no_others() -> None:
    assert judged(2.3, form=0.0).derived == ()
    assert judged(2.3, keys=["mild-steel-1.5mm"]).derived == ()


def test_all_rules_of_the_first_configuration_are_asked() -> None:
    verdict = judged(2.3)
    assert [rule.key for rule in verdict.derived[0].rules] == [
        rule.key for rule in verdict.configurations[0].rules
    ]
