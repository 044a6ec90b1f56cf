"""Cutting the part open."""

import time

import numpy as np
import pytest

from app.views.viewport import plotter, section
from app.views.viewport.mesh import PartMesh
from app.views.viewport.section import Section
from tests.app.views.viewport import solids


def area(part: PartMesh, cut: Section) -> float:
    return float(plotter.cap(plotter.surface(part.vertices, part.triangles), cut).area)


@pytest.mark.parametrize(("axis", "expected"), [("x", 2 * 1), ("y", 4 * 1), ("z", 4 * 2)])
def test_the_cap_of_a_box_is_its_cross_section(axis: str, expected: float) -> None:
    assert area(solids.box(4, 2, 1), Section(axis, 0.4)) == pytest.approx(expected, rel=1e-5)


def test_lines_that_rounding_left_beside_their_plane_are_filled_at_once() -> None:
    n = 2000
    turn = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False)
    beside = np.where(np.arange(n) % 2, 3e-30, -3e-30)
    ring = np.column_stack([beside, 10.0 * np.cos(turn), 14.0 * np.sin(turn)])
    first = np.arange(n)
    outline = plotter.lines(ring, np.column_stack([first, (first + 1) % n]))
    began = time.process_time()
    closed = plotter.filled(outline, Section("x", 0.0))
    assert time.process_time() - began < 1.0, "ends that meet were looked for over a thickness of 1e-30"
    assert set(closed.points[:, 0].tolist()) == {0.0}
    assert closed.area == pytest.approx(140.0 * np.pi, rel=1e-4)


def test_a_cap_is_shaded_as_the_flat_thing_it_is() -> None:
    part = solids.box(4, 2, 1)
    body = plotter.surface(part.vertices, part.triangles, part.normals)
    assert body.point_data.active_normals is not None
    closed = plotter.cap(body, Section("z", 0.4))
    assert closed.area == pytest.approx(8.0, rel=1e-5)
    assert not closed.point_data.keys()
    assert body.point_data.active_normals is not None, "the part itself is left as it is"


def test_a_cut_beside_the_part_has_no_cap() -> None:
    assert area(solids.box(4, 2, 1), Section("x", 4.5)) == 0.0


def test_a_hollow_stays_hollow_in_the_cap() -> None:
    outer, inner = solids.box(4, 4, 4), solids.box(2, 2, 2, at=(1, 1, 1), first_face=6)
    hollow = solids.together(outer, PartMesh(**{**_fields(inner), "triangles": inner.triangles[:, ::-1]}))
    assert area(hollow, Section("z", 2.1)) == pytest.approx(16 - 4, rel=1e-5)


def test_a_flipped_cut_keeps_the_other_side() -> None:
    kept, other = Section("x", 2.0), Section("x", 2.0, is_flipped=True)
    assert kept.normal == pytest.approx([-1, 0, 0])
    assert other.normal == pytest.approx([1, 0, 0])
    assert other.half_space(is_capped=True).origin == pytest.approx((2.0, 0.0, 0.0))


def test_a_plane_reaches_from_one_end_of_the_part_to_the_other() -> None:
    assert section.reach("y", (np.array([0, 1, 2.0]), np.array([9, 8, 7.0]))) == (1.0, 8.0)


def _fields(part: PartMesh) -> dict[str, object]:
    return {name: getattr(part, name) for name in part.__dataclass_fields__}
