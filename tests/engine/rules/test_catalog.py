"""The catalog: everything there is to write rules with, and nothing that does not exist."""

import json
from typing import Any

from engine.metrics import METRICS
from engine.model.metric import Domain
from engine.rules import catalog, parse
from engine.subjects import SELECTOR_SETS

PROMISED_SETS = {"walls", "holes", "bosses", "fillets", "rounds", "pockets", "slots", "fins", "all_features"}
PROMISED_METRICS = {
    "thickness.min",
    "thickness.mean",
    "draft.min",
    "hole.diameter",
    "axis_angle_to_pull",
    "area_mm2",
}


def test_the_catalog_lists_every_metric_once_on_its_side() -> None:
    per_feature = catalog.document()["metrics_per_feature"]
    whole_part = catalog.document()["metrics_whole_part"]
    assert sorted(per_feature + whole_part) == sorted(each.info.name for each in METRICS)
    assert all(name.startswith("part.") for name in whole_part)
    assert not any(name.startswith("part.") for name in per_feature)


def test_the_catalog_names_what_the_interface_promises() -> None:
    document = catalog.document()
    assert set(document["selector_sets"]) >= PROMISED_SETS
    assert set(document["metrics_per_feature"]) >= PROMISED_METRICS
    assert set(document["metrics_whole_part"]) >= {"part.thickness.cv", "part.undercut_count"}
    assert document["comparison_ops"] == ["lt", "le", "gt", "ge", "eq", "ne"]
    assert document["severity_levels"] == ["pass", "warning", "fail"]
    assert all(set(form) == {"shape", "doc"} for form in document["rhs_forms"])


def test_every_metric_and_set_comes_with_a_unit_and_a_sentence() -> None:
    document = catalog.document()
    for name in document["metrics_per_feature"] + document["metrics_whole_part"]:
        described = document["metric_info"][name]
        assert described["unit"]
        assert described["doc"].endswith("."), name
    for name in document["selector_sets"]:
        assert document["selector_set_info"][name]["doc"].endswith("."), name


def test_every_other_name_comes_with_a_sentence_too() -> None:
    document = catalog.document()
    for names, info in (
        ("comparison_ops", "comparison_op_info"),
        ("severity_levels", "severity_level_info"),
        ("scopes", "scope_info"),
    ):
        assert list(document[info]) == document[names]
        assert all(each["doc"].endswith(".") for each in document[info].values())
    units = {each["unit"] for each in document["metric_info"].values()}
    assert units <= document["unit_info"].keys()
    assert all(each["doc"].endswith(".") for each in document["unit_info"].values())


def test_sets_and_metrics_name_each_other() -> None:
    document = catalog.document()
    sets, metrics = document["selector_set_info"], document["metric_info"]
    pairs = {(one, name) for one, info in sets.items() for name in info["metrics"]}
    assert pairs == {(one, name) for name, info in metrics.items() for one in info["selector_sets"]}
    assert ("holes", "hole.diameter") in pairs
    assert ("holes", "thickness.min") in pairs
    assert ("fillets", "hole.diameter") not in pairs
    assert sets["part"]["metrics"] == document["metrics_whole_part"]


def test_every_member_of_a_pack_is_reported_with_a_sentence_and_an_example_that_is_accepted() -> None:
    reported = catalog.document()["member_info"]
    assert [key for key, member in reported["rule"].items() if member["required"]] == (
        ["key", "name", "scope", "selector", "metric", "tiers", "messages"]
    )
    assert "gate" in reported["rule"]
    assert all(member["doc"].endswith(".") for known in reported.values() for member in known.values())
    rule = {key: json.loads(member["example"]) for key, member in reported["rule"].items()}
    rule |= {"metric": "hole.diameter"}
    pack = {key: json.loads(member["example"]) for key, member in reported["pack"].items() if key != "rules"}
    parse.parse(pack | {"rules": [rule]})
    tier, reference = (
        {key: json.loads(member["example"]) for key, member in reported[name].items()}
        for name in ("tier", "parameter_rhs")
    )
    where = {"where": [{key: json.loads(member["example"]) for key, member in reported["condition"].items()}]}
    rule |= {"tiers": [tier | {"rhs": reference}], "selector": {"set": "holes"} | where}
    parse.parse(pack | {"rules": [rule]})


def test_the_catalog_is_plain_json() -> None:
    assert json.loads(json.dumps(catalog.document(), allow_nan=False)) == catalog.document()


def test_every_shape_of_a_right_hand_side_is_accepted() -> None:
    for form in catalog.document()["rhs_forms"]:
        parse.parse(pack_with(rhs=json.loads(form["shape"])))


def test_a_rule_can_be_written_with_every_metric_on_some_set() -> None:
    for each in METRICS:
        homes = [one for one in SELECTOR_SETS if parse.select.is_measurable(each.info, one)]
        assert homes, each.info.name
        for home in homes:
            parse.parse(pack_with(metric=each.info.name, selector={"set": home.name}))
        assert (each.info.domain == Domain.PART) == (homes[0].name == "part")


def pack_with(rhs: object = 1, **changes: Any) -> dict[str, Any]:
    rule = {
        "key": "r",
        "name": "R",
        "scope": "per_feature",
        "selector": {"set": "all_faces"},
        "metric": "thickness.min",
        "tiers": [{"level": "fail", "op": "lt", "rhs": rhs}, {"level": "pass"}],
        "messages": {},
    }
    return {
        "key": "p",
        "name": "P",
        "configurations": {"c": {"name": "C", "parameters": {"wall_min": 1.0}}},
        "rules": [{**rule, **changes}],
    }
