"""The ball that rolls along a strip, and edges that tell of none."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.features.blends import balls, strips
from engine.features.blends.springs import Spring
from engine.graph.sections import Section
from engine.model.part import Edge, EdgeId, FaceId, OtherCurve, Part
from engine.model.surface import Freeform
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import part_of, without_mesh

PATCH, SUPPORT = FaceId(0), FaceId(1)
MAJOR, MINOR = 3.0, 1.0
"""A round of 1 mm that runs along an arc: its outermost border has a radius of 4."""


def spring(number: int, u: np.ndarray, v: np.ndarray, curvature: np.ndarray) -> Spring:
    """Sample a border of the round at angles u along and v across it."""
    around = np.column_stack([np.cos(u), np.sin(u), 0.0 * u])
    normals = np.cos(v)[:, None] * around + np.sin(v)[:, None] * [0.0, 0.0, 1.0]
    edge = Edge(
        id=EdgeId(number),
        faces=(PATCH, SUPPORT),
        curve=OtherCurve(),
        points=MAJOR * around + MINOR * normals,
        normals=np.stack([normals, normals]),
        curvatures=np.stack([-curvature, 0.0 * curvature]),
        length_mm=1.0,
        is_closed=False,
        tolerance_mm=0.0,
    )
    return Spring(edge, SUPPORT, float(-curvature[len(u) // 2]), (curvature.min(), curvature.max()))


def along(v_deg: float, number: int, count: int = 21, reach: tuple[float, float] = (0.0, 1.2)) -> Spring:
    """Return the border along the round at an angle across it, or a piece of it."""
    u = np.linspace(*reach, count)
    return spring(number, u, np.full(count, np.radians(v_deg)), np.full(count, 1.0 / MINOR))


def end(count: int = 15) -> Spring:
    """Return the border across the round at its end: bent by how the round runs, by 1/4 mm and less."""
    v = np.linspace(0.0, np.radians(70.0), count)
    bend = np.cos(v) / (MAJOR + MINOR * np.cos(v))
    return spring(2, np.full(count, 1.2), v, bend)


def narrowing(side: float, number: int, lean_deg: float, count: int) -> Spring:
    """Return a border of the round as it runs out to a point, where it has no normal.

    Its support, which the border was drawn on, leans from the round by an angle.
    """
    u = np.linspace(0.0, 1.2, count)
    v = np.radians(45.0) * (1.0 + side * (1.0 - u / 1.2))
    border = spring(number, u, v, np.full(count, 1.0 / MINOR))
    around = np.column_stack([np.cos(u), np.sin(u), 0.0 * u])
    v = v + side * np.radians(lean_deg)
    own = np.cos(v)[:, None] * around + np.sin(v)[:, None] * [0.0, 0.0, 1.0]
    own[-1] = np.nan
    return replace(border, edge=replace(border.edge, normals=np.stack([own, border.edge.normals[1]])))


def across(one: Spring, other: Spring) -> Section:
    """Return a walk from one border to another."""
    start, end = one.edge.points[10], other.edge.points[10]
    return Section(one.edge.id, other.edge.id, start, end, 1.0, 90.0, 1.0)


def radii(*springs: Spring, walks: tuple[Section, ...] | None = None) -> tuple[float, float]:
    crossed = [across(one, other) for one in springs for other in springs] if walks is None else walks
    return balls.radii(Freeform(MINOR, np.inf), frozenset({PATCH}), list(springs), crossed)


def test_the_ball_between_two_borders_has_the_radius_of_the_round() -> None:
    assert radii(along(0, 0), along(90, 1)) == pytest.approx((MINOR, MINOR), rel=1e-3)


def test_a_border_across_the_end_says_of_no_ball() -> None:
    assert radii(along(0, 0), along(90, 1), end()) == pytest.approx((MINOR, MINOR), rel=1e-3)


@pytest.mark.parametrize("count", [13, 25, 49])
def test_a_round_that_runs_out_to_a_point_is_even_where_it_leans_from_its_supports(count: int) -> None:
    """Just before the point the ball turns by 7 degrees, 0.8 of them the lean: its radius reads 10 % less."""
    least, most = radii(*(narrowing(side, number, 0.4, count) for number, side in enumerate((1.0, -1.0))))
    assert least == most == pytest.approx(MINOR, rel=0.02)


def test_a_round_that_narrows_between_exact_supports_has_one_radius_to_its_end() -> None:
    borders = [narrowing(side, number, 0.0, 25) for number, side in enumerate((1.0, -1.0))]
    assert radii(*borders) == pytest.approx((MINOR, MINOR), rel=1e-6)


def test_two_pieces_of_one_border_have_no_ball_between_them() -> None:
    """One of 4 mm about the axis would touch both, where the round's own has 1 mm."""
    pieces = along(0, 0, reach=(0.0, 0.7)), along(0, 1, reach=(0.7, 1.2))
    other = along(90, 2)
    crossed = tuple(across(piece, other) for piece in pieces)
    assert radii(*pieces, other, walks=crossed) == pytest.approx((MINOR, MINOR), rel=1e-3)
    beside = (*crossed, across(*pieces))
    assert radii(*pieces, other, walks=beside)[1] > MAJOR


def test_borders_share_balls_as_long_as_the_ball_may_change_along_them() -> None:
    even, wide, steep = (
        Spring(along(0, 0).edge, SUPPORT, 1.0, sizes) for sizes in ((1.0, 1.0), (0.1, 0.4), (0.1, 0.6))
    )
    assert not even.shares_balls_with(wide)
    assert not wide.shares_balls_with(even)
    assert even.shares_balls_with(steep)
    assert steep.shares_balls_with(even)


@cache
def growing_fillet() -> Part:
    return part_of(parts_blends.variable_fillet(draw.box((40, 30, 20)), (20, 0, 20), 3.0, 3.1))


@pytest.mark.parametrize(("deviation_mm", "is_variable"), [(0.0, True), (0.005, True), (0.02, False)])
def test_a_radius_varies_where_it_does_so_by_more_than_the_patch_is_known_to(deviation_mm, is_variable):
    """A fillet of 3.0 that grows to 3.1, told by a surface that may stray; by 0.02, its radius by 0.07."""
    part = growing_fillet()
    faces = tuple(
        replace(face, deviation_mm=deviation_mm if isinstance(face.surface, Freeform) else 0.0)
        for face in part.faces
    )
    part = replace(part, faces=faces)
    (strip,) = strips.find(RunContext(without_mesh(part))).values()
    assert strip.is_variable == is_variable
    assert 2.999 < strip.min_radius_mm <= strip.max_radius_mm < 3.101


@pytest.mark.parametrize(("end_mm", "is_variable"), [(3.055, False), (3.07, True)])
def test_a_radius_that_grows_by_no_more_than_two_percent_is_one(end_mm, is_variable):
    part = part_of(parts_blends.variable_fillet(draw.box((40, 30, 20)), (20, 0, 20), 3.0, end_mm))
    (strip,) = strips.find(RunContext(without_mesh(part))).values()
    assert strip.is_variable == is_variable


def straight(turn_deg: float, number: int, shift_mm: tuple[float, float, float], step_mm: float) -> Spring:
    """Sample a border of a straight round of 1 mm at an angle across it, shifted by so much.

    The surface is said to bend by a radius of 1.25 there: so what is read tells where it was read.
    """
    border = along(turn_deg, number, count=3)
    normal = np.array([0.0, np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))])
    edge = replace(
        border.edge,
        points=MINOR * normal + shift_mm + np.outer(np.arange(3.0), [step_mm, 0.0, 0.0]),
        normals=np.tile(normal, (2, 3, 1)),
        curvatures=border.edge.curvatures / 1.25,
    )
    return replace(border, edge=edge)


def read(other: Spring, step_mm: float) -> float:
    """Return the one radius that is read between a border at 0 degrees and another one."""
    border = straight(0.0, 0, (0.0, 0.0, 0.0), step_mm)
    walk = Section(border.edge.id, other.edge.id, border.edge.points[1], other.edge.points[1], 1.0, 90.0, 1.0)
    least, most = radii(border, other, walks=(walk,))
    assert least == most
    return least


@pytest.mark.parametrize(("turn_deg", "radius_mm"), [(4.4, 1.25), (5.6, MINOR)])
def test_of_contacts_that_turn_by_less_than_5_degrees_the_surface_says_the_radius(turn_deg, radius_mm):
    assert read(straight(turn_deg, 1, (0.0, 0.0, 0.0), 0.2), 0.2) == pytest.approx(radius_mm, rel=1e-6)


@pytest.mark.parametrize(("off_mm", "radius_mm"), [(0.0009, MINOR), (0.0011, 1.25)])
def test_a_ball_touches_two_samples_that_lie_across_from_each_other_within_a_thousandth(off_mm, radius_mm):
    """Samples 20 radii apart, so that between them nothing can be read: those of one border lie ahead."""
    assert read(straight(90.0, 1, (off_mm, 0.0, 0.0), 20.0), 20.0) == pytest.approx(radius_mm, rel=1e-6)


@pytest.mark.parametrize(("off_mm", "radius_mm"), [(0.018, MINOR), (0.022, 1.25)])
def test_a_ball_touches_between_samples_where_it_fits_within_two_hundredths(off_mm, radius_mm):
    """One border lies farther from where the ball's center should be, halfway between both normals."""
    shift = off_mm * np.sqrt(0.5)
    assert read(straight(90.0, 1, (0.0, shift, shift), 0.2), 0.2) == pytest.approx(radius_mm, rel=1e-6)
