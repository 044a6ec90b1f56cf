"""What a rule can be made of."""

import msgspec

from app.client.models import RuleSchema
from app.state import rule_catalog
from app.state.interface import SHIPPED

PLAIN = {
    "selector_sets": ["holes", "fins", "part"],
    "metrics_per_feature": ["hole.diameter", "fin.thickness"],
    "metrics_whole_part": ["part.volume_mm3"],
    "comparison_ops": [],
    "severity_levels": [],
    "rhs_forms": [],
}


def schema(**more):
    return msgspec.convert(PLAIN | more, RuleSchema)


def test_metrics_are_those_of_the_set_where_the_server_says_and_of_the_scope_where_not():
    sent = schema(selector_set_info={"holes": {"metrics": ["hole.diameter"]}})
    assert rule_catalog.metrics(sent, "per_feature", "holes") == ("hole.diameter",)
    assert rule_catalog.metrics(sent, "per_feature", "fins") == ("hole.diameter", "fin.thickness")
    assert rule_catalog.metrics(sent, "whole_part", "part") == ("part.volume_mm3",)


def test_a_rule_about_the_whole_part_looks_at_nothing_else():
    assert rule_catalog.sets(schema(), "whole_part") == ("part",)
    assert rule_catalog.sets(schema(), "per_feature") == ("holes", "fins")


def test_a_message_is_shown_as_it_could_read():
    assert rule_catalog.sample("{feature} has {metric:.2f} mm, under {threshold:.1f} mm.", 2.5) == (
        "hole 12 (Ø6.00) has 2.40 mm, under 2.5 mm."
    )


def test_what_means_nothing_stays_as_it_is_written_and_is_named():
    assert rule_catalog.sample("{metrc:.2f} of {metric:.2q}") == "{metrc:.2f} of {metric:.2q}"
    known = rule_catalog.placeholders(None)
    assert rule_catalog.unknown_placeholders("{metrc:.2f} of {metric}", known) == ("{metrc:.2f}",)


def test_units_and_meanings_come_from_the_server_and_are_empty_without():
    sent = schema(metric_info={"hole.diameter": {"unit": "mm", "doc": "Width."}, "part.x": {"unit": "1"}})
    assert rule_catalog.metric_unit(sent, "hole.diameter") == "mm"
    assert rule_catalog.metric_unit(sent, "part.x") == ""
    assert rule_catalog.metric_doc(None, "hole.diameter") == ""


def test_a_metric_is_shown_by_its_own_layer_or_that_of_its_prefix_and_features_by_theirs():
    sent = schema(metric_info={"corner.lean": {"layer": "draft"}, "thickness.min": {"layer": "thickness"}})
    shown = {
        "corner.lean": "draft",
        "thickness.min": "thickness",
        "clearance.min": "clearance",
        "undercut.depth": "draft",
        "part.thickness.cv": "thickness",
        "hole.diameter": "features",
        "part.volume_mm3": "",
        None: "",
    }
    assert {each: rule_catalog.layer_of(sent, SHIPPED, each) for each in shown} == shown
    assert rule_catalog.layer_of(None, SHIPPED, "thickness.min") == "thickness"
