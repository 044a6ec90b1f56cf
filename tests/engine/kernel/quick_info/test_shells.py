"""Quick info is refused unless a body is one outer shell with hollows in it, each the right way out."""

import dataclasses

import pytest
from OCP.BRep import BRep_Builder
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Solid

from engine.errors import KernelError
from engine.kernel.brep import Brep, explore
from engine.kernel.quick_info.measure import measure_quickly
from engine.progress import Progress
from tests.support import draw
from tests.support.parts import brep_of


def hollow() -> Brep:
    """Return a cube of 20 with a hollow of 10 in it."""
    return brep_of(draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5))))


def with_shell_turned(brep: Brep, which: int) -> Brep:
    """Return a part of one body with one of its shells inside out."""
    shell = explore(brep.bodies[0], TopAbs_ShapeEnum.TopAbs_SHELL)[which]
    wrong = explore(shell, TopAbs_ShapeEnum.TopAbs_FACE)
    faces = tuple(
        TopoDS.Face(face.Reversed()) if any(face.IsSame(one) for one in wrong) else face
        for face in brep.faces
    )
    return dataclasses.replace(brep, faces=faces)


def test_a_body_with_a_hollow_is_taken() -> None:
    seen, _ = measure_quickly(hollow(), Progress())
    assert seen.volume_mm3 == pytest.approx(7000)


@pytest.mark.parametrize("which", [0, 1])
def test_a_shell_that_is_inside_out_is_refused(which: int) -> None:
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(with_shell_turned(hollow(), which), Progress())


def test_a_hollow_outside_of_its_body_is_refused() -> None:
    apart = brep_of(draw.compound(draw.box((20, 20, 20)), draw.box((10, 10, 10), (50, 0, 0))))
    builder, both = BRep_Builder(), TopoDS_Solid()
    builder.MakeSolid(both)
    for body in apart.bodies:
        builder.Add(both, explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)[0])
    joined = dataclasses.replace(apart, bodies=(both,), body_of_face=apart.body_of_face * 0)
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(joined, Progress())
    turned = dataclasses.replace(
        joined, faces=(*joined.faces[:6], *(TopoDS.Face(face.Reversed()) for face in joined.faces[6:]))
    )
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(turned, Progress())
