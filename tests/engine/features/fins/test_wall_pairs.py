"""Which faces lie on the two sides of a wall."""

import pytest

from engine.features.fins import wall_pairs
from engine.graph.opposite_faces import OppositeFace
from engine.model.part import FaceId
from tests.support import draw
from tests.support.parts import face_at, unchecked_part, without_mesh


@pytest.mark.parametrize(("share", "count"), [(0.085, 1), (0.075, 0)])
def test_faces_pair_up_where_a_tenth_of_one_of_them_lies_behind_the_other(share, count):
    """Shares are known to within 0.02, so that this much less does."""
    part = unchecked_part(draw.box((50, 3, 12)))
    near, far = face_at(part, (25, 0, 6)), face_at(part, (25, 3, 6))
    opposites = {
        FaceId(one.id): (OppositeFace(FaceId(other.id), share * one.area_mm2, True, 3.0, 3.0, 3.0),)
        for one, other in ((near, far), (far, near))
    }
    pairs = wall_pairs.find(part, without_mesh(part).graph, opposites, set(opposites))
    assert [set(pair.groups) for pair in pairs] == [{near.id, far.id}] * count
