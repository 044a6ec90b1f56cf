"""Lines of the part."""

from dataclasses import replace

import numpy as np
import pytest

from app.views.viewport import edges
from app.views.viewport.mesh import PartMesh
from tests.app.views.viewport import solids
from tests.app.views.viewport.solids import BOTTOM, FRONT, RIGHT, TOP


def length(part: PartMesh, pairs: np.ndarray) -> float:
    ends = part.vertices[pairs]
    return float(np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1).sum())


def test_a_box_has_twelve_edges_each_drawn_once() -> None:
    part = solids.box(4, 2, 1)
    found = edges.of_mesh(part)
    assert len(found.lines(tangent=False)) == 12
    assert length(part, found.lines(tangent=False)) == pytest.approx(4 * (4 + 2 + 1))
    assert len(found.lines(tangent=True)) == 0


def test_faces_that_run_into_each_other_smoothly_have_a_tangent_line_between_them() -> None:
    part = solids.box(4, 2, 1)
    normals = part.normals.copy()
    normals[8:16] = [solids.HALF, -solids.HALF, 0.0]  # front and right as halves of one round
    found = edges.of_mesh(replace(part, normals=normals))
    assert len(found.lines(tangent=False)) == 11
    assert length(part, found.lines(tangent=True)) == pytest.approx(1.0)


def test_the_seam_of_a_face_with_itself_is_no_line() -> None:
    part = solids.box(4, 2, 1)
    one_face = np.where(part.face_of_vertex == RIGHT, FRONT, part.face_of_vertex)
    found = edges.of_mesh(replace(part, face_of_vertex=one_face))
    assert len(found.lines(tangent=False)) == 11


def test_hidden_faces_take_the_lines_along_that_are_theirs_alone() -> None:
    part = solids.box(4, 2, 1)
    found = edges.of_mesh(part)
    assert len(found.lines(frozenset({TOP}), tangent=False)) == 12  # its neighbors still end there
    assert len(found.lines(frozenset({TOP, FRONT}), tangent=False)) == 11


def test_the_outline_of_one_face_is_its_border_and_of_two_neighbors_what_is_round_both() -> None:
    part = solids.box(4, 2, 1)
    found = edges.of_mesh(part)
    assert length(part, found.outline([FRONT])) == pytest.approx(2 * (4 + 1))
    assert length(part, found.outline([FRONT, RIGHT])) == pytest.approx(2 * (4 + 1) + 2 * (2 + 1) - 2)
    assert length(part, found.outline([TOP, BOTTOM])) == pytest.approx(2 * 2 * (4 + 2))
    assert len(found.outline([])) == 0


def test_a_part_without_faces_shows_its_sharp_bends() -> None:
    part = replace(solids.box(4, 2, 1), face_of_vertex=None)
    found = edges.of_mesh(part)
    assert length(part, found.lines(tangent=False)) == pytest.approx(4 * (4 + 2 + 1))
