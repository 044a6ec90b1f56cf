"""The sheet-metal pack on parts drawn to keep a limit or to miss it, from STEP file to sentence."""

import math
from functools import lru_cache

import pytest

from engine.model.analysis import Analysis
from engine.model.finding import Finding, RuleVerdict
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.model.rulepack import Severity
from engine.rules import packs
from tests.support import draw, drawn, mutators
from tests.support.drawn import coarsely_analyzed as analyzed
from tests.support.drawn import prepared_from_file, verdict
from tests.support.parts_bends import strip
from tests.support.parts_sheets import drill, obround, window

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS
MILD, STAINLESS = "mild-steel-1.5mm", "stainless-1.0mm"
THICK_MM = {MILD: 1.5, STAINLESS: 1.0}
JUST = 0.01
"""How far beside a limit parts are drawn, in thicknesses."""


def judged(part: Analysis, configuration: str, rule: str) -> RuleVerdict:
    return verdict(part, f"sheet-metal/{configuration}/{rule}")


def gate_of(part: Analysis, configuration: str) -> str:
    return drawn.judged(part, "sheet-metal", configuration).gate


def angle(thick_mm: float, *tools: draw.TopoDS_Shape, radius: float = 3.0) -> draw.TopoDS_Shape:
    """Draw an angle with a leg of 100 x 40 along x before its bend."""
    bent = strip(100, (radius * thick_mm, 90.0), 30, thick=thick_mm)
    return draw.cut(bent, *tools) if tools else bent


def severities(found: RuleVerdict) -> dict[Severity, int]:
    return {severity: count for severity, count in found.count_of_severity.items() if count}


def by_value(found: RuleVerdict) -> list[tuple[float, Severity]]:
    return sorted((round(each.value, 4), each.severity) for each in found.findings)


def is_seen(finding: Finding, length_mm: float) -> bool:
    """Whether the two points of a finding are so far apart."""
    assert finding.witness is not None
    return math.dist(*finding.witness) == pytest.approx(length_mm, abs=1e-6)


def test_one_closed_sheet_passes_and_a_second_body_fails() -> None:
    one, other = angle(1.5), draw.moved(angle(1.5), (0, 100, 0))
    assert judged(plain(1.5), MILD, "solid_body").severity == PASS
    found = judged(analyzed(draw.compound(one, other), max_edge_mm=16.0), MILD, "solid_body")
    assert (found.severity, found.findings[0].value) == (FAIL, 1)
    assert found.message.endswith("Found: 1 further body.")


@lru_cache
def plain(thick_mm: float) -> Analysis:
    return analyzed(angle(thick_mm), max_edge_mm=16.0)


def test_a_sheet_with_a_bend_is_a_sheet_metal_part() -> None:
    found = judged(plain(1.5), MILD, "applicability")
    assert (found.severity, found.message) == (PASS, "The part is a sheet of one thickness with bends.")


def test_a_flat_plate_may_be_one_and_is_judged_on() -> None:
    plate = analyzed(draw.cut(draw.box((100, 60, 2)), drill(2 + 3, 30)), max_edge_mm=16.0)
    found = judged(plate, MILD, "applicability")
    assert (found.severity, found.findings[0].value) == (WARNING, 1)
    assert found.message.endswith("A flat plate of 2.00 mm without bends: a blank, or machined all over.")
    assert judged(plate, MILD, "hole_to_edge").n_inspected == 1


def test_a_block_is_none_and_is_judged_as_one_all_the_same() -> None:
    block = analyzed(draw.cut(draw.box((40, 30, 20)), draw.cylinder(2, 40, (3, 3, -5))), max_edge_mm=16.0)
    for key in (MILD, STAINLESS):
        found = judged(block, key, "applicability")
        assert (found.severity, found.findings[0].value) == (FAIL, 0)
        assert found.message == "This is not a sheet-metal part. Nothing of it lies between two skins."
        assert gate_of(block, key) == "applicability"
        assert gate_of(plain(1.5), key) == ""
        thickness = judged(block, key, "uniform_thickness")
        assert (thickness.severity, thickness.n_skipped) == (WARNING, 1)
        assert thickness.message == "Not judged: nothing of the part lies between two skins."
        for rule in ("bend_radius", "hole_diameter", "hole_to_edge"):
            other = judged(block, key, rule)
            assert (other.severity, other.is_applicable) == (PASS, False)
            assert other.reason.startswith("Nothing to check: the part has no ")


@pytest.mark.parametrize(
    ("key", "thick_mm", "severity"),
    [
        (MILD, 1.34, WARNING),
        (MILD, 1.36, PASS),
        (MILD, 1.64, PASS),
        (MILD, 1.66, WARNING),
        (STAINLESS, 0.89, WARNING),
        (STAINLESS, 1.11, WARNING),
    ],
)
def test_a_sheet_more_than_a_tenth_off_its_stock_warns(key: str, thick_mm: float, severity: Severity) -> None:
    found = judged(plain(thick_mm), key, "uniform_thickness")
    assert found.severity == severity
    assert f"{thick_mm:.2f} mm" in found.message
    for finding in found.findings:
        assert finding.value == pytest.approx(thick_mm)
        assert is_seen(finding, thick_mm)


@pytest.mark.parametrize(("size_mm", "severity"), [(18.0, FAIL), (10.0, PASS)])
def test_a_pad_that_makes_the_sheet_thicker_fails_and_a_small_post_does_not(
    size_mm: float, severity: Severity
) -> None:
    """On 11 100 mm² of sheet: a pad of 18 x 18 x 6 is 756 mm², a post of 10 x 10 x 6 is 340 mm²."""
    padded = draw.fuse(angle(1.5), draw.box((size_mm, size_mm, 6), (40, 11, -6)))
    found = judged(analyzed(padded, max_edge_mm=8.0), MILD, "uniform_thickness")
    assert found.severity == severity
    if severity == FAIL:
        (finding,) = found.findings
        assert found.message.startswith("The part is not of one thickness")
        assert "1.50 mm for the most part" in found.message
        assert finding.faces
        assert finding.location[2] < 1e-6


RADII = {MILD: (0.0, 0.25 - JUST, 0.25, 1.0 - JUST, 1.0), STAINLESS: (0.0, 0.5 - JUST, 0.5, 2.0 - JUST, 2.0)}


@pytest.mark.parametrize("key", [MILD, STAINLESS])
def test_bends_are_judged_by_their_inside_radius_over_the_thickness(key: str) -> None:
    thick_mm = THICK_MM[key]
    part = analyzed(zigzag(RADII[key][1:], thick_mm), max_edge_mm=16.0)
    found = judged(part, key, "bend_radius")
    _, fail, warn, almost, _ = RADII[key]
    assert severities(found) == {PASS: 1, WARNING: 2, FAIL: 1}
    assert by_value(found) == [(fail, FAIL), (warn, WARNING), (almost, WARNING)]
    worst = found.findings[0]
    assert f"is {fail:.2f} times the thickness" in worst.message
    assert f"It is {fail * thick_mm:.2f} mm in a sheet of {thick_mm:.2f} mm." in worst.message
    assert worst.advice.startswith(f"Open the inside radius to at least {RADII[key][-1]:.2f} times")
    assert len(worst.faces) == 2


def zigzag(radii: tuple[float, ...], thick_mm: float) -> draw.TopoDS_Shape:
    """Draw a strip with bends of these inside radii, in thicknesses, up and down in turn."""
    steps: list[float | tuple[float, float]] = [25.0]
    for place, radius in enumerate(radii):
        steps += [(radius * thick_mm, -90.0 if place % 2 else 90.0), 25.0]
    return strip(*steps, thick=thick_mm)


def test_a_hem_is_closed_on_purpose_and_a_fold_almost_as_far_is_not() -> None:
    hem = analyzed(strip(60, (0.2, 180.0), 12, thick=1.5), max_edge_mm=16.0)
    assert not judged(hem, MILD, "bend_radius").is_applicable
    fold = analyzed(strip(60, (0.4, 150.0), 12, thick=1.5), max_edge_mm=16.0)
    assert judged(fold, MILD, "bend_radius").severity == WARNING
    assert judged(fold, STAINLESS, "bend_radius").severity == FAIL


WIDTHS = (1.0 - JUST, 1.0, 1.2 - JUST, 1.2)


def test_holes_and_slots_are_judged_by_their_width_over_the_thickness() -> None:
    thick_mm = THICK_MM[MILD]
    widths = [each * thick_mm for each in WIDTHS]
    holes = [drill(10 + 15 * place, 10, width / 2) for place, width in enumerate(widths)]
    slots = [obround(10 + 20 * place, 20, 12, width) for place, width in enumerate(widths)]
    windows = [window(10 + 20 * place, 30, 12, width) for place, width in enumerate(widths)]
    part = analyzed(angle(thick_mm, *holes, *slots, *windows), max_edge_mm=16.0)
    found = judged(part, MILD, "hole_diameter")
    fail, warn, almost, _ = WIDTHS
    assert severities(found) == {PASS: 3, WARNING: 6, FAIL: 3}
    assert by_value(found) == [*[(fail, FAIL)] * 3, *[(warn, WARNING)] * 3, *[(almost, WARNING)] * 3]
    assert {finding.kind for finding in found.findings if finding.severity == FAIL} == {
        "HOLE",
        "SLOT",
        "POCKET",
    }
    assert found.findings[0].advice.startswith(f"Widen it to at least {WIDTHS[-1]:.2f} times")


@pytest.mark.parametrize("key", [MILD, STAINLESS])
def test_holes_are_judged_by_the_sheet_left_round_them(key: str) -> None:
    thick_mm = THICK_MM[key]
    margins = [each * thick_mm for each in (1.0 - JUST, 1.0, 2.0 - JUST, 2.0)]
    holes = [drill(10 + 15 * place, 3 + margin, 3) for place, margin in enumerate(margins)]
    pair = [drill(70, 28, 4), drill(70 + 8 + margins[0], 28, 4)]
    part = analyzed(angle(thick_mm, *holes, *pair), max_edge_mm=16.0)
    found = judged(part, key, "hole_to_edge")
    assert severities(found) == {PASS: 1, WARNING: 2, FAIL: 3}
    assert by_value(found) == [*[(0.99, FAIL)] * 3, (1.0, WARNING), (1.99, WARNING)]
    for finding in found.findings:
        assert is_seen(finding, finding.value * thick_mm)
        assert len(finding.faces) == 2
        assert (
            f"{finding.value * thick_mm:.2f} mm are left in a sheet of {thick_mm:.2f} mm." in finding.message
        )
    assert found.findings[0].advice.startswith("Leave at least 2.00 times the thickness")


def test_a_hole_keeps_two_and_a_half_thicknesses_from_a_bend() -> None:
    """The bend begins at x = 100; a bulging edge fails, a hole drawn out of shape warns."""
    thick_mm = THICK_MM[MILD]
    expected = {
        2.5: PASS,
        2.5 - JUST: (WARNING, pytest.approx(2.0 - JUST)),
        1.2: (WARNING, pytest.approx(0.7)),
        0.3: (WARNING, pytest.approx(0.0)),
    }
    holes = [drill(100 - 1.5 - apart * thick_mm, 8.0 * at + 8.0, 1.5) for at, apart in enumerate(expected)]
    part = analyzed(angle(thick_mm, *holes), max_edge_mm=16.0)
    found = judged(part, MILD, "hole_to_edge")
    assert found.n_inspected == len(expected)
    reported: dict[float, object] = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        apart = list(expected)[int((finding.location[1] - 4.0) // 8.0)]
        reported[apart] = finding.severity, finding.value
        assert is_seen(finding, apart * thick_mm)
        assert "The bend begins " in finding.message
        assert finding.message.endswith(f" mm from it, in a sheet of {thick_mm:.2f} mm.")
    assert reported == expected


@pytest.mark.parametrize(("radius", "severity"), [(3.0, WARNING), (10.0, WARNING), (10.1, PASS)])
def test_a_hole_in_a_bend_is_drawn_out_of_shape_and_in_a_rolled_sheet_it_is_not(
    radius: float, severity: Severity
) -> None:
    middle = 100 + radius * 1.5 * 0.5**0.5, 0, (radius + 1) * 1.5 - (radius + 1) * 1.5 * 0.5**0.5
    hole = draw.cylinder(1.5, 20, (middle[0] - 7, 20, middle[2] + 7), (1, 0, -1))
    found = judged(analyzed(angle(1.5, hole, radius=radius), max_edge_mm=8.0), MILD, "hole_to_edge")
    assert found.severity == severity
    if severity == WARNING:
        (finding,) = found.findings
        assert finding.value == 0.0
        assert finding.message.endswith("It lies in a bend.")


def drilled_zigzag() -> draw.TopoDS_Shape:
    """Draw a strip with three bends and a hem, and holes near its edge and near each other."""
    bends = strip(30, (0.6, 90.0), 25, (1.5, -90.0), 25, (0.2, 180.0), 12, thick=1.5)
    return draw.cut(bends, drill(8, 2 + 1.4), drill(18, 20, 0.8), drill(24, 20, 3))


@lru_cache
def plain_verdicts() -> list[tuple[str, Severity, list[tuple[float, Severity]]]]:
    respelled = mutators.unchanged(drilled_zigzag())
    return verdicts(respelled)


def verdicts(respelled: mutators.Respelled) -> list[tuple[str, Severity, list[tuple[float, Severity]]]]:
    """Return what each rule but that of the nominal thickness says, with the values of its findings."""
    context = prepared_from_file(respelled, MeshOptions(16.0 * respelled.scale, drawn.CURVATURE))
    part = drawn.assessed(context, PullOptions(PullMode.GIVEN, drawn.Z))
    found = []
    for key in (MILD, STAINLESS):
        for rule in packs.load("sheet-metal").rules:
            if rule.key != "uniform_thickness":
                of_rule = judged(part, key, rule.key)
                found.append((f"{key}/{rule.key}", of_rule.severity, by_value(of_rule)))
    return found


def test_the_plain_part_breaks_three_rules() -> None:
    fails = [(name, values) for name, severity, values in plain_verdicts() if severity == FAIL]
    margins = [(0.4 / 1.5, FAIL), (2.2 / 1.5, WARNING), (2.2 / 1.5, WARNING)]
    assert [name for name, _ in fails] == [
        f"{MILD}/hole_to_edge",
        f"{STAINLESS}/bend_radius",
        f"{STAINLESS}/hole_to_edge",
    ]
    for (_, found), expected in zip(fails, (margins, [(0.4, FAIL), (1.0, WARNING)], margins), strict=True):
        assert [severity for _, severity in found] == [severity for _, severity in expected]
        assert [value for value, _ in found] == pytest.approx([value for value, _ in expected], abs=1e-4)


MUTATORS = (mutators.altogether_as_nurbs, mutators.triangles)


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda each: each.__name__)
def test_the_verdicts_do_not_depend_on_how_the_file_writes_the_part(mutator: mutators.Mutator) -> None:
    respelled = mutator(drilled_zigzag())
    assert respelled is not None
    for found, plain in zip(verdicts(respelled), plain_verdicts(), strict=True):
        assert found[:2] == plain[:2]
        assert [severity for _, severity in found[2]] == [severity for _, severity in plain[2]]
        assert [value for value, _ in found[2]] == pytest.approx([value for value, _ in plain[2]], abs=2e-4)
