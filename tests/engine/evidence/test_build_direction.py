"""How drawn parts are laid on the bed."""

from collections.abc import Callable

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import build_direction
from engine.model.printing import BuildDirection
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import face_at
from tests.support.printed import meshed


def chosen(shape: TopoDS_Shape, edges_across: float = 15) -> BuildDirection:
    return build_direction.choose(RunContext(meshed(shape, edges_across)))


@draw.once
def cup() -> TopoDS_Shape:
    """Draw an open box, 40 x 30 x 50, with walls of 2 mm."""
    return draw.cut(draw.box((40, 30, 50)), draw.box((36, 26, 50), (2, 2, 2)))


def test_a_cup_stands_on_its_bottom() -> None:
    prepared = meshed(cup())
    build = build_direction.choose(RunContext(prepared))
    assert build.direction == pytest.approx([0, 0, 1], abs=1e-9)
    assert build.base == (face_at(prepared.part, (20, 15, 0)).id,)
    assert build.base_area_mm2 == pytest.approx(1200.0, rel=1e-3)
    assert build.support_area_mm2 == 0.0
    assert build.height_mm == pytest.approx(50.0)


def test_a_plate_lies_flat() -> None:
    build = chosen(draw.box((60, 5, 40)))
    assert abs(build.direction[1]) == pytest.approx(1.0)
    assert (build.height_mm, build.base_area_mm2) == pytest.approx((5.0, 2400.0))


def test_a_mushroom_stands_on_its_head() -> None:
    mushroom = draw.fuse(draw.cylinder(8, 30), draw.box((60, 60, 6), (-30, -30, 30)))
    build = chosen(mushroom)
    assert build.direction == pytest.approx([0, 0, -1], abs=1e-9)
    assert build.support_area_mm2 == 0.0


def test_what_no_side_spares_is_supported_as_far_as_the_bed_sees_it() -> None:
    # A cross of three bars: whichever stands, four arms of 20 x 10 hang in the air.
    bars = [
        draw.box(size, [-each / 2 for each in size]) for size in ((50, 10, 10), (10, 50, 10), (10, 10, 50))
    ]
    build = chosen(draw.fuse(*bars))
    assert build.support_area_mm2 == pytest.approx(800.0, rel=0.01)


def test_a_cube_does_not_stand_on_its_corner_though_its_sides_would_hold_themselves() -> None:
    build = chosen(draw.box((20, 20, 20)))
    assert sorted(np.abs(build.direction)) == pytest.approx([0, 0, 1])


def bored(*heights_mm: float) -> TopoDS_Shape:
    """Draw a plate, 60 x 60 x 20, with bores of 2 mm along x so far above its middle."""
    bores = [
        draw.cylinder(1, 60, (0, 15 + 10 * row, 10 + height), (1, 0, 0))
        for row, height in enumerate(heights_mm)
    ]
    return draw.cut(draw.box((60, 60, 20)), *bores)


def test_what_stands_as_well_on_its_head_is_distinguished_by_its_own_surface() -> None:
    # 2 x 3 mm up balance 1 x 6 mm down, so the middle of the surface is halfway; but 2 x 3³ < 6³: the sum of
    # cubes is larger along -z, by 2 x 162 of a bore's 371 mm² in 13 100, or 1e-3 of the cube of the height.
    uneven = bored(3, 3, -6)
    assert chosen(uneven).direction == pytest.approx([0, 0, -1], abs=1e-9)
    over = draw.turned(uneven, 180, (1, 0, 0))
    assert chosen(over).direction == pytest.approx([0, 0, 1], abs=1e-9)
    assert chosen(draw.mirrored(uneven, (0, 0, 1))).direction == pytest.approx([0, 0, 1], abs=1e-9)
    even = bored(3, -3)
    assert chosen(even).direction == pytest.approx([0, 0, 1], abs=1e-9)
    assert chosen(draw.turned(even, 180, (1, 0, 0))).direction == pytest.approx([0, 0, 1], abs=1e-9)


def test_a_ball_is_built_all_the_same() -> None:
    build = chosen(draw.sphere(10), 30)
    assert np.linalg.norm(build.direction) == pytest.approx(1.0)
    assert build.height_mm == pytest.approx(20.0, rel=1e-3)


SPELLINGS: dict[str, tuple[Callable[[TopoDS_Shape], TopoDS_Shape], list[float], float]] = {
    "small": (lambda shape: draw.scaled(shape, 0.05), [0, 0, 1], 0.05),
    "large": (lambda shape: draw.scaled(shape, 100.0), [0, 0, 1], 100.0),
    "mirrored as NURBS": (lambda shape: draw.as_nurbs(draw.mirrored(shape, (0, 0, 1))), [0, 0, -1], 1.0),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_direction_follows_the_part(spelling: str) -> None:
    respell, direction, scale = SPELLINGS[spelling]
    build = chosen(respell(cup()))
    assert build.direction == pytest.approx(direction, abs=1e-6)
    assert build.height_mm == pytest.approx(50.0 * scale)
    assert build.base_area_mm2 == pytest.approx(1200.0 * scale**2, rel=1e-3)


def test_what_there_is_to_support_does_not_turn_with_the_file() -> None:
    block = draw.cut(
        draw.box((60, 40, 30)),
        draw.cylinder(3, 60, (30, 0, 20), (0, 1, 0)),
        draw.cylinder(3, 60, (0, 20, 10), (1, 0, 0)),
        draw.cylinder(3, 60, (15, 30, 0), (0, 0, 1)),
    )
    support = chosen(block).support_area_mm2
    assert support > 0.0
    assert chosen(draw.turned(block, 37.3, (1, 2, 3))).support_area_mm2 == pytest.approx(support, rel=0.01)


def test_a_rod_that_would_topple_lies_on_its_side() -> None:
    rod = draw.cut(draw.box((8, 8, 120)), draw.box((4, 8, 110), (2, -2, 5)))
    build = chosen(rod)
    assert abs(build.direction[2]) == pytest.approx(0.0)
    assert build.height_mm == pytest.approx(8.0)


def test_an_odd_turn_is_followed_too() -> None:
    axis, angle = np.array([1.0, 2.0, 3.0]) / np.sqrt(14.0), np.radians(37.3)
    up = np.array([0.0, 0.0, 1.0])
    turned = (
        up * np.cos(angle) + np.cross(axis, up) * np.sin(angle) + axis * (axis @ up) * (1 - np.cos(angle))
    )
    build = chosen(draw.turned(cup(), 37.3, (1, 2, 3)))
    assert build.direction == pytest.approx(turned, abs=1e-6)


@pytest.mark.parametrize(("diameter_mm", "weight"), [(7.6, 0.25), (9.0, 1.0)])
def test_the_roof_of_a_hole_of_eight_hundredths_of_the_size_counts_a_quarter(
    diameter_mm: float, weight: float
) -> None:
    """The surface, some 10900 mm², is a square 104 mm wide: Ø8.3."""
    drilled = draw.cut(draw.box((60, 40, 30)), draw.cylinder(diameter_mm / 2, 50, (30, -5, 15), (0, 1, 0)))
    found = build_direction._weight_of_face(meshed(drilled, 20))
    assert sorted(found) == pytest.approx(sorted([weight, 1, 1, 1, 1, 1, 1]))


@pytest.mark.parametrize(
    ("height_mm", "seen_mm2", "needed_mm2"), [(30.0, 2000.0, 100.0), (200.0, 2000.0, 400.0)]
)
def test_a_base_is_a_twentieth_of_what_the_bed_sees_and_a_tenth_as_wide_as_the_part_is_high(
    height_mm: float, seen_mm2: float, needed_mm2: float
) -> None:
    rated = np.array([[0.0], [0.0], [height_mm], [0.0], [seen_mm2]])
    assert build_direction._needed(rated) == pytest.approx([needed_mm2])


@pytest.mark.parametrize(("lean_deg", "hangs"), [(45.9, False), (46.1, True)])
def test_a_slope_holds_itself_up_to_46_degrees(lean_deg: float, hangs: bool) -> None:
    """A ledge along one side of a block that stands on its foot."""
    low = 35 - 5 / np.tan(np.radians(lean_deg))
    ledge = draw.prism([(10, 0, low), (15, 0, 35), (15, 0, 40), (10, 0, 40)], (0, 40, 0))
    support, *_ = rated(draw.fuse(draw.box((10, 40, 40)), ledge), (0, 0, 1))
    assert support == pytest.approx(5 * 40 if hangs else 0.0, rel=1e-6)


@pytest.mark.parametrize(("lean_deg", "carries"), [(0.9, True), (1.1, False)])
def test_a_foot_that_is_level_within_a_degree_carries_the_part(lean_deg: float, carries: bool) -> None:
    """It rises by 0.2 mm; what lies on the bed is 0.3 mm high."""
    rise = 10 * np.tan(np.radians(lean_deg))
    post = draw.prism([(0, 0, 0), (10, 0, rise), (10, 0, 60), (0, 0, 60)], (0, 60, 0))
    _, base, *_ = rated(post, (0, 0, 1))
    assert base == pytest.approx(10 * 60 if carries else 0.0, rel=1e-6)


def rated(shape: TopoDS_Shape, direction: tuple[float, float, float]) -> list[float]:
    """Return what a direction is rated by: area to support, base, height, height of the middle, area seen."""
    prepared = meshed(shape, 20)
    samples = build_direction._known(build_direction.over_triangles(prepared.mesh))
    weights = build_direction._weight_of_face(prepared)
    found = build_direction._rated(prepared, samples, weights, np.array([direction]))
    return [float(each) for each in found[:, 0]]


@pytest.mark.parametrize(("share", "is_on_larger"), [(4.6e-3, True), (5.5e-3, False)])
def test_a_two_hundredth_of_the_surface_may_hang_over_for_a_larger_base(
    share: float, is_on_larger: bool
) -> None:
    """A block that tapers to its top, with a blind hole in its foot: its ceiling is 5e-3 of 9300 mm²."""
    side = np.sqrt(share * 9330)
    long = draw.prism([(0, 0, 0), (60, 0, 0), (58, 0, 10), (2, 0, 10)], (0, 60, 0))
    wide = draw.prism([(0, 0, 0), (0, 60, 0), (0, 58, 10), (0, 2, 10)], (60, 0, 0))
    build = chosen(draw.cut(draw.common(long, wide), draw.box((side, side, 2), (30, 30, 0))))
    assert build.direction == pytest.approx([0, 0, 1 if is_on_larger else -1], abs=1e-9)


@pytest.mark.parametrize(("share", "is_on_smaller"), [(0.9e-3, True), (1.1e-3, False)])
def test_bases_that_differ_by_a_thousandth_of_the_surface_are_equally_good(
    share: float, is_on_smaller: bool
) -> None:
    """A block with a blind hole, 8 deep: what is in it lies low when the hole opens to the bed."""
    side = np.sqrt(share * 12105)
    build = chosen(draw.cut(draw.box((60, 60, 20)), draw.box((side, side, 8), (20, 20, 0))))
    assert build.direction == pytest.approx([0, 0, 1 if is_on_smaller else -1], abs=1e-9)


@pytest.mark.parametrize(("height_mm", "is_reported"), [(1.28, False), (1.38, True)])
def test_surfaces_whose_moments_differ_by_a_ten_thousandth_are_not_distinguished(
    height_mm: float, is_reported: bool
) -> None:
    """Of three bores, 371 mm² each of 13100, two lie so much above the middle, one twice as much below it.

    Their cubes differ by 12 h³ from one way up to the other, and count by the cube of 20 mm.
    """
    build = chosen(bored(height_mm, height_mm, -2 * height_mm))
    assert build.direction == pytest.approx([0, 0, -1 if is_reported else 1], abs=1e-9)


@pytest.mark.parametrize(("share", "n_faces"), [(0.046, 1), (0.055, 2)])
def test_a_twentieth_of_the_base_is_named(share: float, n_faces: int) -> None:
    """A block that tapers to its top, with a groove along its foot that holds itself."""
    wide = share * 98
    outline = [(0, 0), (wide, 0), (wide + 1, 1), (wide + 2, 0), (100, 0), (97, 20), (3, 20)]
    build = chosen(draw.prism([(x, 0, z) for x, z in outline], (0, 60, 0)))
    assert build.base_area_mm2 == pytest.approx(98 * 60, rel=1e-6)
    assert len(build.base) == n_faces
