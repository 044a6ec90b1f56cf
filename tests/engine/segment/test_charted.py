"""Charts of one face are that face, with the surface it lies on; several faces shaded as one fall apart."""

import numpy as np
import pytest

from engine.kernel.topology import measure
from engine.model.surface import Cylinder, Freeform, Plane
from engine.progress import Progress
from engine.segment import charted, facets
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
    joined, _ = facets.build([by_face(body)])
    chart = joined.chart_of_triangle.copy()
    one, side = np.nonzero(joined.neighbor > np.arange(len(chart))[:, None])
    other = joined.neighbor[one, side]
    cosine = np.einsum("nk,nk->n", joined.normals[one], joined.normals[other])
    for a, b in zip(one[cosine > 0.96], other[cosine > 0.96], strict=True):
        chart[chart == chart[b]] = chart[a]
    keys, corners = np.unique(chart[:, None] * len(joined.vertices) + joined.triangles, return_inverse=True)
    return joined.vertices[keys % len(joined.vertices)], corners.reshape(-1, 3)


def n_told(given):
    joined, _ = facets.build([given])
    return len(charted.told(joined, Progress()).kinds)


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
    assert n_told(by_face(body)) == 7
    # top, round and front share their corners; the other four are by themselves
    given = shaded(body)
    assert n_told(given) == 4
    _, found = segmented(given)
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


def test_a_file_shaded_flat_tells_no_charts_and_is_read_by_its_folds():
    body = draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10))
    given = loose(soup(body))
    assert n_told(given) == 0
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
