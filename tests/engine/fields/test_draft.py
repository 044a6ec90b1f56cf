"""Draft against angles that were drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fields import draft
from engine.model.field import Unit
from tests.support import meshes

UP = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize("draft_deg", [0.0, 0.25, 1.0, 5.0, 30.0])
def test_a_cup_has_the_draft_it_was_drawn_with(draft_deg: float) -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=draft_deg, edge=3)
    field = draft.measure(mesh.normals, UP)

    expected = np.array([-90, -draft_deg, 90, draft_deg, 90])
    assert field.unit is Unit.DEG
    assert field.values == pytest.approx(expected[mesh.face_of_vertex], abs=1e-9)


def test_a_ball_has_the_draft_of_its_latitude_however_coarse_the_mesh() -> None:
    mesh = meshes.hollow_ball(outer=10, inner=7, edge=4)
    outside = mesh.face_of_vertex == 0
    latitude = np.degrees(np.arcsin(mesh.vertices[outside, 2] / 10))

    assert draft.measure(mesh.normals, UP).values[outside] == pytest.approx(latitude, abs=1e-6)


def test_a_face_square_to_the_pull_reads_ninety_to_the_last_digit() -> None:
    nearly = np.array([[1e-9, 0.0, 1.0], [0.0, 0.0, -1.0]])

    assert draft.measure(nearly, UP).values[0] == pytest.approx(90 - np.degrees(1e-9), abs=1e-13)
    assert draft.measure(nearly, UP).values[1] == -90


def test_a_vertex_without_a_normal_has_no_draft() -> None:
    assert np.isnan(draft.measure(np.full((1, 3), np.nan), UP).values).all()


@given(st.floats(-89, 89), st.floats(0, 360), st.floats(0, 360))
def test_the_opposite_pull_turns_the_sign(lean: float, around: float, turn: float) -> None:
    lean, around, turn = np.radians([lean, around, turn])
    normal = np.array([[np.cos(lean) * np.cos(around), np.cos(lean) * np.sin(around), np.sin(lean)]])
    pull = np.array([np.sin(turn), 0.0, np.cos(turn)])

    there, back = draft.measure(normal, pull).values, draft.measure(normal, -pull).values
    assert there == pytest.approx(-back, abs=1e-12)
