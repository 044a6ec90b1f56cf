"""What rays meet."""

import time
from dataclasses import replace

import numpy as np
import pytest

from app.views.viewport.mesh import PartMesh
from app.views.viewport.picking import HalfSpace, Picker
from tests.app.views.viewport import solids
from tests.app.views.viewport.solids import BOTTOM, LEFT, RIGHT, TOP

DOWN = np.array([0.0, 0.0, -1.0])


def test_a_ray_from_above_meets_the_top_where_it_aims() -> None:
    hit = Picker(solids.box(4, 2, 1)).pick(np.array([1.0, 0.5, 50.0]), DOWN)
    assert hit is not None
    assert hit.face == TOP
    assert hit.point == pytest.approx((1.0, 0.5, 1.0))


def test_a_ray_beside_the_part_meets_nothing() -> None:
    assert Picker(solids.box(4, 2, 1)).pick(np.array([4.01, 0.5, 50.0]), DOWN) is None


def test_the_value_is_between_those_of_the_corners() -> None:
    part = solids.box(4, 2, 1)
    values = part.vertices[:, 0] * 10.0 + part.vertices[:, 1]
    hit = Picker(part).pick(np.array([1.3, 0.7, 50.0]), DOWN)
    assert hit is not None
    assert hit.value(part, values) == pytest.approx(13.7, abs=1e-5)
    values[part.triangles[hit.triangle][0]] = np.nan
    assert np.isnan(hit.value(part, values))


def test_hidden_faces_let_the_ray_through_to_what_is_behind() -> None:
    picker = Picker(solids.box(4, 2, 1))
    picker.hide({TOP})
    hit = picker.pick(np.array([1.0, 0.5, 50.0]), DOWN)
    assert hit is not None
    assert hit.face == BOTTOM
    picker.hide({TOP, BOTTOM})
    assert picker.pick(np.array([1.0, 0.5, 50.0]), DOWN) is None


def test_only_the_kept_side_of_a_cut_counts() -> None:
    picker, right_to_left = Picker(solids.box(4, 2, 1)), np.array([-1.0, 0.0, 0.0])
    origin = np.array([50.0, 1.0, 0.5])
    whole = picker.pick(origin, right_to_left)
    assert whole is not None
    assert whole.face == RIGHT
    open_ = picker.pick(origin, right_to_left, HalfSpace((2.0, 0, 0), (-1.0, 0, 0)))
    assert open_ is not None
    assert open_.face == LEFT  # seen from inside
    assert picker.pick(origin, right_to_left, HalfSpace((2.0, 0, 0), (-1.0, 0, 0), is_capped=True)) is None
    other = picker.pick(origin, right_to_left, HalfSpace((2.0, 0, 0), (1.0, 0, 0), is_capped=True))
    assert other is not None
    assert other.face == RIGHT
    assert picker.pick(np.array([1.0, 1, 9]), DOWN, HalfSpace((2.0, 0, 0), (1.0, 0, 0))) is None


@pytest.mark.parametrize("scale", [0.001, 1.0, 10000.0])
def test_size_and_place_of_the_part_do_not_matter(scale: float) -> None:
    part = solids.box(4 * scale, 2 * scale, scale, at=(100 * scale, 0, 0))
    hit = Picker(part).pick(np.array([101 * scale, 0.5 * scale, 500 * scale]), DOWN)
    assert hit is not None
    assert hit.face == TOP


def test_a_pick_in_a_large_mesh_takes_a_fraction_of_a_millisecond() -> None:
    side = 200
    x, y = np.meshgrid(np.linspace(0, 10, side), np.linspace(0, 10, side), indexing="ij")
    at = np.arange(side * side).reshape(side, side)
    a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel(), at[:-1, 1:].ravel()
    part = replace(
        solids.box(1, 1, 1),
        vertices=np.column_stack([x.ravel(), y.ravel(), np.sin(x + y).ravel()]),
        triangles=np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]),
        face_of_vertex=np.zeros(side * side, dtype=np.int64),
    )
    assert isinstance(part, PartMesh)
    picker = Picker(part)
    began = time.process_time()
    for step in range(200):
        assert picker.pick(np.array([0.04 * step + 0.5, 5.0, 50.0]), DOWN) is not None
    assert (time.process_time() - began) / 200 < 0.005
