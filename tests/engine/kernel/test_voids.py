"""Hollows are turned so that they enclose a negative volume, whichever way out a file has them."""

from pathlib import Path

import pytest
from OCP.BRep import BRep_Builder
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS_Shape, TopoDS_Solid

from engine.kernel import read_step, voids
from engine.kernel.brep import explore
from engine.kernel.quick_info.measure import measure_quickly
from engine.progress import Progress
from tests.support import draw

CUBE = draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5)), draw.sphere(1, (2, 2, 2)))
ENCLOSED_MM3 = 8000 - 1000 - 4.18879
"""A cube of 20 without one of 10 and a ball of radius 1."""


def spelled(turned: set[int]) -> TopoDS_Shape:
    """Return the cube with some of its shells, by number, the other way out."""
    builder, solid = BRep_Builder(), TopoDS_Solid()
    builder.MakeSolid(solid)
    for number, shell in enumerate(explore(CUBE, TopAbs_ShapeEnum.TopAbs_SHELL)):
        builder.Add(solid, shell.Reversed() if number in turned else shell)
    return solid


def volume_mm3(shape: TopoDS_Shape) -> float:
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    return float(properties.Mass())


@pytest.mark.parametrize("wrong", [set(), {1}, {2}, {1, 2}])
def test_hollows_come_the_right_way_out(wrong: set[int]) -> None:
    assert volume_mm3(voids.with_voids_oriented(spelled(wrong))) == pytest.approx(ENCLOSED_MM3)


def test_a_body_that_is_inside_out_stays_so() -> None:
    assert volume_mm3(voids.with_voids_oriented(spelled({1}).Reversed())) == pytest.approx(-ENCLOSED_MM3)


def test_the_outer_shell_stays_as_it_is() -> None:
    assert volume_mm3(voids.with_voids_oriented(spelled({0, 1}))) == pytest.approx(ENCLOSED_MM3 - 16000)


def test_a_body_has_hollows_where_it_has_more_shells_than_one() -> None:
    assert voids.has_voids(CUBE)
    assert not voids.has_voids(draw.box((20, 20, 20)))


def test_a_file_with_hollows_is_read_raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = draw.write_step(CUBE, tmp_path / "cube.step")
    repairs: list[read_step._Repairs] = []
    transfer = read_step._transfer
    monkeypatch.setattr(read_step, "_transfer", lambda *given: repairs.append(given[-1]) or transfer(*given))
    seen, _ = measure_quickly(read_step.read_step(file, is_fast=True), Progress())
    assert repairs == [read_step._Repairs.FACES]
    assert seen.volume_mm3 == pytest.approx(ENCLOSED_MM3)
