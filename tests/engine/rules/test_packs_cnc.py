"""The CNC pack on parts drawn to keep each limit, to miss it, and to lie between."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.features.hole import Hole
from engine.model.analysis import Analysis
from engine.model.feature import Kind
from engine.model.rulepack import Severity
from tests.support import draw
from tests.support.analyses import face_at
from tests.support.drawn import coarsely_analyzed as analyzed
from tests.support.drawn import severities, verdict
from tests.support.machined import block, drilled, pocketed, tee_slotted
from tests.support.parts_holes import outside_thread, thread

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS


def judged(shape: TopoDS_Shape, rule: str, max_edge_mm: float = 10.0) -> tuple[Severity, Severity]:
    """Return what both machines say."""
    analysis = analyzed(shape, max_edge_mm)
    return tuple(verdict(analysis, f"cnc/{machine}/{rule}").severity for machine in ("3-axis", "5-axis"))  # type: ignore[return-value]


def faces_found(analysis: Analysis, rule: str) -> list[int]:
    """Return the faces of all findings of a rule."""
    return sorted({face for finding in verdict(analysis, rule).findings for face in finding.faces})


def radially_drilled(count: int) -> TopoDS_Shape:
    """Draw a disc with so many blind holes round its rim, each of which looks its own way."""
    disc = draw.cylinder(60, 20)
    angles = [2 * math.pi * (index + 0.25) / count for index in range(count)]
    ways = [(math.cos(angle), math.sin(angle), 0.0) for angle in angles]
    return draw.cut(disc, *(draw.cylinder(3, 25, (48 * x, 48 * y, 10), (x, y, 0)) for x, y, _ in ways))


def test_a_sealed_hollow_fails_and_a_vented_one_does_not() -> None:
    hollow = draw.cut(block(), draw.box((20, 10, 10), (20, 15, 10)))
    shut = analyzed(hollow, max_edge_mm=12.0)
    found = verdict(shut, "cnc/3-axis/solid_body")
    assert (found.severity, found.findings[0].value) == (FAIL, 1.0)
    assert found.message.endswith("1 hollow of 2000 mm³ in all.")
    assert verdict(shut, "cnc/5-axis/solid_body").severity == FAIL
    assert face_at(shut, (30, 20, 20)) in found.findings[0].faces
    # the hollow is told once, and not face by face again
    assert verdict(shut, "cnc/3-axis/tool_inaccessible").severity == PASS
    vented = draw.cut(hollow, draw.cylinder(2, 20, (30, 20, 15)))
    assert judged(vented, "solid_body") == (PASS, PASS)
    assert judged(vented, "tool_inaccessible")[0] == FAIL


def test_every_hole_that_looks_its_own_way_takes_a_setup() -> None:
    disc = analyzed(radially_drilled(13), max_edge_mm=24.0)
    for machine in ("3-axis", "5-axis"):
        found = verdict(disc, f"cnc/{machine}/setup_count")
        assert (found.severity, found.findings[0].value) == (FAIL, 13)


def test_two_sides_are_plain_work_and_a_third_warns_and_says_what_it_is_for() -> None:
    assert judged(drilled("+z", "-z"), "setup_count") == (PASS, PASS)
    three = analyzed(drilled("+z", "-z", "+x"), max_edge_mm=10.0)
    found = verdict(three, "cnc/3-axis/setup_count")
    assert (found.severity, found.findings[0].value) == (WARNING, 3.0)
    assert "Setup 2, from +Z" in found.message or "Setup 2, from -Z" in found.message
    assert "is needed for hole " in found.message
    walls = {face_at(three, point) for point in ((30, 24, 25), (30, 24, 5), (55, 24, 15))}
    assert len(walls & set(found.findings[0].faces)) == 2  # the first setup needs no reason
    assert "so that 2 do" in found.findings[0].advice
    assert verdict(three, "cnc/5-axis/setup_count").severity == PASS


def test_a_rim_lower_than_it_is_thick_is_no_thin_wall() -> None:
    expected = {0.5: PASS, 0.7: WARNING}
    rims = [
        draw.box((12.0, 0.6, high_mm), (20.0 * at + 4.0, 4.0, 10.0)) for at, high_mm in enumerate(expected)
    ]
    part = analyzed(draw.fuse(draw.box((20.0 * len(rims), 10.0, 10.0)), *rims), max_edge_mm=2.0)
    found = verdict(part, "cnc/3-axis/min_wall_thickness")
    assert severities(found, expected, 20.0) == expected


def test_a_web_is_judged_by_how_thin_it_is_and_how_high_it_stands() -> None:
    expected = {
        (0.4, 3.9): WARNING,
        (0.4, 4.1): FAIL,
        (0.49, 5.1): FAIL,
        (0.51, 5.3): WARNING,
        (0.21, 1.0): WARNING,
        (0.19, 1.0): FAIL,
    }
    webs = [draw.box((12.0, *web), (4.0, 10.0 * at + 4.0, 10.0)) for at, web in enumerate(expected)]
    part = analyzed(draw.fuse(draw.box((20.0, 10.0 * len(webs), 10.0)), *webs), max_edge_mm=1.6)
    sides = {
        web: {face_at(part, (10.0, 10.0 * at + y, 10.0 + web[1] / 2)) for y in (4.0, 4.0 + web[0])}
        for at, web in enumerate(expected)
    }
    found = {}
    faces: dict[tuple[float, float], set[int]] = {web: set() for web in expected}
    for finding in verdict(part, "cnc/3-axis/min_wall_thickness").findings:
        thick_mm, width_mm = web = list(expected)[int(finding.location[1] // 10.0)]
        severity = found[web] = finding.severity
        faces[web] |= set(finding.faces)
        assert finding.value == pytest.approx(thick_mm, rel=1e-4)
        assert finding.threshold == (0.8 if severity == WARNING else 0.2 if thick_mm < 0.2 else 0.5)
        assert f"It reaches {width_mm:.1f} mm from what holds it" in finding.message
    assert (found, faces) == (expected, sides)


def test_a_tall_wall_is_judged_by_how_often_its_thickness_goes_into_its_height() -> None:
    expected = {
        (1.0, 29.0): PASS,
        (1.0, 35.0): (WARNING, 2.0),
        (0.7, 20.0): (WARNING, 0.8),
        (0.7, 25.0): (FAIL, 0.8),
        (2.0, 70.0): PASS,
    }
    walls = [draw.box((70.0, *wall), (5.0, 20.0 * at + 8.0, 10.0)) for at, wall in enumerate(expected)]
    part = analyzed(draw.fuse(draw.box((80.0, 20.0 * len(walls), 10.0)), *walls), max_edge_mm=6.0)
    found: dict[tuple[float, float], object] = dict.fromkeys(expected, PASS)
    for finding in verdict(part, "cnc/3-axis/min_wall_thickness").findings:
        thick_mm, height_mm = wall = list(expected)[int(finding.location[1] // 20.0)]
        found[wall] = finding.severity, finding.threshold
        assert finding.value == pytest.approx(thick_mm, rel=1e-4)
        assert f"It reaches {height_mm:.1f} mm from what holds it" in finding.message
    assert found == expected


def test_the_floor_of_a_tray_counts_with_a_quarter_of_its_span() -> None:
    expected = {110.0: PASS, 150.0: WARNING}
    trays = [
        draw.cut(
            draw.box((side_mm + 16.0, side_mm + 16.0, 10.0)),
            draw.box((side_mm, side_mm, 20.0), (8.0, 8.0, 1.0)),
        )
        for side_mm in expected
    ]
    found = verdict(analyzed(draw.in_a_row(*trays), max_edge_mm=16.0), "cnc/3-axis/min_wall_thickness")
    assert severities(found, expected, 200.0) == expected
    for finding in found.findings:
        assert (finding.value, finding.threshold) == (pytest.approx(1.0, rel=1e-4), 2.0)


def test_a_loose_plate_is_stock_and_has_no_height() -> None:
    plate = analyzed(draw.box((120, 90, 1.0)), max_edge_mm=8.0)
    assert verdict(plate, "cnc/3-axis/min_wall_thickness").severity == PASS


def test_a_plate_is_judged_by_its_thickness() -> None:
    expected = {0.49: FAIL, 0.5: WARNING, 0.79: WARNING, 0.8: PASS}
    plates = [draw.box((40, 30, thick_mm), (60.0 * at, 0, 0)) for at, thick_mm in enumerate(expected)]
    reported = dict.fromkeys(expected, PASS)
    part = analyzed(draw.compound(*plates), max_edge_mm=8.0)
    for finding in verdict(part, "cnc/3-axis/min_wall_thickness").findings:
        thick_mm = list(expected)[int(finding.location[0] // 60.0)]
        reported[thick_mm] = finding.severity
        assert finding.value == pytest.approx(thick_mm, rel=1e-4)
        assert finding.witness is not None
    assert reported == expected


def cornered(*radii_mm: float) -> TopoDS_Shape:
    """Draw a block with a pocket, 30 x 20 and 8 mm deep; its upright corners have one radius, or one each."""
    hollow = draw.box((30, 20, 9), (15, 10, 22))
    corners = [(x, y, 26.5) for x in (15, 45) for y in (10, 30)]
    if len(radii_mm) == 1:
        return draw.cut(block(), draw.fillet(hollow, *radii_mm, *corners))
    for radius_mm, corner in zip(radii_mm, corners, strict=bool(radii_mm)):
        hollow = draw.fillet(hollow, radius_mm, corner)
    return draw.cut(block(), hollow)


def test_a_pocket_is_judged_by_its_upright_corners() -> None:
    expected = {0.49: FAIL, 0.5: WARNING, 1.59: WARNING, 1.6: PASS}
    found = verdict(analyzed(cornered(*expected), max_edge_mm=10.0), "cnc/3-axis/min_internal_radius")
    assert found.n_inspected == 4
    assert [(each.value, each.severity) for each in found.findings] == [
        (pytest.approx(radius_mm, abs=1e-6), severity)
        for radius_mm, severity in expected.items()
        if severity != PASS
    ]
    for finding, (x, y) in zip(found.findings, ((15, 10), (15, 30), (45, 10)), strict=True):
        assert finding.location[:2] == pytest.approx((x, y), abs=finding.value)
        assert len(finding.faces) == 1
        assert "sharp" not in finding.message
    (sharp,) = verdict(analyzed(cornered(), 10.0), "cnc/3-axis/min_internal_radius").findings
    assert (sharp.severity, sharp.value, len(sharp.faces)) == (FAIL, 0.0, 4)
    assert (abs(sharp.location[0] - 30), abs(sharp.location[1] - 20)) == pytest.approx((15, 10), abs=1e-6)
    assert "4 corners of it are sharp." in sharp.message


def test_the_corners_of_a_rib_at_the_wall_of_a_pocket_are_judged_like_the_pockets_own() -> None:
    expected = {0.0: [FAIL], 1.0: [WARNING] * 2, 2.0: []}
    blocks, ribbed = [], draw.fuse(cornered(4.0), draw.box((12, 3, 6), (14, 18, 21)))
    for at, radius_mm in enumerate(expected):
        rounded = draw.fillet(ribbed, radius_mm, (15, 18, 24), (15, 21, 24)) if radius_mm else ribbed
        blocks.append(draw.moved(rounded, (100.0 * at, 0, 0)))
    part = analyzed(draw.compound(*blocks), max_edge_mm=10.0)
    found = verdict(part, "cnc/3-axis/min_internal_radius")
    assert found.n_inspected == 5 + 6 + 6
    reported: dict[float, list[Severity]] = {radius_mm: [] for radius_mm in expected}
    for finding in found.findings:
        radius_mm = list(expected)[int(finding.location[0] // 100.0)]
        reported[radius_mm].append(finding.severity)
        assert finding.value == pytest.approx(radius_mm, abs=1e-6)
        if not radius_mm:
            walls = {face_at(part, (15, 20, 28)), face_at(part, (20, 18, 24)), face_at(part, (20, 21, 24))}
            assert walls == set(finding.faces)
            assert "upright corner of pocket" in finding.message
            assert "2 corners of it are sharp." in finding.message
            assert finding.location == pytest.approx((15, 19.5, 24.5), abs=1.6)
    assert reported == expected


def test_the_corners_of_a_boss_at_a_wall_are_judged_like_those_of_pockets() -> None:
    """It is a mark up to 2 mm high on a thick plate, and up to 3 mm where a fifth of its diameter is more."""
    expected = {
        (12.0, 10.0): FAIL,
        (12.0, 2.4): FAIL,
        (12.0, 2.3): PASS,
        (20.0, 3.1): FAIL,
        (20.0, 3.0): PASS,
        (4.0, 2.1): FAIL,
        (4.0, 2.0): PASS,
    }
    bosses = [
        draw.cylinder(diameter_mm / 2.0, 10.0 + height_mm, (30.0 * at + 15.0, 34.0 - diameter_mm / 3.0, 0.0))
        for at, (diameter_mm, height_mm) in enumerate(expected)
    ]
    long_mm = 30.0 * len(bosses)
    at_wall = draw.fuse(draw.box((long_mm, 40, 10)), draw.box((long_mm, 6, 22), (0, 34, 0)), *bosses)
    reported = dict.fromkeys(expected, PASS)
    for finding in verdict(analyzed(at_wall, max_edge_mm=10.0), "cnc/3-axis/min_internal_radius").findings:
        _, height_mm = boss = list(expected)[int(finding.location[0] // 30.0)]
        reported[boss] = finding.severity
        assert (finding.kind, finding.value) == ("BOSS", 0.0)
        assert "2 corners of it are sharp." in finding.message
        assert finding.location[1:] == pytest.approx((34.0, 10.0 + height_mm / 2.0))
    assert reported == expected


def test_a_pad_at_a_wall_has_its_corners_cut_square_from_its_open_side() -> None:
    pad = draw.fuse(
        draw.box((60, 40, 10)), draw.box((60, 6, 22), (0, 34, 0)), draw.box((14, 9, 20), (20, 25, 0))
    )
    assert not verdict(analyzed(pad, max_edge_mm=10.0), "cnc/3-axis/min_internal_radius").is_applicable


def test_a_wide_pocket_is_no_mark_when_it_is_deep() -> None:
    wide = draw.cut(draw.box((100, 80, 20)), draw.box((80, 60, 9), (10, 10, 12)))
    found = verdict(analyzed(wide, max_edge_mm=20.0), "cnc/3-axis/min_internal_radius")
    assert (found.severity, [each.value for each in found.findings]) == (FAIL, [0.0])


def deep_pocket(depth_mm: float, *radii_mm: float, is_open_below: bool = False) -> TopoDS_Shape:
    """Draw a block of 60 x 50 with a pocket of 40 x 30 whose upright corners have a radius each."""
    high_mm = depth_mm if is_open_below else depth_mm + 10.0
    pocket = draw.box((40.0, 30.0, depth_mm + 2.0), (10.0, 10.0, high_mm - depth_mm - 1.0 * is_open_below))
    corners = [(x, y, high_mm - depth_mm / 2) for x in (10, 50) for y in (10, 40)]
    for at, corner in enumerate(corners):
        pocket = draw.fillet(pocket, radii_mm[min(at, len(radii_mm) - 1)], corner)
    return draw.cut(draw.box((60.0, 50.0, high_mm)), pocket)


def test_a_deep_corner_asks_for_a_wider_cutter() -> None:
    """Corners that no other is given for have the last radius."""
    expected: dict[float, dict[float, tuple[Severity, float | None] | None]] = {
        19.0: {1.7: None},
        22.0: {2.1: None, 1.9: (WARNING, 2.0), 0.9: (FAIL, 1.0)},
        45.0: {4.1: None, 3.9: (WARNING, 4.0), 1.9: (FAIL, 2.0)},
        70.0: {2.9: (FAIL, 3.0)},
    }
    blocks = [
        draw.moved(deep_pocket(depth_mm, *radii), (100.0 * at, 0.0, 0.0))
        for at, (depth_mm, radii) in enumerate(expected.items())
    ]
    part = analyzed(draw.compound(*blocks), max_edge_mm=10.0)
    for configuration in ("3-axis", "5-axis"):
        found = {depth_mm: dict.fromkeys(radii) for depth_mm, radii in expected.items()}
        for finding in verdict(part, f"cnc/{configuration}/min_internal_radius").findings:
            depth_mm = list(expected)[int(finding.location[0] // 100.0)]
            found[depth_mm][round(finding.value, 6)] = finding.severity, finding.threshold
            assert finding.message.endswith(f"A cutter goes {depth_mm:.1f} mm deep there.")
        assert found == expected


def test_a_deep_sharp_corner_is_reported_the_radius_that_its_depth_asks_for() -> None:
    expected = {19.0: (0.5, 1.6), 45.0: (2.0, 4.0)}
    blocks = [
        draw.cut(
            draw.box((60.0, 50.0, depth_mm + 10.0)),
            draw.box((40.0, 30.0, depth_mm + 1.0), (10.0, 10.0, 10.0)),
        )
        for depth_mm in expected
    ]
    part = analyzed(draw.in_a_row(*blocks, step=100.0), max_edge_mm=10.0)
    findings = verdict(part, "cnc/3-axis/min_internal_radius").findings
    for finding, (needed_mm, better_mm) in zip(
        sorted(findings, key=lambda each: each.location[0]), expected.values(), strict=True
    ):
        assert (finding.kind, finding.value, finding.threshold) == ("POCKET", 0.0, needed_mm)
        assert f"to at least {better_mm:.2f} mm" in finding.advice


def test_a_window_is_cut_half_from_either_side() -> None:
    expected = {(38.0, True): PASS, (46.0, True): WARNING, (38.0, False): WARNING}
    blocks = [deep_pocket(depth_mm, 1.8, is_open_below=is_window) for depth_mm, is_window in expected]
    part = analyzed(draw.in_a_row(*blocks, step=100.0), max_edge_mm=10.0)
    found = verdict(part, "cnc/3-axis/min_internal_radius")
    assert severities(found, expected, 100.0) == expected


def test_the_fillet_at_the_foot_of_a_wall_is_the_cutters_own_corner() -> None:
    step = draw.cut(block(), draw.box((62, 20, 10), (-1, -1, 20)))
    footed = analyzed(draw.fillet(step, 0.3, (30, 19, 20)), max_edge_mm=8.0)
    assert not verdict(footed, "cnc/3-axis/min_internal_radius").is_applicable


def floor_filleted(radius_mm: float, corners: bool) -> TopoDS_Shape:
    """Draw a block with a pocket, 30 x 20 and 8 mm deep, with one radius along its floor.

    With `corners` the same radius goes up the four corners too: the file has one chain of fillets. Without,
    the pocket is a step that is open at two sides, and the chain is its foot alone.
    """
    if not corners:
        step = draw.cut(block(), draw.box((62, 20, 10), (-1, -1, 22)))
        return draw.fillet(step, radius_mm, (30, 19, 22))
    hollow = draw.box((30, 20, 9), (15, 10, 22))
    upright = [(x, y, 26.5) for x in (15, 45) for y in (10, 30)]
    floor = [(30, 10, 22), (30, 30, 22), (15, 20, 22), (45, 20, 22)]
    return draw.cut(block(), draw.fillet(draw.fillet(hollow, radius_mm, *upright), radius_mm, *floor))


def test_the_corners_of_a_chain_are_judged_behind_the_fillet_of_its_floor() -> None:
    """Blocks 100 mm apart."""
    expected = {0.49: FAIL, 1.59: WARNING, 1.6: PASS}
    blocks = [floor_filleted(radius_mm, corners=True) for radius_mm in expected]
    part = analyzed(draw.in_a_row(*blocks, step=100.0), max_edge_mm=10.0)
    found = verdict(part, "cnc/3-axis/min_internal_radius")
    assert found.n_inspected == len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        x, y, _ = finding.location
        radius_mm = list(expected)[at := int(x // 100.0)]
        reported[radius_mm] = finding.severity
        assert finding.value == pytest.approx(radius_mm)
        assert finding.message.endswith(f"A cutter goes {8.0 - radius_mm:.1f} mm deep there.")
        middle = 100.0 * at + 30
        assert (abs(x - middle), abs(y - 20)) == pytest.approx((15, 10), abs=radius_mm)
        assert set(finding.faces) == {
            face_at(part, (middle + dx * (15 - 0.29 * radius_mm), 20 + dy * (10 - 0.29 * radius_mm), 27))
            for dx in (-1, 1)
            for dy in (-1, 1)
        }  # 0.29 = 1 - cos 45°: the middle of each arc
    assert reported == expected


def test_a_chain_without_upright_corners_is_the_cutters_own_corner() -> None:
    part = analyzed(floor_filleted(0.49, corners=False), max_edge_mm=10.0)
    assert not verdict(part, "cnc/3-axis/min_internal_radius").is_applicable


def test_letters_may_have_sharp_corners() -> None:
    engraved = draw.cut(block(), draw.box((30, 20, 2), (15, 10, 29)))
    assert not verdict(analyzed(engraved, 10.0), "cnc/3-axis/min_internal_radius").is_applicable


def test_a_slot_is_judged_by_the_room_it_leaves_a_cutter() -> None:
    expected = {0.99: FAIL, 1.0: WARNING, 2.49: WARNING, 2.5: PASS}
    slots = [draw.box((51, width_mm, 4), (-1, 9.0 * at + 5, 27)) for at, width_mm in enumerate(expected)]
    part = analyzed(draw.cut(block(), *slots), max_edge_mm=10.0)
    found = verdict(part, "cnc/3-axis/tool_clearance")
    assert found.n_inspected == len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        width_mm = list(expected)[at := int((finding.location[1] - 2.0) // 9.0)]
        reported[width_mm] = finding.severity
        assert f"{width_mm:.2f} mm" in finding.message
        sides = {face_at(part, (30, 9.0 * at + 5 + y, 29)) for y in (0.0, width_mm)}
        assert sides <= set(finding.faces)
    assert reported == expected


def heat_sink(gap_mm: float, *others: TopoDS_Shape) -> TopoDS_Shape:
    """Draw the block with four fins, 1 mm thick and 6 high, on its top from end to end."""
    fins = [draw.box((60, 1.0, 6), (0, 10 + index * (1.0 + gap_mm), 30)) for index in range(4)]
    return draw.fuse(block(), *fins, *others)


def test_what_a_saw_cuts_is_not_measured_by_end_mills() -> None:
    sink = analyzed(heat_sink(0.9), max_edge_mm=6.0)
    assert not verdict(sink, "cnc/3-axis/tool_clearance").is_applicable
    slit = analyzed(draw.cut(block(), draw.box((62, 0.6, 11), (-1, 15, 20))), max_edge_mm=10.0)
    assert not verdict(slit, "cnc/3-axis/tool_clearance").is_applicable
    assert verdict(slit, "cnc/3-axis/pocket_aspect").severity == PASS


def test_fins_are_judged_by_the_air_between_them() -> None:
    """A wall at one end of the gaps keeps a saw out."""
    expected = {0.9: FAIL, 1.2: WARNING, 3.0: PASS}
    sinks = [
        draw.moved(heat_sink(gap_mm, draw.box((5, 7 + 3 * gap_mm, 6), (0, 8.5, 30))), (100.0 * at, 0, 0))
        for at, gap_mm in enumerate(expected)
    ]
    reported = dict.fromkeys(expected, PASS)
    part = analyzed(draw.compound(*sinks), max_edge_mm=6.0)
    for finding in verdict(part, "cnc/3-axis/tool_clearance").findings:
        gap_mm = list(expected)[int(finding.location[0] // 100.0)]
        reported[gap_mm] = finding.severity
        assert finding.value == pytest.approx(gap_mm, rel=1e-3)
    assert reported == expected


def test_an_undercut_that_nothing_gets_under_fails_where_the_tool_cannot_tilt() -> None:
    shut = analyzed(tee_slotted(60, 10), max_edge_mm=10.0)
    found = verdict(shut, "cnc/3-axis/undercut_access")
    lips = {face_at(shut, (30, 19, 28)), face_at(shut, (30, 31, 28))}
    assert (found.severity, found.findings[0].value) == (FAIL, 3.0)
    assert lips <= set(faces_found(shut, "cnc/3-axis/undercut_access"))
    assert verdict(shut, "cnc/5-axis/undercut_access").severity == WARNING


def test_a_slot_with_a_head_too_wide_for_its_cutter_warns_where_it_is_long_from_its_ends() -> None:
    """T-slot cutters have heads of up to two necks: 16 mm for a neck of 8."""
    fitting = analyzed(tee_slotted(200, wide=16.0), max_edge_mm=16.0)
    for machine in ("3-axis", "5-axis"):
        assert verdict(fitting, f"cnc/{machine}/undercut_access").severity == PASS
    assert "needed: 1;" in verdict(fitting, "cnc/3-axis/setup_count").message, "it is cut from its mouth"
    assert judged(tee_slotted(200, wide=17.0), "undercut_access", 16.0) == (WARNING, WARNING)
    assert judged(tee_slotted(60, wide=17.0), "undercut_access") == (PASS, PASS)


def test_a_cross_hole_is_no_undercut_to_a_setup_of_its_own() -> None:
    crossed = analyzed(draw.cut(block(), draw.cylinder(3, 42, (30, -1, 15), (0, 1, 0))), max_edge_mm=10.0)
    found = verdict(crossed, "cnc/3-axis/undercut_access")
    assert (found.severity, found.is_applicable) == (PASS, True)
    assert not verdict(analyzed(block(), 12.0), "cnc/3-axis/undercut_access").is_applicable


def test_a_groove_inside_a_bore_is_reached_by_no_straight_tool() -> None:
    bored = draw.cut(block(), draw.cylinder(8, 32, (30, 20, -1)))
    assert judged(bored, "tool_inaccessible", 8.0) == (PASS, PASS)
    grooved = analyzed(draw.cut(bored, draw.cylinder(11, 4, (30, 20, 13))), max_edge_mm=8.0)
    found = verdict(grooved, "cnc/3-axis/tool_inaccessible")
    floor = face_at(grooved, (41, 20, 15))
    flanks = [face_at(grooved, (39.5, 20, level)) for level in (13, 17)]
    assert found.severity == FAIL
    assert {finding.fid: finding.value for finding in found.findings} == {
        floor: 3.0,
        **dict.fromkeys(flanks, 2.0),
    }
    # a tilted tool sees the flanks, and for the floor it takes a special one
    tilting = verdict(grooved, "cnc/5-axis/tool_inaccessible")
    assert [(finding.fid, finding.severity) for finding in tilting.findings] == [(floor, WARNING)]


def test_a_pocket_too_deep_for_a_stiff_cutter_warns_and_a_wider_one_passes() -> None:
    narrow = analyzed(pocketed(4, 50), max_edge_mm=16.0)
    found = verdict(narrow, "cnc/3-axis/tool_inaccessible")
    assert (found.severity, found.findings[0].value) == (WARNING, 1.0)
    assert face_at(narrow, (40, 30, 10)) in faces_found(narrow, "cnc/3-axis/tool_inaccessible")
    assert "mm thick and finds no room." in found.message
    assert judged(pocketed(8, 50), "tool_inaccessible") == (PASS, PASS)


def tapped_beside(*holes: tuple[float, float]) -> Analysis:
    """Drill a block for M6 every 12 mm, so far from its side, with a chamfer of 90° at the mouth so wide."""
    shape = draw.box((12.0 * len(holes), 40.0, 30.0))
    for at, (wall_mm, mouth_mm) in enumerate(holes):
        middle, deep_mm = (12.0 * at + 6.0, 2.5 + wall_mm), 0.5 * mouth_mm
        tools = [draw.cylinder(2.5, 14, (*middle, 18))]
        if mouth_mm > 5.0:
            tools.append(draw.cone(0.0, deep_mm, deep_mm, (*middle, 30 - deep_mm)))
        shape = draw.cut(shape, *tools, at_once=False)
    return analyzed(shape, max_edge_mm=8.0)


def test_a_tap_drill_with_a_chamfered_mouth_is_judged_by_the_metal_beside_it() -> None:
    # M6 is drilled 5 mm wide, so its thread goes 0.5 mm into the wall, and a nut of it has four times as much
    expected = {0.45: FAIL, 0.55: WARNING, 1.95: WARNING, 2.05: PASS, 12.0: PASS}
    tapped = tapped_beside(*((wall_mm, 6.0) for wall_mm in expected))
    for machine in ("3-axis", "5-axis"):
        found = verdict(tapped, f"cnc/{machine}/thread_candidates")
        assert found.n_inspected == len(expected)
        reported = dict.fromkeys(expected, PASS)
        for finding in found.findings:
            wall_mm = list(expected)[at := int(finding.location[0] // 12.0)]
            reported[wall_mm] = finding.severity
            assert finding.value == pytest.approx(wall_mm / 0.5, rel=1e-2)
            assert "Ø5.00 is the tap drill of M6" in finding.message
            stands = f"{wall_mm:.2f} mm of metal stand there; the thread is 0.50 mm deep."
            assert finding.message.endswith(stands)
            assert finding.location == pytest.approx([12.0 * at + 6.0, wall_mm, 25], abs=7.1)
            assert finding.witness is not None
            assert min(point[1] for point in finding.witness) == pytest.approx(0.0, abs=0.01)
        assert reported == expected


def test_only_a_mouth_chamfered_for_the_thread_speaks_for_one() -> None:
    # a chamfer as wide as M6 says that the hole is tapped; a narrower one takes off the burr
    expected = {
        (0.48, 5.0): PASS,
        (0.48, 5.9): PASS,
        (0.48, 6.0): FAIL,
        (0.52, 6.0): WARNING,
        (0.48, 6.55): FAIL,
        (0.48, 6.65): PASS,
    }
    reported = dict.fromkeys(expected, PASS)
    for finding in verdict(tapped_beside(*expected), "cnc/3-axis/thread_candidates").findings:
        wall_mm, mouth_mm = list(expected)[int(finding.location[0] // 12.0)]
        reported[wall_mm, mouth_mm] = finding.severity
        assert finding.value == pytest.approx(wall_mm / 0.5, rel=1e-2)
    assert reported == expected


def test_a_hole_of_another_size_is_asked_for_no_thread() -> None:
    plain = draw.cut(block(), draw.cylinder(2.85, 14, (30, 3.0, 18)))
    assert not verdict(analyzed(plain, max_edge_mm=8.0), "cnc/3-axis/thread_candidates").is_applicable


def test_a_bore_that_is_open_along_its_side_is_asked_for_no_thread() -> None:
    notched = analyzed(draw.cut(block(), draw.cylinder(2.5, 14, (30, 1.0, 18))), max_edge_mm=8.0)
    (hole,) = [each for each in notched.assessed.recognition.features if each.kind == Kind.HOLE]
    assert isinstance(hole, Hole)
    assert hole.thread_candidates[0].designation == "M6"
    found = verdict(notched, "cnc/3-axis/thread_candidates")
    assert (found.severity, found.is_applicable) == (PASS, False)
    shut = analyzed(draw.cut(block(), draw.cylinder(2.5, 14, (30, 2.7, 18))), max_edge_mm=8.0)
    assert verdict(shut, "cnc/3-axis/thread_candidates").is_applicable


def test_the_floor_of_a_tapped_hole_may_be_thin() -> None:
    deep = draw.cut(block(), draw.cylinder(2.5, 40, (30, 20, 0.3)))
    assert verdict(analyzed(deep, max_edge_mm=10.0), "cnc/3-axis/thread_candidates").severity == PASS


def test_a_stud_is_measured_by_the_metal_behind_its_thread_and_its_diameter_alone_warns_of_nothing() -> None:
    # the outside thread of M6 is 0.6134 mm deep
    studs = [(6.0, 0.0), (6.0, 4.7), (6.0, 4.9), (6.2, 0.0)]
    body = block()
    for at, (stud_mm, bore_mm) in enumerate(studs):
        body = draw.fuse(body, draw.cylinder(stud_mm / 2, 12, (14 * at + 9, 20, 30)))
        if bore_mm:
            body = draw.cut(body, draw.cylinder(bore_mm / 2, 12, (14 * at + 9, 20, 31)))
    analysis = analyzed(body, max_edge_mm=6.0)
    found = verdict(analysis, "cnc/3-axis/thread_candidates")
    assert (found.severity, found.is_applicable) == (PASS, True)
    subjects = {each.index: each for each in analysis.metrics.subjects}
    measured = {}
    for index, each in analysis.metrics.values["thread.wall_over_depth"].items():
        if subjects[index].kind == "BOSS":
            at = int((subjects[index].location[0] - 2) // 14)
            measured[studs[at]] = each.value
            assert "outside diameter of M6" in each.note
    wall_mm = {stud: 0.5 * (stud[0] - stud[1]) if stud[1] else stud[0] for stud in studs[:3]}
    assert measured == {stud: pytest.approx(mm / 0.6134, rel=2e-3) for stud, mm in wall_mm.items()}


def test_a_hole_is_judged_by_its_depth_in_diameters() -> None:
    expected = {26: FAIL, 24: WARNING, 11: WARNING, 9: PASS}
    drills = [
        draw.cylinder(1.25, depth_mm + 1, (12 * at + 12, 20, 30 - depth_mm))
        for at, depth_mm in enumerate(expected)
    ]
    part = analyzed(draw.cut(block(), *drills), max_edge_mm=10.0)
    reported = dict.fromkeys(expected, PASS)
    for finding in verdict(part, "cnc/3-axis/hole_depth_to_diameter").findings:
        depth_mm = list(expected)[at := int((finding.location[0] - 6) // 12)]
        reported[depth_mm] = finding.severity
        assert finding.value == pytest.approx(depth_mm / 2.5)
        assert f"{depth_mm / 2.5:.1f}" in finding.message
        assert face_at(part, (12 * at + 13.25, 20, 29)) in finding.faces
    assert reported == expected


def test_a_slot_with_round_ends_is_judged_by_its_depth_in_widths() -> None:
    """Each 6 mm wide. One open at one end and 15 long is cut from there, one open at both is sawn."""
    expected = {37: FAIL, 35: WARNING, 19: WARNING, 17: PASS}
    closed, others = [], []
    for at, depth_mm in enumerate(expected):
        y, low, high = 20.0 * at + 7.0, 60.0 - depth_mm, depth_mm + 1.0
        rounds = [draw.cylinder(3.0, high, (x, y + 3.0, low)) for x in (18.0, 42.0)]
        closed.append(draw.fuse(draw.box((24.0, 6.0, high), (18.0, y, low)), *rounds))
        closed.append(draw.box((20.0, 6.0, high), (65.0, y, low)))
        others.append(draw.box((90.0, 6.0, high), (-5.0, y, low)))
    whole = draw.box((80.0, 80.0, 60.0))
    found = verdict(analyzed(draw.cut(whole, *closed), max_edge_mm=10.0), "cnc/3-axis/pocket_aspect")
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        depth_mm = list(expected)[int(finding.location[1] // 20.0)]
        reported[depth_mm] = finding.severity
        assert (finding.kind, finding.value) == ("SLOT", pytest.approx(depth_mm / 6))
        assert finding.location[0] < 60.0  # the shorter ones begin at 65
    assert reported == expected
    sawn = analyzed(draw.cut(whole, *others), max_edge_mm=10.0)
    assert verdict(sawn, "cnc/3-axis/pocket_aspect").severity == PASS


def test_a_groove_is_turned_on_a_shaft_and_milled_in_a_block() -> None:
    shaft = draw.cut(
        draw.cylinder(15.0, 60.0), draw.cut(draw.cylinder(16.0, 2.0, (0, 0, 29)), draw.cylinder(7.0, 60.0))
    )
    assert verdict(analyzed(shaft, max_edge_mm=6.0), "cnc/3-axis/pocket_aspect").severity == PASS
    ring = draw.cut(draw.cylinder(12.0, 9.0, (40, 30, 52)), draw.cylinder(10.0, 60.0, (40, 30, 0)))
    found = verdict(
        analyzed(draw.cut(draw.box((80.0, 60.0, 60.0)), ring), max_edge_mm=6.0), "cnc/3-axis/pocket_aspect"
    )
    assert [(each.kind, each.value) for each in found.findings] == [("SLOT", pytest.approx(4.0))]


def test_a_pocket_is_judged_by_its_depth_in_widths() -> None:
    expected = {49: FAIL, 47: WARNING, 25: WARNING, 23: PASS}
    pockets = [
        draw.box((40, 8, depth_mm + 1), (20, 20 * at + 6, 60 - depth_mm))
        for at, depth_mm in enumerate(expected)
    ]
    part = analyzed(draw.cut(draw.box((80, 80, 60)), *pockets), max_edge_mm=10.0)
    reported = dict.fromkeys(expected, PASS)
    for finding in verdict(part, "cnc/3-axis/pocket_aspect").findings:
        depth_mm = list(expected)[at := int(finding.location[1] // 20)]
        reported[depth_mm] = finding.severity
        assert finding.value == pytest.approx(depth_mm / 8)
        assert f"{depth_mm / 8:.1f}" in finding.message
        assert face_at(part, (40, 20 * at + 10, 60 - depth_mm)) in finding.faces
    assert reported == expected


def test_a_block_with_a_thread_drawn_in_it_is_plain_work() -> None:
    """M12; the thread runs out through the mouth, where its flank ends in a feather."""
    drilled = draw.cut(draw.box((30, 30, 20), (-15, -15, 0)), draw.cylinder(5.1, 16, (0, 0, 4)))
    part = analyzed(draw.cut(drilled, thread(10.2, 12.0, 1.75, 6.5, 14.5)), max_edge_mm=10.0)
    for rule in ("setup_count", "min_wall_thickness", "undercut_access", "tool_inaccessible"):
        assert verdict(part, f"cnc/3-axis/{rule}").severity == PASS, rule


def test_a_stud_with_a_thread_drawn_on_it_is_plain_work_and_no_pocket() -> None:
    """M24 × 3 on a plate that no lathe holds: a die comes from above, where a ring groove takes two sides."""
    plain = draw.fuse(draw.box((90, 70, 14), (-45, -35, 0)), draw.cylinder(12, 40, (0, 0, 13)))
    part = analyzed(draw.cut(plain, outside_thread(20.3, 24.0, 3.0, 7.5, 30.0)), max_edge_mm=8.0)
    for rule in ("setup_count", "undercut_access", "tool_inaccessible", "pocket_aspect"):
        assert verdict(part, f"cnc/3-axis/{rule}").severity == PASS, rule
    assert {each.kind for each in part.assessed.recognition.features} <= {Kind.SLAB, Kind.WALL, Kind.BOSS}
    ring = draw.cut(draw.cylinder(13, 3, (0, 0, 30)), draw.cylinder(10.1, 3, (0, 0, 30)))
    ringed = analyzed(draw.cut(plain, ring), max_edge_mm=8.0)
    counts = [len(each.assessed.evidence.setups[0].setups) for each in (part, ringed)]
    assert counts == [1, 2]
