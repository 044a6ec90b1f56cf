"""What lathe tools touch, on a bar with slanted grooves and on samples that wind about an axis."""

import math

import numpy as np
import pytest

from engine.evidence.access import lathe
from engine.model.evidence import Turned
from engine.model.part import BodyId
from engine.pull.samples import Samples
from engine.raycast import bvh
from engine.raycast.occlusion import are_stopped
from engine.raycast.rays import Facing
from tests.support import draw
from tests.support.printed import meshed

UP = np.array([0.0, 0.0, 1.0])


def samples(points: np.ndarray, normals: np.ndarray) -> Samples:
    """Return samples of one face."""
    zeros = np.zeros(len(points), dtype=int)
    return Samples(points, normals, np.ones(len(points)), zeros, zeros)


@pytest.mark.parametrize("swing_deg", [30.0, 60.0, 90.0])
def test_a_tool_is_held_at_thirty_and_sixty_degrees_from_the_axis_and_square_to_it(
    swing_deg: float,
) -> None:
    """The groove, 2 mm wide and 20 deep, lets tools in that swing by no more than 3° out of its way."""
    way = np.array([math.sin(math.radians(swing_deg)), 0.0, math.cos(math.radians(swing_deg))])
    across, bottom = np.array([way[2], 0.0, -way[0]]), np.array([20.0, 0.0, 40.0])
    outline = [bottom - across, bottom + across, bottom + across + 60.0 * way, bottom - across + 60.0 * way]
    groove = draw.revolve([(float(x), 0.0, float(z)) for x, _, z in outline])
    mesh = meshed(draw.cut(draw.cylinder(40, 60), groove), 30).mesh
    tree = bvh.build(mesh.vertices[mesh.triangles])
    floor = samples((bottom + 0.01 * way)[None], way[None])
    assert lathe.reaches(tree, floor, np.zeros(3), UP).tolist() == [True]
    askew = math.radians(swing_deg - 6.0)
    lip = np.array([[math.sin(askew), 0.0, math.cos(askew)]])
    assert are_stopped(tree, floor.points, lip, Facing.ENTRY).tolist() == [True]


def wound(winding_deg: np.ndarray) -> Samples:
    """Return samples round z, whose normals lean out of the planes through it by some angles."""
    angle = np.arange(len(winding_deg)) * (2.0 * np.pi / len(winding_deg))
    radial = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    around = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)
    lean = np.radians(winding_deg)[:, None]
    return samples(10.0 * radial, np.cos(lean) * radial + np.sin(lean) * around)


TURNED = Turned(BodyId(0), np.zeros(3), UP, 20.0, 20.0, 0.9, faces=(), diameters=())


@pytest.mark.parametrize(("winding_deg", "is_cut"), [(14.0, True), (16.0, False)])
def test_what_winds_by_more_than_fifteen_degrees_is_not_cut_as_the_part_turns(
    winding_deg: float, is_cut: bool
) -> None:
    found = lathe.in_turning_path(wound(np.full(100, winding_deg)), TURNED)
    assert len(found) == (100 if is_cut else 0)


@pytest.mark.parametrize(("n_straying", "is_cut"), [(9, True), (11, False)])
def test_a_tenth_of_a_face_may_stray_from_what_turns(n_straying: int, is_cut: bool) -> None:
    found = lathe.in_turning_path(wound(np.where(np.arange(100) < n_straying, 40.0, 0.0)), TURNED)
    assert len(found) == (100 if is_cut else 0)
