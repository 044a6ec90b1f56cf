"""The shipped packs on parts that were drawn to keep a limit or to miss it, from STEP file to sentence."""

from dataclasses import replace

import pytest

from engine.model.rulepack import Severity
from engine.rules import evaluate, packs
from tests.engine.kernel.test_topology import bored_twice
from tests.support import draw
from tests.support.drawn import analyzed, verdict

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS


@pytest.mark.parametrize(
    ("thick_mm", "severity"), [(0.74, FAIL), (0.75, WARNING), (1.49, WARNING), (1.5, PASS), (1.51, PASS)]
)
def test_a_plate_is_judged_by_the_thickness_it_was_drawn_with(thick_mm: float, severity: Severity) -> None:
    plate = analyzed(draw.box((60, 40, thick_mm)), max_edge_mm=4.0)
    found = verdict(plate, "casting/investment/min_wall_thickness")
    assert found.severity == severity
    assert f"{thick_mm:.2f} mm" in found.message
    for finding in found.findings:
        assert finding.value == pytest.approx(thick_mm, rel=1e-4)
        assert finding.witness is not None
        start, end = finding.witness
        assert abs(end[2] - start[2]) == pytest.approx(thick_mm, rel=1e-4)


def test_the_flank_of_a_sharp_edge_is_no_thin_wall() -> None:
    wedge = analyzed(draw.prism([(0, 0, 0), (30, 0, 0), (0, 0, 21)], (0, 40, 0)), max_edge_mm=3.0)
    assert verdict(wedge, "casting/investment/min_wall_thickness").severity == PASS


def test_a_feather_edge_is_a_thin_wall() -> None:
    feather = analyzed(draw.prism([(0, 0, 0), (60, 0, 0), (0, 0, 8)], (0, 40, 0)), max_edge_mm=3.0)
    found = verdict(feather, "casting/investment/min_wall_thickness")
    assert found.severity == FAIL
    assert found.findings[0].location[0] > 54.0


@pytest.mark.parametrize(("thick_mm", "severity"), [(12.4, WARNING), (8.4, WARNING), (7.6, PASS)])
def test_a_step_is_judged_by_the_ratio_of_its_sections(thick_mm: float, severity: Severity) -> None:
    step = draw.fuse(draw.box((50, 40, 4)), draw.box((50, 40, thick_mm), (50, 0, 0)))
    found = verdict(analyzed(step, max_edge_mm=2.5), "casting/sand/thickness_uniformity")
    assert found.severity == severity
    assert f"{thick_mm / 4:.1f} times" in found.message
    if found.findings:
        assert f"{thick_mm:.1f} mm meets 4.0 mm." in found.message


def test_counts_are_true_under_every_pack_and_configuration_whatever_a_gate_says() -> None:
    block = draw.cut(draw.box((40, 30, 20)), draw.cylinder(1.0, 18.0, (20.0, 15.0, 2.0)))
    part = analyzed(block, max_edge_mm=6.0)
    closed = {}
    for pack in packs.shipped():
        judged = evaluate.evaluate(pack, part.metrics)
        ungated = replace(pack, rules=tuple(replace(rule, is_gate=False) for rule in pack.rules))
        for found, bare in zip(
            judged.configurations, evaluate.evaluate(ungated, part.metrics).configurations, strict=True
        ):
            severities = [rule.severity for rule in found.rules]
            asked = [rule for rule in pack.rules if found.key in (rule.configurations or (found.key,))]
            assert len(severities) == len(asked) == sum(found.count_of_severity.values())
            assert found.count_of_severity == {level: severities.count(level) for level in Severity}
            assert [(rule.severity, rule.message) for rule in found.rules] == [
                (rule.severity, rule.message) for rule in bare.rules
            ]
            if found.gate:
                closed.setdefault(pack.key, set()).add(found.gate)
    assert closed == {"injection": {"applicability"}, "sheet-metal": {"applicability"}}


def bracket(fillet_mm: float) -> object:
    """Draw an angle of two plates, 6 mm thick, with a fillet in its corner unless that is 0."""
    angle = draw.fuse(draw.box((40, 30, 6)), draw.box((6, 30, 40)))
    return draw.fillet(angle, fillet_mm, (6, 15, 6)) if fillet_mm else angle


@pytest.mark.parametrize(("fillet_mm", "severity"), [(0.7, FAIL), (1.4, WARNING), (1.5, PASS)])
def test_a_fillet_is_judged_by_the_radius_it_was_drawn_with(fillet_mm: float, severity: Severity) -> None:
    angle = analyzed(bracket(fillet_mm), max_edge_mm=4.0)
    found = verdict(angle, "casting/investment/internal_fillet")
    assert (found.severity, found.n_inspected) == (severity, 1)
    assert f"{fillet_mm:.2f} mm" in found.message
    assert (
        verdict(angle, "casting/investment/sharp_internal_corner").message
        == "Every internal corner has a fillet."
    )


def test_a_corner_without_a_fillet_is_a_sharp_corner() -> None:
    angle = analyzed(bracket(0.0), max_edge_mm=4.0)
    found = verdict(angle, "casting/investment/sharp_internal_corner")
    assert (found.severity, len(found.findings)) == (FAIL, 1)
    assert found.findings[0].value == pytest.approx(270.0)
    assert found.findings[0].location == pytest.approx([6, 15, 6])
    assert not verdict(angle, "casting/investment/internal_fillet").is_applicable


def test_a_sealed_hollow_can_neither_be_cast_nor_machined() -> None:
    hollow = draw.cut(draw.box((40, 30, 20)), draw.box((20, 10, 8), (10, 10, 6)))
    shut = analyzed(hollow, max_edge_mm=4.0)
    for rule in ("casting/sand/solid_body", "cnc/5-axis/solid_body"):
        assert verdict(shut, rule).severity == FAIL
    assert verdict(shut, "casting/sand/solid_body").message.endswith("Found: 1 sealed hollow.")
    assert verdict(shut, "cnc/3-axis/solid_body").message.endswith("1 hollow of 1600 mm³ in all.")
    vented = analyzed(draw.cut(hollow, draw.cylinder(2, 10, (20, 15, 12))), max_edge_mm=4.0)
    for rule in ("casting/sand/solid_body", "cnc/5-axis/solid_body"):
        assert verdict(vented, rule).severity == PASS


def test_a_body_that_closes_with_faulty_surfaces_is_reported_before_anyone_makes_it() -> None:
    rules = [f"{each}/solid_body" for each in ("casting/sand", "cnc/3-axis", "injection/standard")]
    sound, crossed = (analyzed(bored_twice(apart=apart), through_file=True) for apart in (12, 6))
    for rule in rules:
        assert verdict(sound, rule).severity == PASS
        found = verdict(crossed, rule)
        assert (found.severity, found.findings[0].value) == (WARNING, 0.0)
        assert "Found: faces that cross each other or miss their edges, in" in found.message


def test_two_bodies_are_no_single_casting() -> None:
    pair = analyzed(
        draw.compound(draw.box((20, 20, 20)), draw.box((20, 20, 20), (40, 0, 0))), max_edge_mm=5.0
    )
    assert verdict(pair, "casting/sand/solid_body").message.endswith("Found: 1 further body.")
    assert verdict(pair, "cnc/3-axis/solid_body").severity == PASS


@pytest.mark.parametrize(
    ("depth_mm", "severity"), [(40.8, FAIL), (39.2, WARNING), (16.4, WARNING), (15.6, PASS)]
)
def test_a_hole_is_judged_by_its_depth_over_its_diameter(depth_mm: float, severity: Severity) -> None:
    drilled = draw.cut(draw.box((30, 30, 50)), draw.cylinder(2, depth_mm + 1, (15, 15, 50 - depth_mm)))
    found = verdict(analyzed(drilled, max_edge_mm=5.0), "cnc/3-axis/hole_depth_to_diameter")
    assert found.severity == severity
    assert f"{depth_mm / 4:.1f}" in found.message


@pytest.mark.parametrize(("depth_mm", "severity"), [(31, WARNING), (29, PASS)])
def test_a_pocket_is_judged_by_its_depth_over_its_width(depth_mm: float, severity: Severity) -> None:
    pocketed = draw.cut(draw.box((40, 30, 45)), draw.box((20, 10, 50), (10, 10, 45 - depth_mm)))
    found = verdict(analyzed(pocketed, max_edge_mm=6.0), "cnc/3-axis/pocket_aspect")
    assert found.severity == severity
    assert f"{depth_mm / 10:.1f}" in found.message


def test_a_tap_drill_is_a_thread_candidate_and_a_plain_hole_is_not() -> None:
    block = draw.box((40, 30, 20))
    tapped = draw.cut(block, draw.cylinder(2.5, 20, (20, 15, 8)))
    found = verdict(analyzed(tapped, max_edge_mm=5.0), "cnc/3-axis/thread_candidates")
    assert (found.severity, found.n_inspected) == (PASS, 1)
    plain = draw.cut(block, draw.cylinder(2.85, 20, (20, 15, 8)))
    assert not verdict(analyzed(plain, max_edge_mm=5.0), "cnc/3-axis/thread_candidates").is_applicable
