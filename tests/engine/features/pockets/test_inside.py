"""What lies in a pocket, and which blends are its own."""

from functools import cache

import pytest

from tests.support import draw
from tests.support.parts import unchecked_part
from tests.support.parts_blends import split
from tests.support.parts_pockets import block, only, pockets_in, sunk


@cache
def rounded():
    return draw.cut(block(), sunk((50, 30, 12), corner_mm=6.0, floor_mm=2.0))


@cache
def plain():
    part = unchecked_part(rounded())
    return part, only(pockets_in(part))


@pytest.mark.parametrize("at", [22.0, 24.0])
def test_a_corner_of_fillets_that_the_file_splits_is_the_pockets_still(at: float) -> None:
    (whole, one), sawn = plain(), unchecked_part(split(rounded(), (at, 0, 0), (1, 0, 0)))
    assert len(sawn.faces) > len(whole.faces)
    other = only(pockets_in(sawn))
    areas = [
        sum(part.faces[face].area_mm2 for face in found.faces)
        for part, found in ((whole, one), (sawn, other))
    ]
    assert areas[1] == pytest.approx(areas[0], rel=1e-6)
    assert len(other.sub_features) == len(one.sub_features) > 0


def test_a_round_at_the_mouth_is_not_the_pockets() -> None:
    mouthed = draw.fillet(draw.cut(block(), sunk((50, 30, 12), corner_mm=6.0)), 1.0, (0, 15, 30))
    part = unchecked_part(mouthed)
    found = only(pockets_in(part))
    assert all(part.faces[face].inner_point[2] < 29.0 + 1e-6 for face in found.faces)
