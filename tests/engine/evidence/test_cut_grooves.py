"""Ring grooves and keyways on drawn parts, with slots beside them that are neither."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import cut_grooves
from tests.support import draw
from tests.support.analyses import face_at
from tests.support.drawn import CURVATURE, analyzed, recognized

HUB = draw.cut(draw.cylinder(30, 40), draw.cylinder(12, 42, (0, 0, -1)))
SHAFT = draw.cylinder(15, 80)
PLATE = draw.box((100, 60, 20))


def ring(inner: float, outer: float, low: float, height: float) -> TopoDS_Shape:
    return draw.cut(
        draw.cylinder(outer, height, (0, 0, low)), draw.cylinder(inner, height + 2, (0, 0, low - 1))
    )


KEYWAY = draw.box((8, 16, 42), (-4, 0, -1))
SUNK = draw.fuse(
    draw.box((8, 5, 22), (-4, 11, 24)), *(draw.cylinder(4, 5, (0, 11, z), draw.Y) for z in (24, 46))
)
"""Round at both ends."""


def widths(shape: TopoDS_Shape) -> list[float]:
    """Return the width of the groove each face of one belongs to, ascending."""
    return sorted(cut_grooves.find(*recognized(shape, 20.0, CURVATURE)).values())


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (draw.turned(draw.cut(HUB, KEYWAY), 40.0, (1, 2, 3)), [8.0] * 3),
        (draw.cut(SHAFT, SUNK, ring(14.3, 16, 70, 1.6)), [1.6] * 3 + [8.0] * 5),
        (draw.cut(HUB, ring(11, 13, 30, 1.85), ring(20, 24.5, 37.3, 3)), [1.85] * 3 + [4.5] * 3),
    ],
    ids=["keyway turned", "sunk keyway and ring on a shaft", "ring in a bore and seal in a face"],
)
def test_keyways_and_rings_are_as_wide_as_they_are_drawn(shape: TopoDS_Shape, expected: list[float]) -> None:
    assert widths(shape) == pytest.approx(expected)


@pytest.mark.parametrize(
    "shape",
    [
        draw.cut(PLATE, draw.box((40, 8, 10), (30, 10, 12)), draw.box((102, 8, 10), (-1, 40, 12))),
        draw.cut(HUB, draw.box((8, 62, 6), (-4, -31, 35)), ring(25.5, 31, 20, 4)),
        draw.cut(HUB, draw.box((40, 30, 42), (-20, 10, -1))),
    ],
    ids=["closed and open slot", "slot across a hub and gap between fins", "flat that opens the bore"],
)
def test_other_slots_are_none(shape: TopoDS_Shape) -> None:
    assert widths(shape) == []


@pytest.mark.parametrize(("deep_mm", "n_faces"), [(2.9, 3), (3.1, 0)])
def test_a_groove_is_cut_for_something_up_to_as_deep_as_it_is_wide(deep_mm: float, n_faces: int) -> None:
    assert widths(draw.cut(SHAFT, ring(15 - deep_mm, 16, 70, 3))) == [pytest.approx(3)] * n_faces


@pytest.mark.parametrize(("straight_mm", "n_faces"), [(7.4, 0), (8.7, 5)])
def test_a_keyway_with_round_ends_is_straight_for_half_of_its_length(
    straight_mm: float, n_faces: int
) -> None:
    """Of 15.4 and of 16.7 mm: its ends are round with 4 mm."""
    ends = (30, 30 + straight_mm)
    sunk = draw.fuse(
        draw.box((8, 5, straight_mm), (-4, 11, 30)), *(draw.cylinder(4, 5, (0, 11, z), draw.Y) for z in ends)
    )
    assert widths(draw.cut(SHAFT, sunk)) == [pytest.approx(8)] * n_faces


def test_a_keyway_has_its_walls_and_its_floor() -> None:
    part = analyzed(draw.cut(HUB, KEYWAY), max_edge_mm=8.0)
    faces = {face_at(part, point) for point in ((0, 16, 20), (4, 14, 20), (-4, 14, 20))}
    assert set(part.assessed.evidence.groove_of_face) == faces
