"""The legend of the page: in both units, and well-formed whatever a layer is called."""

import xml.etree.ElementTree as ElementTree

import pytest

from engine import heatmaps
from engine.report import inches, legend_drawing
from tests.support import analyses, layer_limits


def drawn(name):
    tray = analyses.tray()
    module = next(each for each in heatmaps.HEATMAPS if each.LAYER.name == name)
    limits = layer_limits.judged(tray, fail=1.27, warn=2.54) if name == "thickness" else None
    return ElementTree.fromstring(f"<div>{legend_drawing.write(module.color(tray, limits))}</div>")


def words(legend, units):
    (svg,) = [each for each in legend.iter("svg") if f"of-{units}" in each.get("class")]
    return [each.text for each in svg.iter("text")]


def test_limits_are_named_in_both_units() -> None:
    legend = drawn("thickness")
    assert words(legend, "mm")[:2] == ["fail below 1.27", "warn below 2.54"]
    assert words(legend, "in")[:2] == ["fail below 0.05", "warn below 0.1"]
    units = [each.text for each in legend.iter("span") if "unit" in each.get("class")]
    assert units == ["mm", "in"]


def test_a_limit_stands_at_its_color() -> None:
    (svg, *_) = list(drawn("thickness").iter("svg"))
    (fail, warn) = [float(each.get("d").split()[1].partition("h")[0]) for each in list(svg.iter("path"))[:2]]
    fills = {
        float(each.get("y")): each.get("fill") for each in svg.iter("rect") if each.get("fill") is not None
    }

    def color_below(y):
        return fills[min((each for each in fills if each > y + 1.0), default=max(fills))]

    assert int(color_below(fail)[1:3], 16) > 150, "red"
    assert int(color_below(fail)[3:5], 16) < 90
    assert int(color_below(warn)[3:5], 16) > 90, "amber"


def test_colors_that_stand_for_kinds_are_named_and_have_no_bar() -> None:
    legend = drawn("features")
    assert not list(legend.iter("svg"))
    assert all((each[0].get("style") or "").startswith("background: #") for each in legend.iter("span"))


@pytest.mark.parametrize("units", inches.UNITS)
def test_nothing_reaches_out_of_the_drawing(units) -> None:
    (svg,) = [each for each in drawn("thickness").iter("svg") if f"of-{units}" in each.get("class")]
    height = float(svg.get("height"))
    assert all(0.0 < float(each.get("y")) < height for each in svg.iter("text"))
