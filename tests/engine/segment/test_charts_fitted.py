"""Charts of one face are that face, with the surface it lies on; several faces shaded as one fall apart."""

import numpy as np
import pytest

from engine.kernel.topology import measure
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Torus
from engine.progress import Progress
from engine.segment import charts, mesh_repair
from tests.support import draw, generated
from tests.support.generated import Name
from tests.support.parts import brep_of
from tests.support.triangulated import by_face, kinds, loose, of_kind, segmented, shuffled, soup

COARSE = (0.1, 11.46)


def drawn(group: str, family: str):
    return generated.drawn(Name(group, family, 0))[0].shape


def roof(slope_deg: float = 15.0):
    """Draw a block 40 x 20 whose top is level at first and then falls by some degrees."""
    fall = 20.0 * np.tan(np.radians(slope_deg))
    return draw.prism([(0, 0, 0), (40, 0, 0), (40, 0, 20 - fall), (20, 0, 20), (0, 0, 20)], (0, 20, 0))


def shaded(body):
    """Triangulate a body with corners that faces share where they meet smoothly, as shading has it."""
    joined, _ = mesh_repair.build([by_face(body)])
    chart = joined.chart_of_triangle.copy()
    one, side = np.nonzero(joined.neighbor > np.arange(len(chart))[:, None])
    other = joined.neighbor[one, side]
    cosine = np.einsum("nk,nk->n", joined.normals[one], joined.normals[other])
    for a, b in zip(one[cosine > 0.96], other[cosine > 0.96], strict=True):
        chart[chart == chart[b]] = chart[a]
    keys, corners = np.unique(chart[:, None] * len(joined.vertices) + joined.triangles, return_inverse=True)
    return joined.vertices[keys % len(joined.vertices)], corners.reshape(-1, 3)


def sawed(given):
    """Join the corners of the lowest curved chart in saws: ridges are turned across the way it bends."""
    places, triangles = given[0], given[1].copy()
    chart = charts.charts_of_corners(triangles)
    heights = [np.ptp(places[triangles[chart == name]][:, :, 2]) for name in range(chart.max() + 1)]
    mine = np.flatnonzero(chart == heights.index(min(height for height in heights if height > 0.1)))
    done: set[int] = set()
    for at in mine[::8].tolist():
        for other in mine[np.isin(triangles[mine], triangles[at]).sum(axis=1) == 2].tolist():
            if done & {*triangles[at].tolist(), *triangles[other].tolist()}:
                continue
            [far] = {*triangles[at].tolist()} - {*triangles[other].tolist()}
            [there] = {*triangles[other].tolist()} - {*triangles[at].tolist()}
            k = triangles[at].tolist().index(far)
            turned = np.array(
                [[far, triangles[at][(k + 1) % 3], there], [far, there, triangles[at][(k + 2) % 3]]]
            )
            sides = places[turned[:, 1:]] - places[turned[:, :1]]
            normals = np.cross(sides[:, 0], sides[:, 1])
            cosine = normals[0] @ normals[1] / np.linalg.norm(normals, axis=1).prod()
            is_new = not (np.isin(triangles[mine], (far, there)).sum(axis=1) == 2).any()
            if is_new and cosine < 0.7:
                triangles[[at, other]] = turned
                done |= {*turned.ravel().tolist()}
    return places, triangles


def n_fitted(given):
    joined, _ = mesh_repair.build([given])
    return len(charts.fit_charts(joined, Progress()).kinds)


def test_a_round_of_two_facets_is_a_cylinder_where_its_corners_are_its_own():
    body = draw.fillet(roof(), 5.0, (20, 10, 20))
    _, found = segmented(by_face(body, *COARSE))
    assert kinds(found) == {"Cylinder": 1, "Plane": 7}
    assert of_kind(found, Cylinder)[0].radius_mm == pytest.approx(5.0, abs=1e-4)


def test_two_bevels_with_corners_of_their_own_stay_two_planes():
    fall = 20.0 * np.tan(np.radians(10.0))
    top = [(40, 0, 20 - 2 * fall), (30, 0, 20 - fall), (20, 0, 20), (10, 0, 20 - fall / 4)]
    body = draw.prism([(0, 0, 0), (40, 0, 0), *top, (0, 0, 20 - fall)], (0, 20, 0))
    rounded = draw.fillet(body, 3.0, (0, 10, 0))
    _, found = segmented(by_face(rounded, *COARSE))
    assert kinds(found) == {"Cylinder": 1, "Plane": 9}


@pytest.mark.parametrize(
    ("group", "family"),
    [
        ("blends", "varying"),
        ("blends", "all_over"),
        ("bends", "pierced"),
        ("slots", "arc"),
        ("pockets", "nested"),
    ],
)
def test_a_part_written_face_by_face_falls_into_its_own_faces(group, family):
    body = drawn(group, family)
    wanted = [face.surface for face in measure(brep_of(body)).faces]
    _, found = segmented(by_face(body, *COARSE))
    assert kinds(found) == {
        kind: [type(each).__name__ for each in wanted].count(kind)
        for kind in sorted({type(each).__name__ for each in wanted})
    }
    radii = sorted(each.radius_mm for each in wanted if isinstance(each, Cylinder))
    assert sorted(each.radius_mm for each in of_kind(found, Cylinder)) == pytest.approx(radii, abs=2e-3)


def test_faces_shaded_as_one_fall_apart():
    body = draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10))
    assert n_fitted(by_face(body)) == 7
    # top, round and front share their corners; the other four are by themselves
    given = shaded(body)
    assert n_fitted(given) == 4
    _, found = segmented(given)
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


@pytest.mark.parametrize(("share", "kind"), [(0.08, "Cylinder"), (0.4, "Freeform")])
def test_a_round_is_known_though_a_few_corners_stray_and_not_if_many_do(share, kind):
    given = by_face(draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10)), 0.005, 3)
    places, same = np.unique(given[0], axis=0, return_inverse=True)
    away = places[:, 1:] - (3.0, 7.0)
    is_on = np.abs(np.linalg.norm(away, axis=1) - 3) < 1e-3
    inside = np.flatnonzero(is_on & (away[:, 0] < -0.1) & (away[:, 1] > 0.1))
    assert len(inside) > 50
    stray = inside[np.random.default_rng(3).random(len(inside)) < share]
    places[stray, 1:] = (3.0, 7.0) + away[stray] * (1.0 + 3e-3)
    _, found = segmented((places[same.ravel()], given[1]))
    assert kinds(found)[kind] == 1


def short_round(length_mm: float, share_at_end, share_all_along: float = 0.0):
    """Triangulate a round of radius 3 whose corners lie off by shares: at one end, or ever more along it."""
    body = draw.fillet(draw.box((length_mm, 20, 10)), 3.0, (length_mm / 2, 0, 10))
    places, triangles = by_face(body, 0.005, 4)
    places = places.copy()
    away = places[:, 1:] - (3.0, 7.0)
    is_on = np.abs(np.linalg.norm(away, axis=1) - 3) < 1e-3
    is_on &= (away[:, 0] < 1e-6) & (away[:, 1] > -1e-6)
    _, same = np.unique(places.round(6), axis=0, return_inverse=True)
    at_end = is_on & (places[:, 0] > length_mm - 0.01)
    share = np.where(at_end, share_at_end(same.ravel()), 0.0) + share_all_along * places[:, 0] / length_mm
    places[is_on, 1:] = (3.0, 7.0) + away[is_on] * (1.0 + share[is_on, None])
    return places, triangles


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_round_is_no_cone_because_the_corners_at_one_end_stray(seed):
    strays = np.random.default_rng(seed).uniform(-9e-4, 9e-4, 10_000)
    _, found = segmented(short_round(4.0, lambda corner: strays[corner]))
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


@pytest.mark.parametrize("share", [3e-4, 1e-3, 2e-3])
def test_a_short_round_is_no_ball_because_one_end_is_a_little_wider(share):
    _, found = segmented(short_round(2.0, lambda corner: np.full(len(corner), share)))
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


def test_a_round_that_tapers_is_a_cone():
    _, found = segmented(short_round(4.0, lambda corner: np.zeros(len(corner)), 0.02))
    assert kinds(found)["Cone"] == 1
    assert of_kind(found, Cone)[0].half_angle_deg == pytest.approx(
        np.degrees(np.arctan(0.06 / 4.0)), abs=1e-3
    )


def test_a_fillet_in_saws_is_the_torus_that_all_its_corners_lie_on():
    body = draw.fillet(draw.fuse(draw.box((40, 40, 5)), draw.cylinder(8, 12, (20, 20, 5))), 0.5, (12, 20, 5))
    given = by_face(body, 0.02, 15)
    sawn = sawed(given)
    assert (sawn[1] != given[1]).any()
    _, found = segmented(sawn)
    assert kinds(found) == {"Cylinder": 1, "Plane": 7, "Torus": 1}
    assert of_kind(found, Torus)[0].minor_radius_mm == pytest.approx(0.5, abs=1e-3)


def test_a_file_shaded_flat_says_no_charts_and_is_read_by_its_folds():
    body = draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10))
    given = loose(soup(body))
    assert n_fitted(given) == 0
    _, found = segmented(given)
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


def test_the_faces_are_the_same_in_any_order():
    given = by_face(drawn("blends", "varying"))
    _, first = segmented(given)
    _, second = segmented(shuffled(given))
    assert kinds(first) == kinds(second)
    assert (np.bincount(first.region_of_triangle) == np.bincount(second.region_of_triangle)).all()
    for a, b in zip(first.surfaces, second.surfaces, strict=True):
        if isinstance(a, Plane):
            assert abs(a.normal @ b.normal) == pytest.approx(1.0, abs=1e-6)
        if isinstance(a, Freeform):
            assert a.min_convex_radius_mm == pytest.approx(b.min_convex_radius_mm, rel=1e-6)
