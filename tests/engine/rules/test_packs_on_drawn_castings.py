"""The casting pack on parts drawn to keep a limit or to miss it, from what was read to the sentence."""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.analysis import Analysis
from engine.model.finding import RuleVerdict
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.model.rulepack import Severity
from tests.support import draw, drawn, mutators
from tests.support.drawn import Z, severities, verdict
from tests.support.parts_holes import thread

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS
SAND, INVESTMENT = "sand", "investment"
LETTERED = ("min_wall_thickness", "thickness_uniformity", "sharp_internal_corner")
RULES = (
    "solid_body",
    "min_wall_thickness",
    "thickness_uniformity",
    "internal_fillet",
    "sharp_internal_corner",
)


def analyzed(shape: TopoDS_Shape, max_edge_mm: float = 8.0) -> Analysis:
    """Analyze a drawn part, pulled along z."""
    return drawn.coarsely_analyzed(shape, max_edge_mm)


@lru_cache(maxsize=16)
def analyzed_once(
    draw_part: Callable[..., TopoDS_Shape], *sizes: float, max_edge_mm: float = 8.0
) -> Analysis:
    """Analyze a part drawn by its sizes, once for all configurations that judge it."""
    return analyzed(draw_part(*sizes), max_edge_mm)


def analysis_of(part: mutators.Respelled, max_edge_mm: float) -> Analysis:
    options = MeshOptions(max_edge_mm=max_edge_mm * part.scale, curvature=drawn.CURVATURE)
    context = drawn.prepared_from_file(part, options)
    return drawn.assessed(context, PullOptions(PullMode.GIVEN, Z))


def judged(part: Analysis, configuration: str, rule: str) -> RuleVerdict:
    return verdict(part, f"casting/{configuration}/{rule}")


def normals(part: Analysis, faces: tuple[int, ...]) -> list[list[float]]:
    """List the outward normals of flat faces, rounded."""
    return [part.assessed.prepared.part.faces[face].inner_normal.round(3).tolist() for face in faces]


def test_a_second_body_and_a_sealed_hollow_are_no_casting_and_an_open_one_is() -> None:
    block = draw.box((60, 40, 30))
    hollow = draw.cut(block, draw.box((30, 20, 10), (15, 10, 10)))
    shut = analyzed(hollow)
    pair = analyzed(draw.compound(block, draw.moved(block, (80, 0, 0))))
    vented = analyzed(draw.cut(hollow, draw.cylinder(3, 20, (30, 20, 15))))
    for configuration in (SAND, INVESTMENT):
        found = judged(shut, configuration, "solid_body")
        assert (found.severity, len(found.findings[0].faces)) == (FAIL, 6)
        assert found.message.endswith("Found: 1 sealed hollow.")
        assert judged(pair, configuration, "solid_body").message.endswith("Found: 1 further body.")
        assert judged(vented, configuration, "solid_body").severity == PASS
    assert verdict(pair, "cnc/3-axis/solid_body").severity == PASS


PLATES = {
    (SAND, 2.97): FAIL,
    (SAND, 3.03): WARNING,
    (SAND, 4.95): WARNING,
    (SAND, 5.05): PASS,
    (INVESTMENT, 0.74): FAIL,
    (INVESTMENT, 0.75): WARNING,
    (INVESTMENT, 1.49): WARNING,
    (INVESTMENT, 1.5): PASS,
}
"""Thickness, and what is said of it."""


def plates() -> TopoDS_Shape:
    """Draw all plates, 60 x 40, 100 mm apart."""
    return draw.compound(
        *(draw.box((60, 40, thick_mm), (100.0 * at, 0, 0)) for at, (_, thick_mm) in enumerate(PLATES))
    )


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
def test_a_plate_is_judged_by_its_thickness(configuration: str) -> None:
    part = analyzed_once(plates)
    found = judged(part, configuration, "min_wall_thickness")
    assert f"{0.74:.2f} mm" in found.message
    reported: dict[tuple[str, float], list[Severity]] = {plate: [] for plate in PLATES}
    for finding in found.findings:
        _, thick_mm = plate = list(PLATES)[int(finding.location[0] // 100.0)]
        reported[plate].append(finding.severity)
        assert finding.value == pytest.approx(thick_mm, rel=1e-4)
        assert finding.witness is not None
        assert math.dist(*finding.witness) == pytest.approx(thick_mm, rel=1e-4)
        assert [[abs(each) for each in normal] for normal in normals(part, finding.faces)] == [[0, 0, 1]]
    for plate, severity in PLATES.items():
        if plate[0] == configuration:
            assert reported[plate] == ([] if severity == PASS else [severity] * 2), plate


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        (
            INVESTMENT,
            {
                (1.0, 73.0): WARNING,
                (1.0, 77.0): FAIL,
                (1.98, 146.0): PASS,
                (1.98, 152.0): FAIL,
                (2.02, 156.0): WARNING,
                (2.48, 190.0): WARNING,
                (2.52, 194.0): PASS,
            },
        ),
        (SAND, {(4.0, 292.0): WARNING, (4.0, 308.0): FAIL, (5.05, 388.0): WARNING}),
    ],
)
def test_a_plate_that_is_wide_for_its_thickness_is_judged_by_the_walls_of_large_castings(
    configuration: str, expected: dict[tuple[float, float], Severity]
) -> None:
    apart_mm, narrowest_mm = 600.0, min(width_mm for _, width_mm in expected)
    plates = [
        draw.box((1.3 * width_mm, width_mm, thick_mm), (apart_mm * at, 0, 0))
        for at, (thick_mm, width_mm) in enumerate(expected)
    ]
    part = analyzed(draw.compound(*plates), max_edge_mm=narrowest_mm / 4)
    reported = dict.fromkeys(expected, PASS)
    for finding in judged(part, configuration, "min_wall_thickness").findings:
        thick_mm, _ = plate = list(expected)[int(finding.location[0] // apart_mm)]
        reported[plate] = finding.severity
        assert finding.value == pytest.approx(thick_mm, rel=1e-3)
    assert reported == expected


def test_rounded_rims_make_no_wall_thinner() -> None:
    expected = {2.95: FAIL, 3.0: WARNING, 5.0: PASS}
    uprights = []
    for at, thick_mm in enumerate(expected):
        upright = draw.fuse(draw.box((60, thick_mm, 30)), draw.box((60, 20, 8), (0, -8, -8)))
        rounded = draw.fillet(upright, 0.6, (30, 0, 30), (30, thick_mm, 30))
        uprights.append(draw.moved(rounded, (100.0 * at, 0, 0)))
    reported = dict.fromkeys(expected, PASS)
    part = analyzed(draw.compound(*uprights), max_edge_mm=8.0)
    for finding in judged(part, SAND, "min_wall_thickness").findings:
        thick_mm = list(expected)[int(finding.location[0] // 100.0)]
        reported[thick_mm] = finding.severity
        assert finding.value == pytest.approx(thick_mm, abs=1e-6)
    assert reported == expected


def test_a_thin_lip_round_a_heavy_plate_has_a_short_run_however_large_the_part() -> None:
    plate, lip = draw.box((160, 120, 8)), draw.box((160, 12, 1.2), (0, 119, 0))
    lipped = analyzed(draw.fuse(plate, lip), max_edge_mm=12.0)
    assert judged(lipped, INVESTMENT, "min_wall_thickness").severity == WARNING
    alone = analyzed(draw.box((160, 120, 1.2)), max_edge_mm=12.0)
    assert judged(alone, INVESTMENT, "min_wall_thickness").severity == FAIL


def step(thin_mm: float, thick_mm: float) -> TopoDS_Shape:
    """Draw a plate, 100 x 40, that steps from `thin_mm` to `thick_mm` in its middle."""
    return draw.fuse(draw.box((50, 40, thin_mm)), draw.box((50, 40, thick_mm), (50, 0, 0)))


STEPS = {1.95: PASS, 2.05: WARNING, 7.9: WARNING, 8.1: FAIL}
"""Ratios of sections."""


def stepped() -> TopoDS_Shape:
    """Draw steps of all ratios, 150 mm apart; the thinner section is 3 mm."""
    steps = (draw.moved(step(3.0, 3.0 * ratio), (150.0 * at, 0, 0)) for at, ratio in enumerate(STEPS))
    return draw.compound(*steps)


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
def test_a_step_is_judged_by_the_ratio_of_its_sections(configuration: str) -> None:
    reported = dict.fromkeys(STEPS, PASS)
    part = analyzed_once(stepped, max_edge_mm=4.5)
    for finding in judged(part, configuration, "thickness_uniformity").findings:
        ratio = list(STEPS)[int(finding.location[0] // 150.0)]
        reported[ratio] = finding.severity
        assert finding.value == pytest.approx(ratio, rel=2e-3)
        assert finding.location[0] % 150.0 > 50.0
        assert f"{3.0 * ratio:.1f} mm meets 3.0 mm." in finding.message
    assert reported == STEPS


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [(SAND, {4.9: PASS, 5.1: WARNING}), (INVESTMENT, {1.45: PASS, 1.55: WARNING})],
)
def test_a_section_no_thicker_than_the_least_wall_asked_for_is_not_heavy(
    configuration: str, expected: dict[float, Severity]
) -> None:
    """As beside cooling fins: it steps to two fifths of its thickness."""
    steps = [
        draw.moved(step(0.4 * thick_mm, thick_mm), (150.0 * at, 0, 0)) for at, thick_mm in enumerate(expected)
    ]
    part = analyzed(draw.compound(*steps), max_edge_mm=0.6 * min(expected) + 0.8)
    found = judged(part, configuration, "thickness_uniformity")
    assert severities(found, expected, 150.0) == expected


def cased(cube_mm: float, inner_mm: float, lid_mm: float = 8.0) -> TopoDS_Shape:
    """Draw a case with walls of 8 mm and a hand hole, and a cube in its middle on a web of 6 mm.

    Inside it measures `inner_mm`; without a lid it is open on top.
    """
    size_mm, start_mm = inner_mm + 16.0, 8.0 + (inner_mm - cube_mm) / 2.0
    case = draw.cut(
        draw.box((size_mm, size_mm, 8.0 + inner_mm + lid_mm)),
        draw.box((inner_mm, inner_mm, inner_mm + (0.0 if lid_mm else 1.0)), (8.0, 8.0, 8.0)),
        draw.cylinder(4.0, 20.0, (14.0, 14.0, -1.0)),
    )
    cube = draw.box((cube_mm, cube_mm, cube_mm), (start_mm, start_mm, start_mm))
    web = draw.box((6.0, cube_mm, start_mm), (size_mm / 2.0 - 3.0, start_mm, 4.0))
    return draw.fuse(case, cube, web)


@pytest.mark.parametrize(("room", "severity"), [(0.96, FAIL), (1.04, WARNING)])
def test_a_heavy_section_fails_where_no_feeder_finds_room_on_it(room: float, severity: Severity) -> None:
    """A cube in a case has as much air on all sides; a case without a lid lets a feeder stand on it."""
    ratio, cube_mm = 3.2, 19.2
    shut = cased(cube_mm, cube_mm + 2.0 * room * cube_mm)
    found = judged(analyzed(shut, 3.5), SAND, "thickness_uniformity")
    assert found.severity == severity
    of_cube = [each for each in found.findings if f"{cube_mm:.1f} mm meets 6.0 mm." in each.message]
    assert any(each.value == pytest.approx(ratio, rel=5e-3) for each in of_cube)
    for each in of_cube:
        assert ("shrinkage or a hot tear is left" in each.message) == (each.severity == FAIL)
    if severity == FAIL:
        opened = cased(cube_mm, cube_mm + 2.0 * room * cube_mm, 0.0)
        assert judged(analyzed(opened, 3.5), SAND, "thickness_uniformity").severity == WARNING


def test_a_step_that_runs_out_over_a_taper_is_even() -> None:
    taper = draw.prism([(50, 0, 0), (110, 0, 0), (110, 0, 20), (50, 0, 6)], (0, 40, 0))
    part = analyzed(draw.fuse(draw.box((50, 40, 6)), taper, draw.box((40, 40, 20), (110, 0, 0))), 6.0)
    assert judged(part, SAND, "thickness_uniformity").severity == PASS


def bracket(thick_mm: float, fillet_mm: float = 0.0) -> TopoDS_Shape:
    """Draw an angle of two plates, 30 wide, with a fillet in its corner unless that is 0."""
    angle = draw.fuse(draw.box((40, 30, thick_mm)), draw.box((thick_mm, 30, 40)))
    return draw.fillet(angle, fillet_mm, (thick_mm, 15, thick_mm)) if fillet_mm else angle


def filleted(*radii_mm: float) -> TopoDS_Shape:
    """Draw uprights on a plate, 6 mm thick and 30 apart, each with one radius at both sides of its foot."""
    uprights = [draw.box((6, 20, 30), (30.0 * at + 12.0, 0, 0)) for at in range(len(radii_mm))]
    shape = draw.fuse(draw.box((30.0 * len(radii_mm), 20, 6)), *uprights)
    for at, radius_mm in enumerate(radii_mm):
        shape = draw.fillet(shape, radius_mm, *((30.0 * at + x, 10, 6) for x in (12.0, 18.0)))
    return shape


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        (SAND, {1.23: FAIL, 1.27: WARNING, 2.47: WARNING, 2.53: PASS}),
        (INVESTMENT, {0.74: FAIL, 0.76: WARNING, 1.48: WARNING, 1.5: PASS}),
    ],
)
def test_a_fillet_is_judged_by_its_radius(configuration: str, expected: dict[float, Severity]) -> None:
    part = analyzed(filleted(*expected))
    found = judged(part, configuration, "internal_fillet")
    assert found.n_inspected == 2 * len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        radius_mm = list(expected)[int(finding.location[0] // 30.0)]
        reported[radius_mm] = finding.severity
        assert finding.value == pytest.approx(radius_mm, rel=1e-6)
        assert f"{radius_mm:.2f} mm" in finding.message
        assert finding.kind == "FILLET"
    assert reported == expected
    corners = judged(part, configuration, "sharp_internal_corner")
    assert (corners.severity, corners.message) == (PASS, "Every internal corner has a fillet.")


def vee(opening_deg: float, fillet_mm: float = 0.0) -> TopoDS_Shape:
    """Draw two plates of 8 mm, 30 wide, that meet at an angle, with a fillet in it unless that is 0.

    On the level one stands an upright with a fillet of 3 mm at its foot: as long a corner as the other.
    """
    opening = math.radians(opening_deg)
    along, out = (math.cos(opening), math.sin(opening)), (-math.sin(opening), math.cos(opening))
    back = -8.0 * (1.0 + math.cos(opening)) / math.sin(opening)
    outline = [
        (60.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (40.0 * along[0], 0.0, 40.0 * along[1]),
        (40.0 * along[0] + 8.0 * out[0], 0.0, 40.0 * along[1] + 8.0 * out[1]),
        (back * along[0] + 8.0 * out[0], 0.0, -8.0),
        (60.0, 0.0, -8.0),
    ]
    plates = draw.fuse(draw.prism(outline, (0.0, 30.0, 0.0)), draw.box((8.0, 30.0, 20.0), (52.0, 0.0, 0.0)))
    plates = draw.fillet(plates, 3.0, (52.0, 15.0, 0.0))
    return draw.fillet(plates, fillet_mm, (0.0, 15.0, 0.0)) if fillet_mm else plates


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
@pytest.mark.parametrize(("opening_deg", "severity"), [(74.0, FAIL), (76.0, WARNING)])
def test_a_single_corner_without_a_fillet_fails_where_it_is_acute(
    opening_deg: float, severity: Severity, configuration: str
) -> None:
    found = judged(analyzed_once(vee, opening_deg), configuration, "sharp_internal_corner")
    assert (found.severity, len(found.findings)) == (severity, 1)
    assert found.findings[0].value == pytest.approx(360.0 - opening_deg)
    assert found.findings[0].location == pytest.approx([0, 15, 0], abs=1e-6)
    assert "as large as the thinner wall" in found.findings[0].advice
    filleted = analyzed_once(vee, 74.0, 3.0)
    assert judged(filleted, configuration, "sharp_internal_corner").severity == PASS


def comb(n_bare: int, n_filleted: int) -> TopoDS_Shape:
    """Draw a plate with a step for each corner, 30 long; some have a fillet of 3 mm, the others none."""
    stairs = draw.box((20.0 * (n_bare + n_filleted + 1), 30.0, 8.0))
    for step in range(1, n_bare + n_filleted + 1):
        stairs = draw.fuse(stairs, draw.box((8.0, 30.0, 20.0), (20.0 * step, 0.0, 0.0)))
        stairs = draw.fillet(stairs, 3.0, (20.0 * step + 8.0, 15.0, 8.0))
        if step > n_bare:
            stairs = draw.fillet(stairs, 3.0, (20.0 * step, 15.0, 8.0))
    return stairs


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
@pytest.mark.parametrize(("n_bare", "severity"), [(0, PASS), (2, WARNING)])
def test_square_corners_that_were_forgotten_are_warned_of(
    n_bare: int, severity: Severity, configuration: str
) -> None:
    found = judged(analyzed_once(comb, n_bare, 2 - n_bare), configuration, "sharp_internal_corner")
    assert (found.severity, len(found.findings)) == (severity, n_bare)


def ramp(bend_deg: float) -> TopoDS_Shape:
    """Draw a slab, 12 thick and more, whose upper side bends up by an angle along its middle."""
    rise = 40 * math.tan(math.radians(bend_deg))
    outline = [(-40, 0, 0), (0, 0, 0), (40, 0, rise), (40, 0, -12), (-40, 0, -12)]
    return draw.prism(outline, (0, 30, 0))


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
@pytest.mark.parametrize(
    ("bend_deg", "severity"), [(4.0, PASS), (19.0, PASS), (21.0, WARNING), (44.0, WARNING), (46.0, FAIL)]
)
def test_a_hollow_edge_is_judged_by_how_far_it_bends(
    bend_deg: float, severity: Severity, configuration: str
) -> None:
    found = judged(analyzed_once(ramp, bend_deg), configuration, "sharp_internal_corner")
    assert found.severity == severity
    assert len(found.findings) == (0 if severity == PASS else 1)
    for finding in found.findings:
        assert finding.value == pytest.approx(180.0 + bend_deg, abs=1e-6)
        assert finding.location == pytest.approx([0, 15, 0], abs=1e-6)
        assert len(finding.faces) == 2


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
def test_a_part_without_any_fillet_was_not_drawn_for_casting(configuration: str) -> None:
    part = analyzed_once(bracket, 6.0)
    found = judged(part, configuration, "sharp_internal_corner")
    assert (found.severity, len(found.findings)) == (FAIL, 1)
    assert found.findings[0].value == pytest.approx(270.0)
    assert found.findings[0].location == pytest.approx([6, 15, 6])
    assert not judged(part, configuration, "internal_fillet").is_applicable
    assert found.findings[0].threshold is None  # opening a square corner to 225° is no way out of it


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
def test_an_acute_corner_is_held_to_its_limit(configuration: str) -> None:
    (finding,) = judged(analyzed_once(vee, 74.0), configuration, "sharp_internal_corner").findings
    assert (finding.threshold, finding.margin) == (285.0, pytest.approx(-1.0))


FLOORS_MM = (4.9, 5.1, 19.8, 20.2)


def floored() -> TopoDS_Shape:
    """Draw a block with blind holes with a sharp floor, 60 mm apart."""
    holes = [
        draw.cylinder(diameter_mm / 2, 30, (60 * at + 30, 30, 20)) for at, diameter_mm in enumerate(FLOORS_MM)
    ]
    return draw.cut(draw.box((60 * len(FLOORS_MM), 60, 40)), *holes)


@pytest.mark.parametrize(("configuration", "limit_mm"), [(SAND, 20.0), (INVESTMENT, 5.0)])
def test_the_floor_of_a_hole_that_is_drilled_after_casting_may_be_sharp(
    configuration: str, limit_mm: float
) -> None:
    found = judged(analyzed_once(floored), configuration, "sharp_internal_corner").findings
    reported = sorted((FLOORS_MM[int(each.location[0] // 60)], each.severity) for each in found)
    assert [diameter_mm for diameter_mm, _ in reported] == [each for each in FLOORS_MM if each > limit_mm]
    assert {severity for _, severity in reported} == {WARNING}


def lug() -> TopoDS_Shape:
    """Draw an angle of 7 mm with a fillet of 2 mm and a heavy end of 22 mm beside it, which is too much."""
    heavy = draw.box((20, 30, 22), (40, 0, 0))
    return draw.fuse(bracket(7.0, 2.0), heavy)


def outcome(part: mutators.Respelled) -> dict[str, tuple[Severity, list[float]]]:
    """Return the severity of each rule in sand with its values, those of split faces once."""
    analysis = analysis_of(part, 3.5)
    found = {rule: judged(analysis, SAND, rule) for rule in RULES}
    return {
        rule: (each.severity, sorted({round(finding.value, 1) for finding in each.findings}))
        for rule, each in found.items()
    }


@lru_cache
def as_drawn() -> dict[str, tuple[Severity, list[float]]]:
    return outcome(mutators.unchanged(lug()))


@pytest.mark.parametrize(
    "mutator",
    [mutators.altogether_as_nurbs, mutators.triangles],
    ids=lambda mutator: mutator.__name__,
)
def test_the_verdicts_do_not_hang_on_how_a_file_writes_the_part(mutator: mutators.Mutator) -> None:
    part = mutator(lug())
    assert part is not None
    changed, expected = outcome(part), as_drawn()
    for rule in RULES:
        assert changed[rule][0] == expected[rule][0], rule
    for rule in ("internal_fillet", "sharp_internal_corner"):
        assert changed[rule][1] == pytest.approx(expected[rule][1], abs=0.11), rule
    assert max(changed["thickness_uniformity"][1]) == pytest.approx(22 / 7, abs=0.1)
    assert expected["internal_fillet"] == (WARNING, [2.0])
    assert expected["sharp_internal_corner"] == (WARNING, [270.0])
    assert expected["min_wall_thickness"][0] == PASS
    assert np.isfinite(changed["thickness_uniformity"][1]).all()


def test_the_wall_beside_a_hole_that_is_drilled_after_casting_is_no_cast_wall() -> None:
    expected = {19.0: (PASS, WARNING), 21.0: (FAIL, WARNING), 4.0: (PASS, PASS)}
    holes = [
        draw.cylinder(hole_mm / 2, 30, (60 * at + 30, hole_mm / 2 + 1.2, -1))
        for at, hole_mm in enumerate(expected)
    ]
    lug = analyzed(draw.cut(draw.box((180, 50, 20)), *holes), max_edge_mm=8.0)
    for which, configuration in enumerate((SAND, INVESTMENT)):
        found = judged(lug, configuration, "min_wall_thickness")
        assert severities(found, expected, 60) == {
            hole_mm: severities[which] for hole_mm, severities in expected.items()
        }


LETTERS = {SAND: {1.95: True, 2.05: False}, INVESTMENT: {0.7: True, 1.05: False}}
"""Heights, and whether what is as high is taken for a letter."""


@lru_cache
def lettered(is_raised: bool) -> Analysis:
    """Draw a letter V of each height, of strokes 0.7 wide whose corner opens by 30°, on a plate of 12."""
    shape = draw.box((160, 40, 12))
    for at, height_mm in enumerate(height for heights in LETTERS.values() for height in heights):
        strokes = [draw.turned(draw.box((0.7, 8, height_mm)), turn, draw.Z) for turn in (-15.0, 15.0)]
        place = (40.0 * at + 20.0, 16, 12.0 if is_raised else 12.0 - height_mm)
        letter = draw.moved(draw.fuse(*strokes), place)
        shape = draw.fuse(shape, letter) if is_raised else draw.cut(shape, letter)
    return analyzed(shape)


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
@pytest.mark.parametrize("is_raised", [True, False])
def test_letters_are_no_walls_no_sections_and_no_corners(configuration: str, is_raised: bool) -> None:
    heights = [height for each in LETTERS.values() for height in each]
    found: dict[float, set[Severity]] = {height: set() for height in LETTERS[configuration]}
    for rule in LETTERED:
        for finding in judged(lettered(is_raised), configuration, rule).findings:
            found.get(heights[int(finding.location[0] // 40.0)], set()).add(finding.severity)
    assert {height: not each for height, each in found.items()} == LETTERS[configuration]
    assert not is_raised or all(FAIL in each for each in found.values() if each)


def port(*tools: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a flange with a boss of 48 mm, a fillet at its foot and a bore of 30.6 mm; cut tools from it."""
    flange = draw.fuse(draw.box((90, 70, 14), (-45, -35, 0)), draw.cylinder(24, 50))
    return draw.cut(draw.fillet(flange, 6.0, (-24, 0, 14)), draw.cylinder(15.3, 62, (0, 0, -1)), *tools)


def threaded_port() -> TopoDS_Shape:
    return port(thread(30.6, 33.0, 2.0, 6.0, 42.0))


def recessed_port() -> TopoDS_Shape:
    return port(draw.cylinder(16.5, 22.0, (0, 0, 20.0)))


@pytest.mark.parametrize("configuration", [SAND, INVESTMENT])
def test_a_thread_that_is_drawn_is_cut_after_casting_and_a_recess_as_deep_is_not(configuration: str) -> None:
    """M33 × 2: corners of 116°, a root of 0.3 mm, and 1.2 mm of metal above where it ends below the mouth."""
    threaded = analyzed_once(threaded_port, max_edge_mm=16.0)
    for rule in ("min_wall_thickness", "sharp_internal_corner", "internal_fillet"):
        assert judged(threaded, configuration, rule).severity == PASS, rule
    assert judged(threaded, configuration, "thickness_uniformity").severity != FAIL
    recessed = analyzed_once(recessed_port, max_edge_mm=16.0)
    assert judged(recessed, configuration, "sharp_internal_corner").severity == WARNING


@pytest.mark.parametrize(("height_mm", "severity"), [(0.8, PASS), (3.0, FAIL)])
def test_fillets_of_letters_are_as_small_as_letters_are_and_those_of_ribs_are_not(
    height_mm: float, severity: Severity
) -> None:
    stroke = draw.fuse(draw.box((60, 40, 10)), draw.box((8, 2, height_mm), (26, 18, 10)))
    feet = ((30, 18, 10), (30, 20, 10), (26, 19, 10), (34, 19, 10))
    part = analyzed(draw.fillet(stroke, 0.3, *feet), max_edge_mm=6.0)
    for configuration in (SAND, INVESTMENT):
        assert judged(part, configuration, "internal_fillet").severity == severity
        assert judged(part, configuration, "sharp_internal_corner").severity == PASS


@pytest.mark.parametrize(
    ("width_mm", "sand", "investment"), [(4.0, PASS, PASS), (8.0, PASS, WARNING), (21.0, WARNING, WARNING)]
)
def test_a_keyway_is_broached_after_casting_unless_it_is_wide(
    width_mm: float, sand: Severity, investment: Severity
) -> None:
    """Its bore of 60 mm is cored. Beyond 20 and 5 mm a keyway may be cast, and its corners want a fillet."""
    hub = draw.cut(draw.cylinder(60, 40), draw.cylinder(30, 42, (0, 0, -1)))
    keyway = draw.box((width_mm, 30.0 + 0.5 * width_mm, 42), (-width_mm / 2, 0, -1))
    part = analyzed(draw.cut(hub, keyway), max_edge_mm=20.0)
    assert judged(part, SAND, "sharp_internal_corner").severity == sand
    assert judged(part, INVESTMENT, "sharp_internal_corner").severity == investment


def test_a_land_beside_a_ring_groove_was_no_wall_when_the_metal_ran() -> None:
    """2 mm stand above a groove of 1.85 mm; a rim as thin over a wide recess, or between fins, is a wall."""
    seat = draw.cut(draw.cylinder(30, 30), draw.cylinder(15, 32, (0, 0, -1)))
    grooved = analyzed(draw.cut(seat, draw.cylinder(16.5, 1.85, (0, 0, 26.15))), max_edge_mm=12.0)
    assert judged(grooved, SAND, "min_wall_thickness").severity == PASS
    assert judged(grooved, SAND, "sharp_internal_corner").severity == PASS
    assert judged(grooved, SAND, "thickness_uniformity").severity == PASS
    for thin in (draw.cylinder(24, 25, (0, 0, 3)), draw.cylinder(19, 1.85, (0, 0, 26.15))):
        rimmed = analyzed(draw.cut(seat, thin), max_edge_mm=12.0)
        assert judged(rimmed, SAND, "min_wall_thickness").severity == FAIL


def test_fillets_of_letters_do_not_make_up_for_bare_corners() -> None:
    """A filleted stroke 40 mm long and a bare block: what is not a letter has no fillet at all."""
    stroke = draw.fuse(draw.box((60, 60, 10)), draw.box((40, 2, 0.8), (10, 10, 10)))
    feet = ((30, 10, 10), (30, 12, 10), (10, 11, 10), (50, 11, 10))
    lettered = draw.fuse(draw.fillet(stroke, 0.3, *feet), draw.box((8, 8, 10), (26, 35, 10)))
    part = analyzed(lettered, max_edge_mm=6.0)
    assert judged(part, SAND, "sharp_internal_corner").severity == FAIL
