"""Limits that anchor the colors of a layer."""

import msgspec
import pytest

from app.client.models import Result
from app.state import layer_limits
from app.state.layer_limits import NONE, Limits
from tests.app.state import answers

VERDICT = ("cnc", "3-axis")
PACK = {
    "name": "CNC machining",
    "configurations": {"3-axis": {"name": "3-axis mill", "parameters": {"low": 0.5, "soft": 1.0}}},
    "rules": [
        {
            "key": "wall",
            "metric": "thickness.low",
            "tiers": [
                {"level": "fail", "op": "lt", "rhs": {"param": "low"}},
                {"level": "warning", "op": "lt", "rhs": {"param": "soft", "factor": 1.5}},
                {"level": "pass"},
            ],
        }
    ],
}


def judged(metric: str | None, *told: tuple[str, float, float], angle: float | None = None) -> Result:
    found = [{"fid": "1", "severity": one, "value": value, "threshold": limit} for one, value, limit in told]
    result = answers.result(**{"3-axis": found})
    (pack,) = result.packs
    (configuration,) = pack.configurations
    (rule,) = configuration.result.rules
    rule = msgspec.structs.replace(rule, metric=metric)
    verdict = msgspec.structs.replace(configuration.result, rules=(rule,))
    configuration = msgspec.structs.replace(configuration, result=verdict)
    pack = msgspec.structs.replace(pack, configurations=(configuration,))
    features = result.features
    pull = msgspec.structs.replace(features.manufacturability, alpha_warn_deg=angle)
    features = msgspec.structs.replace(features, manufacturability=pull)
    return msgspec.structs.replace(result, packs=(pack,), features=features)


def test_the_pack_tells_its_limits_whether_anything_breaks_them_or_not() -> None:
    found = layer_limits.of_result(judged("thickness.low"), "thickness", VERDICT, {"cnc": PACK})
    assert found == Limits(0.5, 1.5, "CNC machining · 3-axis mill")


def test_a_pack_that_is_edited_tells_its_limits_with_the_parameters_that_are_tried() -> None:
    found = layer_limits.of_pack(PACK, "3-axis", "thickness", {"soft": 2.0})
    assert found == Limits(0.5, 3.0, "CNC machining · 3-axis mill")
    assert layer_limits.of_pack(PACK, "3-axis", "clearance") is NONE
    assert layer_limits.of_pack({"configurations": []}, "3-axis", "thickness") is NONE


def test_a_layer_that_no_rule_bounds_has_none() -> None:
    assert layer_limits.of_result(judged(None), "clearance", VERDICT, {"cnc": PACK}) is NONE
    assert layer_limits.of_result(judged(None), "features", VERDICT, {"cnc": PACK}) is NONE
    assert layer_limits.of_result(judged(None), "thickness", None, {"cnc": PACK}) is NONE


def test_without_the_pack_findings_tell_the_limits_that_are_broken() -> None:
    told = judged("thickness.min", ("fail", 0.3, 0.5), ("fail", 0.2, 0.5), ("warning", 0.9, 1.5))
    assert layer_limits.of_result(told, "thickness", VERDICT) == Limits(0.5, 1.5)


@pytest.mark.parametrize("metric", [None, "thickness.section_ratio", "clearance.min"])
def test_findings_of_another_quantity_tell_nothing(metric: str | None) -> None:
    assert layer_limits.of_result(judged(metric, ("fail", 0.3, 0.5)), "thickness", VERDICT) is NONE


def test_a_limit_from_above_is_none_of_a_scale_that_is_red_below() -> None:
    assert layer_limits.of_result(judged("thickness.min", ("fail", 9.0, 5.0)), "thickness", VERDICT) is NONE


def test_draft_that_no_rule_bounds_has_the_angle_of_the_pull() -> None:
    told = judged(None, angle=3.0)
    assert layer_limits.of_result(told, "draft", VERDICT) == Limits(None, 3.0, "pull direction")
    assert layer_limits.of_result(told, "thickness", VERDICT) is NONE
    assert layer_limits.of_result(judged(None), "draft", VERDICT) is NONE
