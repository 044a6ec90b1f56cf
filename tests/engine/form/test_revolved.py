"""What bodies fill of the solid of revolution round them, and ears that no lathe leaves standing."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.form import revolved
from engine.graph.coaxial import AxisLine
from engine.model.form import Form
from engine.model.mesh import MeshOptions
from tests.engine.form.test_find import only
from tests.support import draw, drawn

AXIS = AxisLine(np.zeros(3), np.array([0.0, 0.0, 1.0]))
BORDER = 0.02
"""Circles run through a body or beside it: between two of them its border may lie anywhere."""


def filled(shape: TopoDS_Shape) -> revolved.Revolved:
    prepared = drawn.prepared(shape, MeshOptions(max_edge_mm=4.0)).prepared
    return revolved.of_body(prepared, prepared.part.bodies[0], AXIS)


def keyed_shaft() -> TopoDS_Shape:
    return draw.cut(draw.cylinder(15, 80), draw.box((8, 8, 40), (-4, 10, 20)))


def hexagon_bar() -> TopoDS_Shape:
    turns = [math.radians(60.0 * k) for k in range(6)]
    return draw.prism([(20 * math.cos(turn), 20 * math.sin(turn), 0) for turn in turns], (0, 0, 30))


@pytest.mark.parametrize(
    ("shape", "share"),
    [
        (draw.cylinder(15, 80), 1.0),
        (keyed_shaft(), 1.0 - 8.0 * 5.0 * 40.0 / (math.pi * 15.0**2 * 80.0)),
        (draw.cut(draw.cylinder(15, 80), draw.cylinder(10, 80)), 1.0),
        (hexagon_bar(), 1.5 * math.sqrt(3.0) / math.pi),
        (draw.cut(draw.cylinder(20, 30), draw.box((40, 40, 30), (0, -20, 0))), 0.5),
    ],
    ids=["bar", "keyway", "tube", "hexagon", "half"],
)
def test_a_body_fills_its_share_of_what_it_sweeps(shape: TopoDS_Shape, share: float) -> None:
    found = filled(shape)
    assert found.fill == pytest.approx(share, abs=BORDER)
    assert found.ears_share < 0.2  # the corners of a hexagon have some


def disc_with(*standing: TopoDS_Shape) -> TopoDS_Shape:
    return draw.fuse(draw.cylinder(70, 8), *standing)


EARS = [draw.box((16, 8, 36), (x, -4, 0)) for x in (-56, 40)]


def test_ears_are_what_stands_for_a_small_part_of_the_turn() -> None:
    inner, outer = 40.0, math.hypot(56.0, 4.0)
    ears_mm3 = math.pi * (outer**2 - inner**2) * 28.0
    share = ears_mm3 / (ears_mm3 + math.pi * 70.0**2 * 8.0)
    assert filled(disc_with(*EARS)).ears_share == pytest.approx(share, abs=0.05)


def test_ears_on_a_disc_are_milled_and_a_collar_with_slots_is_turned() -> None:
    ears = only(disc_with(*EARS))
    assert ears.evidence["turned_share"] > 0.75
    assert ears.form is Form.MILLED
    assert ears.sentence.endswith("a lathe would turn away what stands on it.")
    collar = draw.cut(draw.cylinder(56, 28, (0, 0, 8)), draw.cylinder(40, 28, (0, 0, 8)))
    slots = draw.cut(collar, *(draw.box(size, at) for size, at in (((8, 120, 28), (-4, -60, 8)),)))
    slotted = only(disc_with(slots))
    assert slotted.evidence["ears_share"] < 0.02
    assert slotted.form is Form.TURNED
    assert "lathe" not in slotted.sentence


def recessed(depth_mm: float) -> TopoDS_Shape:
    """Draw a lid, Ø60 and 20 thick, with pockets in its face whose corners are sharp."""
    pockets = [
        draw.turned(draw.box((9, 12, depth_mm), (15, -6, 20.0 - depth_mm)), 60.0 * k) for k in range(6)
    ]
    return draw.cut(draw.cylinder(30, 20), *pockets)


def test_a_solid_lid_is_turned_though_its_pockets_have_sharp_corners_and_a_hollow_one_is_not() -> None:
    solid, hollow = only(recessed(5.0)), only(recessed(18.0))
    assert solid.evidence["uncut_corners"] == hollow.evidence["uncut_corners"] == 24.0
    assert solid.evidence["revolved_fill"] > 0.85
    assert solid.form is Form.TURNED
    assert hollow.form is not Form.TURNED


def test_a_body_without_an_axis_sweeps_nothing() -> None:
    assert math.isnan(only(draw.box((40, 30, 20))).evidence["revolved_fill"])
