"""Protrusions drawn with known measures, blocks on blocks that are none, and the same part in other words."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.model.feature import Kind, Role
from tests.support import draw, parts_blends
from tests.support.parts import face_at, faces_at, unchecked_part
from tests.support.parts_holes import drilled
from tests.support.parts_pockets import (
    TOP,
    block,
    claimed,
    corner_step,
    drafted_pad,
    labelled,
    pad,
    pad_row,
    padded,
    pockets_in,
    protrusions_in,
    protrusions_of,
    regular,
    step,
    sunk,
)


def only(found):
    assert len(found) == 1, [pad_row(each) for each in found]
    return found[0]


def rows(found):
    return sorted(map(pad_row, found))


def test_a_pad_is_measured_from_its_base():
    part = unchecked_part(padded(pad()))
    found = only(protrusions_in(part))
    assert pad_row(found) == (10, 24, 40, 0)
    assert found.fid == face_at(part, (0, 0, 40)).id
    assert found.faces == faces_at(part, (0, 0, 40), (20, 0, 35), (-20, 0, 35), (0, 12, 35), (0, -12, 35))
    assert dict(found.roles)[found.fid] is Role.PROTRUSION_TOP
    assert sorted(role for _, role in found.roles)[:4] == [Role.PROTRUSION_WALL] * 4
    assert found.axis == pytest.approx([0, 0, 1])
    assert found.center == pytest.approx([0, 0, 35])
    assert found.box_mm == pytest.approx(np.array([[-20, -12, 30], [20, 12, 40]]), abs=1e-5)


def test_a_hexagonal_pad_is_one_too():
    found = only(protrusions_of(padded(draw.prism(regular(6, 15.0, TOP - 1), (0, 0, 9)))))
    assert pad_row(found) == (8, round(15 * 3**0.5, 4), 30, 0)


def test_a_filleted_foot_and_rounds_on_top_do_not_change_its_measures():
    shape = padded(pad())
    shape = draw.fillet(shape, 4.0, *((sx * 20, sy * 12, 35) for sx in (-1, 1) for sy in (-1, 1)))
    part = unchecked_part(draw.fillet(draw.fillet(shape, 2.0, (0, -12, TOP)), 1.0, (0, -12, 40)))
    found = only(protrusions_in(part))
    assert pad_row(found) == (10, 24, 40, 0)
    outside = faces_at(part, (0, 0, 0), (39, 0, 30), (40, 0, 5), (-40, 0, 5), (0, 30, 5), (0, -30, 5))
    assert set(found.faces) == {face.id for face in part.faces} - set(outside)


def test_drafted_walls_are_measured_at_the_foot():
    assert pad_row(only(protrusions_of(drafted_pad(5.0)))) == (10, 24, 40, 0)


def test_one_side_may_be_flush_with_the_base_and_two_may_not():
    assert pad_row(only(protrusions_of(padded(pad(at=(20, 0, TOP)))))) == (10, 24, 40, 1)
    assert protrusions_of(padded(pad(at=(20, 18, TOP)))) == []


def test_steps_and_blocks_are_no_protrusions():
    assert protrusions_of(block()) == []
    assert protrusions_of(step()) == []
    assert protrusions_of(corner_step()) == []
    assert protrusions_of(padded(draw.box((30, 60, 10), (-15, -30, TOP)))) == []


def test_the_body_above_a_narrow_flange_is_none_and_a_pad_on_a_wide_one_is():
    flange = draw.box((80, 60, 5), (-40, -30, 0))
    assert protrusions_of(draw.fuse(flange, draw.box((70, 50, 40), (-35, -25, 0)))) == []
    assert len(protrusions_of(draw.fuse(flange, draw.box((40, 30, 40), (-20, -15, 0))))) == 1


def test_a_field_raised_on_a_curved_top_counts_the_rounds_of_its_base():
    """As on the lid of a soap box. The twin has little more of a base than a flange."""
    found = only(protrusions_of(labelled(100, 70, 10)))
    assert pad_row(found) == (round(102 - math.sqrt(100**2 - 22**2), 4), 44, 64, 0)
    assert len(found.faces) == 5
    assert protrusions_of(labelled(80, 54, 2)) == []


@pytest.mark.parametrize("kind", [Kind.BOSS, Kind.FIN])
def test_what_is_a_boss_or_a_fin_is_no_protrusion(kind):
    part = unchecked_part(padded(pad()))
    assert protrusions_in(part, (claimed(kind, only(protrusions_in(part))),)) == []


def test_a_pad_on_a_pad_and_a_hole_in_it_are_features_on_it():
    shape = draw.cut(padded(pad(), pad((10, 8, 5), (-10, 0, 40))), drilled(6, 8, (10, 0, 40)))
    part = unchecked_part(shape)
    lower, upper = sorted(protrusions_in(part), key=lambda each: -each.length_mm)
    assert (pad_row(lower), pad_row(upper)) == ((10, 24, 40, 0), (5, 8, 10, 0))
    assert lower.sub_features == tuple(sorted((upper.fid, face_at(part, (13, 0, 36)).id)))
    assert upper.sub_features == ()


def test_a_pocket_in_its_top_is_a_feature_of_it():
    part = unchecked_part(draw.cut(padded(pad()), sunk((20, 10, 4), (0, 0, 40))))
    found = only(protrusions_in(part))
    assert pad_row(found) == (10, 24, 40, 0)
    assert found.sub_features == (pockets_in(part)[0].fid,)


@pytest.mark.parametrize(("step_mm", "count"), [(0.027, 1), (0.033, 0)])
def test_a_pad_may_stand_out_past_a_step_of_a_thousandth_of_its_foot(step_mm, count):
    """30 of its 40 mm stand on the upper ground, the others on the lower one."""
    ground = draw.cut(block(), draw.box((40, 80, 5), (15, -40, TOP - step_mm)))
    found = protrusions_of(draw.fuse(ground, pad((40, 24, 10), (5, 0, TOP))))
    assert rows(found) == [(10, 24, 30, 1)] * count


@pytest.mark.parametrize(("own", "count"), [(4, 0), (5, 1)])
def test_a_pad_has_half_of_its_walls_to_itself(own, count):
    """Of nine, as where ribs stand against the others."""
    part = unchecked_part(padded(draw.prism(regular(9, 15.0, TOP - 1), (0, 0, 9))))
    whole = only(protrusions_in(part))
    walls = tuple(face for face, role in whole.roles if role is Role.PROTRUSION_WALL)
    ribs = replace(claimed(Kind.FIN, whole), faces=walls[own:], fid=walls[-1])
    assert [each.fid for each in protrusions_in(part, (ribs,))] == [whole.fid] * count


@cache
def many_pads():
    plate = draw.box((160, 120, 20), (-80, -60, 0))
    rounded = draw.fillet(
        pad((40, 24, 10), (-40, 25, 20)), 4.0, *((x, y, 25) for x in (-60, -20) for y in (13, 37))
    )
    plate = draw.fuse(plate, rounded, pad((10, 10, 25), (40, 30, 20)), pad((30, 20, 8), (65, -20, 20)))
    return draw.fillet(plate, 2.0, (-40, 13, 20))


MANY = [(8, 20, 30, 1), (10, 24, 40, 0), (25, 10, 10, 0)]


def test_protrusions_are_the_same_however_the_part_is_written():
    """Mirrored, split, turned, far away, in inches and 100 times as large."""
    pieces = parts_blends.split(draw.mirrored(many_pads()), (3, 0, 0), (1, 0.2, 0))
    respelled = draw.moved(draw.turned(pieces, 33, (1, 2, 3)), (12345.6, -789.1, 0.01))
    assert_scaled(rows(protrusions_of(draw.scaled(respelled, 100.0), "INCH")), 100.0)


def test_protrusions_scale_with_the_part():
    assert_scaled(rows(protrusions_of(draw.scaled(many_pads(), 0.05))), 0.05)


def assert_scaled(found, factor):
    for got, expected in zip(found, MANY, strict=True):
        assert [each / factor for each in got[:3]] == pytest.approx(expected[:3], abs=1e-3)
        assert got[3] == expected[3]
