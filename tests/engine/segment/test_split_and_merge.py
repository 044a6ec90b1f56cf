"""Level triangles of two faces that touch fall apart into these; those of one flat face do not."""

import numpy as np
import pytest

from engine.model.surface import Cylinder
from tests.support import draw, generated
from tests.support.generated import Name
from tests.support.triangulated import kinds, of_kind, segmented, soup


def drawn(group: str, family: str):
    return generated.drawn(Name(group, family, 0))[0].shape


@pytest.mark.parametrize("density", [(0.02, 5), (0.1, 15)], ids=str)
def test_the_ends_of_an_arc_slot_and_its_inner_wall_part_where_they_touch(density):
    _, found = segmented(soup(drawn("slots", "arc"), *density))
    assert kinds(found) == {"Cylinder": 4, "Plane": 6}
    radii = sorted(bore.radius_mm for bore in of_kind(found, Cylinder))
    assert np.diff(radii) == pytest.approx([0.0, 13.8, 4.51], abs=1e-3)


def test_a_round_is_not_cut_in_two_by_a_facet_level_with_the_first_of_a_ball():
    _, found = segmented(soup(drawn("blends", "all_over"), 0.05, 8))
    assert kinds(found) == {"Cylinder": 12, "Plane": 6, "Sphere": 8}


def test_a_flat_between_two_rounds_stays_a_plane():
    body = draw.fillet(draw.box((40, 10.5, 20)), 5.0, (20, 0, 20), (20, 10.5, 20))
    _, found = segmented(soup(body, 0.02, 5))
    assert kinds(found) == {"Cylinder": 2, "Plane": 6}
