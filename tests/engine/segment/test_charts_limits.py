"""Charts of made-up walls on either side of the limits within which a chart is kept, and is one face."""

from dataclasses import replace

import numpy as np
import pytest

from engine.progress import Progress
from engine.segment import charts, mesh_repair
from engine.segment.facets import FacetGraph, Facets
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces.kind import CONE, CYLINDER, FREEFORM, PLANE, SPHERE, TORUS
from engine.surfaces.revolution import Revolution
from tests.support.prisms import arc, facets_of, wall

NOISE_MM = 1e-6


def folded(fold_deg: float, n_folds: int) -> SurfaceMesh:
    """Raise a wall of equal sides that folds all the same way; its triangles are those of each side twice."""
    turn = np.radians(fold_deg * np.arange(n_folds + 1))
    return wall(
        np.vstack([[0.0, 0.0], np.cumsum(2.0 * np.column_stack([np.cos(turn), np.sin(turn)]), axis=0)])
    )


def by_side(chart_of_side: list[int], mesh: SurfaceMesh) -> np.ndarray:
    """Return the chart of each triangle of such a wall."""
    middle = mesh.vertices[mesh.triangles].mean(axis=1)
    low = np.flatnonzero((mesh.vertices[mesh.triangles][:, :, 2] == 0.0).sum(axis=1) == 2)
    assert len(low) == len(chart_of_side)
    side = np.linalg.norm(middle[:, None, :2] - middle[low][None, :, :2], axis=2).argmin(axis=1)
    return np.array(chart_of_side)[side]


@pytest.mark.parametrize(("fold_deg", "is_kept"), [(1.1, True), (0.9, False)])
def test_a_shell_keeps_its_faces_where_its_charts_fold_by_more_than_a_degree_inside(fold_deg, is_kept):
    mesh = folded(fold_deg, 1)
    chart = np.zeros(len(mesh.triangles), dtype=np.int64)
    assert charts.keep_faces(chart, mesh.neighbor, mesh.normals, mesh.shell_of_triangle).tolist() == [is_kept]


@pytest.mark.parametrize(("n_folds", "n_inside", "is_kept"), [(7, 2, True), (9, 2, False)])
def test_a_shell_keeps_its_faces_where_a_quarter_of_its_gentle_folds_is_inside_charts(
    n_folds, n_inside, is_kept
):
    mesh = folded(10.0, n_folds)
    chart = by_side([max(0, side - n_inside) for side in range(n_folds + 1)], mesh)
    assert charts.keep_faces(chart, mesh.neighbor, mesh.normals, mesh.shell_of_triangle).tolist() == [is_kept]


@pytest.mark.parametrize(
    ("fold_deg", "n_folds", "parts"), [(14.0, 2, True), (16.0, 2, False), (14.0, 1, False)]
)
def test_charts_part_smoothly_where_two_of_their_borders_fold_by_less_than_fifteen_degrees(
    fold_deg, n_folds, parts
):
    mesh = folded(fold_deg, n_folds)
    chart = by_side(list(range(n_folds + 1)), mesh)
    found = charts.part_smoothly(chart, mesh.neighbor, mesh.normals, mesh.shell_of_triangle)
    assert found.tolist() == [parts]


def moved_out(mesh: SurfaceMesh, by_mm: np.ndarray) -> SurfaceMesh:
    """Move the corners of a wall round the z axis away from it, each by its own."""
    away = mesh.vertices * (1.0, 1.0, 0.0)
    places = mesh.vertices + by_mm[:, None] * away / np.linalg.norm(away, axis=1)[:, None]
    joined, _ = mesh_repair.build([(places, mesh.triangles)])
    return joined


def kinds(mesh: SurfaceMesh, noise_mm: float = NOISE_MM) -> tuple[int, ...]:
    """Return the kind of the only chart, none where it stays open."""
    assert mesh.chart_of_triangle.max() == 0
    return charts.fit_charts(replace(mesh, noise_mm=noise_mm), Progress()).kinds


def tube(turn_deg: float, chords: int) -> tuple[SurfaceMesh, float]:
    """Return a stretch of a tube and a thousandth of its width, which is twice its area by its border."""
    mesh = wall(arc(10.0, turn_deg, chords))
    length = chords * 20.0 * np.sin(np.radians(turn_deg / chords / 2.0))
    return mesh, 1e-3 * 2.0 * (5.0 * length) / (2.0 * (5.0 + length))


@pytest.mark.parametrize(("share", "expected"), [(0.9, (CYLINDER,)), (1.12, ())])
def test_the_corners_of_a_face_stray_by_a_thousandth_of_its_width(share, expected):
    mesh, stray_mm = tube(300.0, 30)
    turn = np.round(np.degrees(np.arctan2(mesh.vertices[:, 1], mesh.vertices[:, 0])) / 10.0)
    sign = np.where((turn + (mesh.vertices[:, 2] > 0.0)) % 2 == 0, 1.0, -1.0)
    assert kinds(moved_out(mesh, share * stray_mm * sign)) == expected


def one_corner(mesh: SurfaceMesh, at_deg: float) -> np.ndarray:
    """Tell the lower corner at an angle."""
    turn = np.degrees(np.arctan2(mesh.vertices[:, 1], mesh.vertices[:, 0]))
    return (np.abs(turn - at_deg) < 1.0) & (mesh.vertices[:, 2] == 0.0)


@pytest.mark.parametrize(
    ("at_deg", "share", "expected"),
    [
        ((40.0,), 3.6, (CYLINDER,)),  # one corner of twenty strays four times as far at most
        ((40.0,), 4.4, ()),
        ((20.0, 40.0, 70.0), 3.0, ()),  # three of twenty are more than a tenth
    ],
)
def test_a_tenth_of_the_corners_of_a_face_may_stray_four_times_as_far(at_deg, share, expected):
    mesh, stray_mm = tube(90.0, 9)
    is_off = np.any([one_corner(mesh, at) for at in at_deg], axis=0)
    assert is_off.sum() == len(at_deg)
    assert kinds(moved_out(mesh, share * stray_mm * is_off)) == expected


@pytest.mark.parametrize(("noises", "expected"), [(7.2, (PLANE,)), (8.8, (CYLINDER,))])
def test_a_chart_that_rises_by_less_than_eight_noises_is_flat(noises, expected):
    rise_mm = 10.0 * (np.cos(np.radians(1.0)) - np.cos(np.radians(3.0)))
    assert kinds(wall(arc(10.0, 6.0, 3)), rise_mm / noises) == expected


@pytest.mark.parametrize(("half_angle_deg", "expected"), [(0.18, (CYLINDER,)), (0.22, (CONE,))])
def test_a_cone_of_less_than_a_fifth_of_a_degree_is_the_cylinder_that_comes_near_it(half_angle_deg, expected):
    """It is 2 mm high: on the cylinder its rims lie off by more than noise, by less than what may stray."""
    slope = np.tan(np.radians(half_angle_deg))
    assert kinds(wall(arc(10.0, 360.0, 24), 2.0, 1.0 - 2.0 * slope / 10.0), 1e-3) == expected


def rows(turn_deg: float, chords: int, heights_mm: list[float], slope: float) -> SurfaceMesh:
    """Triangulate a wall of radius 10 round the z axis in rows that widen upwards."""
    outline = arc(1.0, turn_deg, chords)
    places = np.concatenate(
        [np.column_stack([(10.0 + slope * z) * outline, np.full(chords + 1, z)]) for z in heights_mm]
    )
    corner = (np.arange(len(heights_mm) - 1)[:, None] * (chords + 1) + np.arange(chords)).ravel()
    up = corner + chords + 1
    triangles = np.concatenate(
        [np.column_stack([corner, corner + 1, up + 1]), np.column_stack([corner, up + 1, up])]
    )
    mesh, _ = mesh_repair.build([(places, triangles)])
    return mesh


@pytest.mark.parametrize(
    ("steps", "expected"), [((-1.8, -1, 0, 1, 1.8), (CYLINDER,)), ((-2.2, -1.6, -1, 0, 1, 1.6, 2.2), (CONE,))]
)
def test_a_cylinder_on_which_half_of_the_corners_of_a_cone_lie_is_as_good(steps, expected):
    """A step is 2.5 noises: three rows of five, or of seven, lie within three noises, all within twelve."""
    heights = np.array(steps) / max(steps)
    slope = np.tan(np.radians(0.23))
    assert kinds(rows(360.0, 24, heights.tolist(), slope), slope / max(steps) / 2.5) == expected


@pytest.mark.parametrize(("width", "expected"), [(0.9, (PLANE,)), (1.12, ())])
def test_a_chart_of_no_surface_is_flat_that_rises_by_a_thousandth_of_its_width(width, expected):
    """Two flats of 10 mm by 10 mm, a low step apart."""
    strip = 0.4
    for low_mm in np.linspace(0.001, 0.1, 2000):
        outline = np.array([[0.0, 0.0], [10.0, 0.0], [10.0 + strip, low_mm], [20.0 + strip, low_mm]])
        centered = outline - outline.mean(axis=0)
        rise = np.ptp(centered @ np.linalg.svd(centered)[2][1])
        if rise >= width * 1e-3 * np.sqrt(10.0 * (20.0 + strip)):
            break
    assert kinds(wall(outline, 10.0)) == expected


@pytest.mark.parametrize(("lean", "expected"), [(0.8, (CYLINDER,)), (1.2, (CONE,))])
def test_a_taper_is_no_cone_that_brings_corners_less_than_twice_as_near(lean, expected):
    """Corners stray from a gentle cone by 0.7 of what they may; the taper puts them `lean` times as far."""
    stray_mm = 0.7e-3 * 5.0  # a ring is as wide as it is high
    mesh = wall(arc(10.0, 360.0, 24), 5.0, 1.0 - 2.0 * lean * stray_mm / 10.0)
    turn = np.round(np.degrees(np.arctan2(mesh.vertices[:, 1], mesh.vertices[:, 0])) / 15.0)
    sign = np.where((turn + (mesh.vertices[:, 2] > 0.0)) % 2 == 0, 1.0, -1.0)
    assert kinds(moved_out(mesh, stray_mm * sign)) == expected


def cap(sides: int) -> SurfaceMesh:
    """Triangulate a cap of a ball, from its pole to as many corners round about."""
    turn, polar = 2.0 * np.pi * np.arange(sides) / sides, np.radians(20.0)
    ring = np.column_stack(
        [np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.full(sides, np.cos(polar))]
    )
    at = np.arange(sides)
    mesh, _ = mesh_repair.build(
        [
            (
                10.0 * np.concatenate([[[0.0, 0.0, 1.0]], ring]),
                np.column_stack([np.zeros(sides, dtype=np.int64), 1 + at, 1 + (at + 1) % sides]),
            )
        ]
    )
    return mesh


@pytest.mark.parametrize(("sides", "expected"), [(5, (SPHERE,)), (4, ())])
def test_a_ball_takes_six_corners(sides, expected):
    assert kinds(cap(sides)) == expected


def test_a_cylinder_takes_six_corners():
    assert kinds(wall(arc(10.0, 20.0, 2))) == (CYLINDER,)


def patch_of_cone(sides: int) -> SurfaceMesh:
    """Triangulate a patch of a cone of half angle 30 degrees, from its middle to corners round about."""
    at = np.arange(sides)
    turn = 2.0 * np.pi * at / sides + 0.2
    around = np.concatenate([[0.0], np.radians(20.0) * np.cos(turn)])
    height = 10.0 + np.concatenate([[0.0], 3.0 * np.sin(turn)])
    rho = np.tan(np.radians(30.0)) * height
    places = np.column_stack([rho * np.cos(around), rho * np.sin(around), height])
    triangles = np.column_stack([np.zeros(sides, dtype=np.int64), 1 + at, 1 + (at + 1) % sides])
    mesh, _ = mesh_repair.build([(places, triangles)])
    return mesh


def test_a_cone_takes_seven_corners():
    assert kinds(patch_of_cone(6)) == (CONE,)


def patch_of_torus(sides: int) -> SurfaceMesh:
    """Triangulate a patch of a torus of radii 10 and 4, from its middle to as many corners round about."""
    at = np.arange(sides)
    turn = 2.0 * np.pi * at / sides + 0.2
    around = np.concatenate([[0.0], np.radians(20.0) * np.cos(turn)])
    across = np.radians(30.0) + np.concatenate([[0.0], np.radians(40.0) * np.sin(turn)])
    rho = 10.0 + 4.0 * np.cos(across)
    places = np.column_stack([rho * np.cos(around), rho * np.sin(around), 4.0 * np.sin(across)])
    triangles = np.column_stack([np.zeros(sides, dtype=np.int64), 1 + at, 1 + (at + 1) % sides])
    mesh, _ = mesh_repair.build([(places, triangles)])
    return mesh


@pytest.mark.parametrize(("sides", "expected"), [(8, (TORUS,)), (7, ())])
def test_a_torus_takes_nine_corners(sides, expected):
    assert kinds(patch_of_torus(sides)) == expected


def kind_of(given: tuple[Facets, FacetGraph], *, width_mm: float = 5.0, is_rough: bool = False) -> int | None:
    """Return the kind of the one face that facets are."""
    facets, graph = given
    found = charts._fitted(graph, facets, np.arange(len(facets.areas)), width_mm, is_rough)
    return None if found is None else found[0]


@pytest.mark.parametrize(("noises", "kind"), [(11.0, CYLINDER), (13.0, CONE)])
def test_a_cylinder_is_as_good_as_a_cone_whose_corners_lie_within_twelve_noises_of_it(noises, kind):
    """Those of three rows of five lie within three, the others so many off; wide faces stray by far more."""
    slope = np.tan(np.radians(0.23))
    mesh = rows(360.0, 24, (np.array([-noises, -2.5, 0.0, 2.5, noises]) / noises).tolist(), slope)
    assert kind_of(facets_of(replace(mesh, noise_mm=slope / noises)), width_mm=100.0) == kind


@pytest.mark.parametrize(("chords", "kind"), [(12, CYLINDER), (10, None)])
def test_a_cylinder_in_saws_takes_twenty_corners_more_than_fix_it(chords, kind):
    assert kind_of(facets_of(wall(arc(10.0, 8.0 * chords, chords))), is_rough=True) == kind


@pytest.mark.parametrize(("chords", "kind"), [(31, CYLINDER), (24, None)])
def test_three_tenths_of_a_face_in_saws_may_lean_from_it(chords, kind):
    """A facet over a turn of 112° leans by 26.3°; it is 0.28 of the area, or 0.33."""
    at = np.radians(np.cumsum([0.0, 112.0, *[8.0] * chords]))
    facets, graph = facets_of(wall(10.0 * np.column_stack([np.cos(at), np.sin(at)])))
    assert kind_of((facets, graph), is_rough=True) == kind


@pytest.mark.parametrize(("half_angle_deg", "share"), [(24.0, 0.0), (28.0, 1.0)])
def test_a_facet_leans_that_is_26_degrees_off_its_surface(half_angle_deg, share):
    cone = Revolution(np.zeros(3), np.array([0.0, 0.0, 1.0]), 10.0, np.radians(half_angle_deg)).packed()
    _, graph = facets_of(wall(arc(10.0, 90.0, 30)))
    assert charts._leaning(CONE, cone, graph, np.arange(30)) == pytest.approx(share)


@pytest.mark.parametrize(("share", "kind"), [(0.009, CYLINDER), (0.011, None)])
def test_a_hundredth_of_a_face_may_lean_from_it(share, kind):
    """At both ends of a quarter of a tube is a narrow facet that leans by 34°."""
    outline, length_mm = arc(10.0, 90.0, 30), 30 * 20.0 * np.sin(np.radians(1.5))
    width_mm = share / 2.0 * length_mm
    out_mm, turn = width_mm * np.sin(np.radians(34.0)), width_mm * np.cos(np.radians(34.0)) / 10.0
    first, last = -turn, np.pi / 2.0 + turn
    ends = (10.0 + out_mm) * np.array([[np.cos(first), np.sin(first)], [np.cos(last), np.sin(last)]])
    mesh = wall(np.concatenate([ends[:1], outline, ends[1:]]), 100.0)
    assert kind_of(facets_of(replace(mesh, noise_mm=NOISE_MM)), width_mm=length_mm) == kind


@pytest.mark.parametrize(("share", "is_bent"), [(0.045, True), (0.055, False)])
def test_a_chart_of_which_a_twentieth_is_flat_is_no_free_form_face(share, is_bent):
    facets, _ = facets_of(wall(arc(10.0, 40.0, 4)))
    areas = np.array([share, *[(1.0 - share) / 3.0] * 3])
    facets = replace(facets, areas=areas, is_flat=np.arange(4) == 0)
    assert charts._is_bent(facets, np.arange(4)) == is_bent


@pytest.mark.parametrize(("pattern", "n_free"), [("GSGSGSGSG", 4), ("SGSGSGSGS", 0)])
def test_charts_that_fold_sharply_are_faces_where_half_of_the_charts_are(pattern, n_free):
    """Gentle arcs of four sides, and sharp corners of two, by turns to the left and to the right."""
    turns, chart = list[float](), list[int]()
    for number, each in enumerate(pattern):
        folds = [10.0] * 4 if each == "G" else [10.0, 50.0]
        turns += [fold if number % 2 == 0 else -fold for fold in folds]
        chart += [number] * len(folds)
    at = np.radians(np.cumsum(turns))
    outline = np.vstack([[0.0, 0.0], np.cumsum(2.0 * np.column_stack([np.cos(at), np.sin(at)]), axis=0)])
    mesh = wall(outline)
    middles, sides = mesh.vertices[mesh.triangles].mean(axis=1)[:, :2], (outline[1:] + outline[:-1]) / 2.0
    side = np.linalg.norm(middles[:, None] - sides[None], axis=2).argmin(axis=1)
    found = charts.fit_charts(replace(mesh, chart_of_triangle=np.array(chart)[side]), Progress())
    assert found.kinds == (CYLINDER,) * pattern.count("G") + (FREEFORM,) * n_free
