"""Bends on drawn sheet metal, and near twins that are none."""

import math

import numpy as np
import pytest

from engine.kernel.status import silence
from engine.model.feature import Kind, Role
from tests.support import corpus, draw, parts_blends, parts_holes
from tests.support.corpus import needs_corpus
from tests.support.parts import face_at, faces_at, unchecked_part
from tests.support.parts_bends import bends_in, bends_of, rows, strip, tapered

L = (30, (3.0, 90.0), 20)
SQUARE = (3.0, 5.0, 90.0, 2.0, 40.0)
"""The bend of an L: inside and outside radius, angle, thickness, length."""


def test_an_l_has_one_bend_with_both_skins():
    part = unchecked_part(strip(*L))
    (bend,) = bends_in(part)
    assert rows([bend]) == [SQUARE]
    inner, outer = (
        face_at(part, (30 + radius * 0.5**0.5, 20, 5 - radius * 0.5**0.5)).id for radius in (3, 5)
    )
    assert (bend.kind, bend.fid) == (Kind.BEND, inner)
    assert bend.roles == tuple((face, Role.BEND) for face in sorted((inner, outer)))
    np.testing.assert_allclose(np.abs(bend.axis), (0, 1, 0), atol=1e-9)
    assert bend.uncertainty_mm == 0


def test_without_the_bend_there_is_none():
    assert bends_of(strip(70)) == []


@pytest.mark.parametrize("angle", [15.0, 120.0, 180.0])
def test_the_angle_is_by_how_much_the_sheet_turns(angle):
    assert rows(bends_of(strip(30, (3.0, angle), 20))) == [(3, 5, angle, 2, 40)]


@pytest.mark.parametrize(
    "steps",
    [
        (20, (3.0, 90.0), 25, (3.0, 90.0), 20),
        (20, (3.0, 90.0), 25, (3.0, -90.0), 20),
        (20, (3.0, 90.0), (3.0, -90.0), 20),
    ],
    ids=["U", "Z", "Z without a leg between"],
)
def test_a_u_and_a_z_have_two_bends(steps):
    assert rows(bends_of(strip(*steps))) == [SQUARE, SQUARE]


def test_a_bend_that_goes_on_into_a_wider_one_makes_two():
    assert rows(bends_of(strip(20, (3.0, 45.0), (8.0, 45.0), 20))) == [(3, 5, 45, 2, 40), (8, 10, 45, 2, 40)]


def test_hems_closed_and_open_are_bends_of_a_half_turn():
    closed = strip(30, (0.05, 180.0), 6, thick=1.0)
    assert rows(bends_of(closed)) == [(0.05, 1.05, 180, 1, 40)]
    assert rows(bends_of(strip(30, (1.0, 180.0), 6))) == [(1, 3, 180, 2, 40)]


def test_the_eye_of_a_hinge_is_a_bend_however_it_is_written():
    eye = strip(40, (3.0, 300.0))
    for respelled in (eye, draw.as_nurbs(eye), draw.turned(eye, 40, (1, 2, 3)), parts_holes.sawn(eye, 40.0)):
        assert rows(bends_of(respelled)) == [(3, 5, 300, 2, 40)]


def test_an_eye_bored_into_a_block_is_none():
    """The same bore, open along its side, in a body that is no sheet."""
    block = draw.box((60, 40, 30), (10, 0, -10))
    bore = draw.cut(block, draw.cylinder(3, 50, (40, -5, 5), draw.Y), draw.box((30, 50, 3), (38, -5, 4)))
    assert bends_of(bore) == []


def test_a_rolled_sheet_is_a_bend_until_it_closes_to_a_tube():
    assert rows(bends_of(strip((50.0, 120.0)))) == [(50, 52, 120, 2, 40)]
    assert rows(bends_of(strip((20.0, 350.0)))) == [(20, 22, 350, 2, 40)]
    tube = draw.cut(draw.cylinder(22, 40), draw.cylinder(20, 40))
    assert bends_of(tube) == []


def test_a_clip_is_no_rolled_sheet():
    """As thick as a third of its radius, and as long as four of its thicknesses."""
    assert bends_of(strip((6.0, 200.0), width=8.0)) == []


@pytest.mark.parametrize(
    ("change", "scale"),
    [
        (lambda body: draw.mirrored(parts_blends.split(body, (0, 11, 0), draw.Y)), 0.05),
        (lambda body: draw.turned(parts_blends.split(body, (33, 0, 3), (1, 0, 1)), 40, (1, 2, 3)), 100),
    ],
    ids=["split across, mirrored and tiny", "split along, turned and huge"],
)
def test_a_bend_stays_one_however_it_is_written(change, scale):
    assert rows(bends_of(draw.scaled(change(strip(*L)), scale)), scale) == [SQUARE]


def test_an_inch_file_gives_the_same_bend():
    assert rows(bends_of(strip(*L), "INCH")) == [SQUARE]


def test_what_is_cut_out_of_a_bend_does_not_make_it_two():
    hole = draw.cylinder(2, 20, (30, 20, 8), (1, 0, -1))
    across = draw.box((12, 10, 12), (26, 15, -1))
    relief = draw.box((12, 10, 12), (26, -5, -1))
    assert rows(bends_of(draw.cut(strip(*L), hole))) == [SQUARE]
    assert rows(bends_of(draw.cut(strip(*L), across))) == [SQUARE]
    assert rows(bends_of(draw.cut(strip(*L), relief))) == [(3, 5, 90, 2, 35)]


def test_two_flanges_on_one_line_are_two_bends():
    """The same cut goes on through the flange: now each piece has a flange of its own."""
    split = draw.cut(strip(*L), draw.box((12, 10, 40), (26, 15, -1)))
    assert rows(bends_of(split)) == [(3, 5, 90, 2, 15), (3, 5, 90, 2, 15)]


def test_mitered_ends_are_free_ends():
    mitered = draw.cut(strip(*L), draw.prism([(20, 0, -1), (60, 0, -1), (60, 40, -1)], (0, 0, 60)))
    (bend,) = bends_of(mitered)
    assert rows([bend])[0][:4] == SQUARE[:4]


def test_a_square_tube_is_not_folded_until_it_is_slit():
    size, long = 40.0, 60.0
    outer, inner = (
        draw.fillet(
            draw.box((side, side, long), (-side / 2, -side / 2, 0)),
            radius,
            *((x * side / 2, y * side / 2, long / 2) for x in (-1, 1) for y in (-1, 1)),
        )
        for side, radius in ((size, 5.0), (size - 4.0, 3.0))
    )
    tube = draw.cut(outer, inner)
    assert bends_of(tube) == []
    assert rows(bends_of(draw.cut(tube, draw.box((10, 2, 80), (10, -1, -5))))) == [(3, 5, 90, 2, 60)] * 4


def test_the_edges_of_a_sheet_may_be_broken_by_rounds():
    rounded = draw.fillet(strip(*L), 0.4, (15, 0, 0), (15, 0, 2))
    assert rows(bends_of(rounded)) == [(3, 5, 90, 2, 40 - 0.4)]


def test_a_tapered_bend_has_its_smallest_radii_and_its_length_along_the_side():
    tilt = math.hypot(1, 0.2)
    inside, outside, length = (12 - 2 * tilt) * tilt, 12 * tilt, 40 * tilt
    expected = [tuple(round(value, 3) for value in (inside, outside, 180, 2, length))]
    assert rows(bends_of(tapered())) == expected
    assert rows(bends_of(draw.as_nurbs(draw.turned(tapered(), 25, (1, 2, 3))))) == expected
    assert len(bends_of(tapered(turn=200.0))) == 1
    assert bends_of(tapered(turn=360.0)) == []


NO_SHEETS = (
    "real/casting/Pump_TopCover.step",
    "real/cnc/MIC6_Bed_V2_350.step",
    "real/cnc/io1-cm-214.stp",
    "real/cnc/topEdgeFillets_2.stp",
    "real/injection/2282-006-WINDOW-V00-20241128.step",
    "real/injection/cable-chain-link-25_5x16x12_5mm.step",
)
"""Walls, a plate, a turned part, rounded edges, a cover and links: read in a tenth of a second each."""


@needs_corpus
@pytest.mark.corpus
def test_molded_cast_and_machined_parts_of_the_corpus_have_no_bend():
    silence()
    for name in NO_SHEETS:
        assert bends_in(corpus.part(name)) == [], name


def sharp_inside(outer_mm: float = 2.0):
    """Draw an L of 2 mm sheet whose inside is sharp and whose outside is rounded."""
    body = draw.cut(draw.box((40, 40, 30)), draw.box((40, 42, 30), (2, -1, 2)))
    return draw.fillet(body, outer_mm, (0, 20, 0))


def test_a_bend_may_be_sharp_inside():
    part = unchecked_part(sharp_inside())
    (bend,) = bends_in(part)
    assert rows([bend]) == [(0, 2, 90, 2, 40)]
    assert bend.faces == faces_at(part, (2 - 2**0.5, 20, 2 - 2**0.5))


def test_a_round_that_does_not_turn_about_the_inner_edge_is_no_bend():
    assert bends_of(sharp_inside(1.0)) == []
    assert bends_of(parts_blends.bracket(leg_mm=2)) == []


def test_the_corner_of_a_tray_is_no_bend_though_its_skins_are_coaxial():
    assert bends_of(parts_blends.tray(inside_mm=2, thick_mm=2)) == []


def test_a_machined_bracket_is_no_sheet_though_its_corner_is_coaxial():
    assert bends_of(parts_blends.bracket(inner_mm=3, outer_mm=3, leg_mm=2)) == []
    thin = strip(*L)
    assert len(bends_of(thin)) == 1
    assert bends_of(draw.fuse(thin, draw.box((60, 40, 60), (-60, 0, 0)))) == []


def test_a_bracket_cut_from_plate_is_not_bent():
    """An L of 10 mm wide legs lying flat, 3 mm thick: its edges are coaxial, its skins are flat."""
    assert bends_of(strip(30, (3.0, 90.0), 30, thick=10.0, width=3.0)) == []
    assert len(bends_of(strip(30, (3.0, 90.0), 30, thick=3.0, width=10.0))) == 1


def test_a_corner_with_its_end_closed_is_no_bend():
    """A web closes the L at one end: the skins run into it."""
    web = draw.prism([(0, 0, 0), (35, 0, 0), (35, 0, 25)], (0, 2, 0))
    assert bends_of(draw.fuse(strip(*L), web)) == []
    assert len(bends_of(draw.fuse(strip(*L), draw.moved(web, (0, 0, 200))))) == 1


def test_a_plate_with_a_slot_has_no_bends():
    assert bends_of(draw.cut(draw.box((80, 40, 2), (-40, -20, 18)), parts_holes.stadium(8, 20, 10))) == []
