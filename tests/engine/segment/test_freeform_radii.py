"""The smallest radii of free-form faces are read from how they bend, not from single folds between facets."""

import numpy as np
import pytest

from engine.kernel.topology import measure
from engine.model.surface import Freeform
from engine.segment import freeform
from engine.surfaces.table import tabulate
from tests.support import draw, generated
from tests.support.generated import Name
from tests.support.parts import brep_of
from tests.support.triangulated import by_face, segmented


def with_radii(body, chord_mm=0.01, turn_deg=6.0):
    joined, found = segmented(by_face(body, chord_mm, turn_deg))
    surface_table = tabulate(list(found.surfaces), found.senses.tolist())
    return freeform.with_radii(
        found, freeform.region_vertices(joined, found.region_of_triangle, surface_table)
    )


def radii(surfaces):
    free = [each for each in surfaces if isinstance(each, Freeform)]
    return sorted((each.min_convex_radius_mm, each.min_concave_radius_mm) for each in free)


def test_a_varying_fillet_of_a_small_part_has_the_radii_of_the_exact_face():
    body = draw.scaled(generated.drawn(Name("blends", "varying", 0))[0].shape, 0.05)
    wanted = radii(face.surface for face in measure(brep_of(body)).faces)
    found = radii(with_radii(body, 0.01 * 0.05).surfaces)
    assert len(found) == len(wanted) == 1
    assert found[0][1] == pytest.approx(wanted[0][1], rel=0.03)
    # it bends a hundred times less the other way
    assert found[0][0] == pytest.approx(wanted[0][0], rel=0.1)


def test_faces_of_simple_surfaces_stay_as_they_are():
    body = draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10))
    joined, found = segmented(by_face(body))
    surface_table = tabulate(list(found.surfaces), found.senses.tolist())
    assert (
        freeform.with_radii(found, freeform.region_vertices(joined, found.region_of_triangle, surface_table))
        is found
    )


def test_one_corner_in_a_hundred_that_is_misread_says_no_radius():
    body = generated.drawn(Name("blends", "varying", 0))[0].shape
    joined, found = segmented(by_face(body, 0.01, 6.0))
    surface_table = tabulate(list(found.surfaces), found.senses.tolist())
    seen = freeform.region_vertices(joined, found.region_of_triangle, surface_table)
    [at] = [at for at, each in enumerate(found.surfaces) if isinstance(each, Freeform)]
    mine = np.flatnonzero(seen.region == at)
    before = freeform.with_radii(found, seen).surfaces[at]
    seen.bends[mine[: len(mine) // 100 + 1]] *= 20.0
    assert radii([freeform.with_radii(found, seen).surfaces[at]]) == [
        pytest.approx((before.min_convex_radius_mm, before.min_concave_radius_mm), rel=0.04)
    ]
    # of a tenth of the corners it does
    seen.bends[mine[: len(mine) // 10]] *= 20.0
    after = freeform.with_radii(found, seen).surfaces[at]
    assert after.min_concave_radius_mm < 0.5 * before.min_concave_radius_mm
