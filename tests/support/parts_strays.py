"""Parts with open surfaces beside their solid: far from it, in its pocket, through it, on its edges."""

from collections.abc import Iterable

from OCP.BRep import BRep_Builder
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.gp import gp_Vec
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS_Shape, TopoDS_Shell

from engine.kernel.brep import explore
from tests.support import draw

BLOCK = draw.cut(
    draw.box((60, 40, 20)), draw.box((30, 20, 10), (15, 10, 10)), draw.cylinder(3, 30, (7, 20, -1))
)
"""A block with a pocket of 30 x 20 x 10 mm and a hole of 6 mm through it: 12 faces, 27 edges."""
CUP = draw.cut(draw.box((20, 20, 20), (100, 0, 0)), draw.box((10, 10, 10), (105, 5, 10)))
"""A block with a pocket of its own, beside it."""


def faces(shape: TopoDS_Shape) -> list[TopoDS_Shape]:
    return explore(shape, Kind.TopAbs_FACE)


def shell(several: Iterable[TopoDS_Shape]) -> TopoDS_Shell:
    builder, made = BRep_Builder(), TopoDS_Shell()
    builder.MakeShell(made)
    for face in several:
        builder.Add(made, face)
    return made


def _swept(way: tuple[float, float, float]) -> list[TopoDS_Shape]:
    """Sweep every edge of the block into a face that shares it."""
    edges = explore(BLOCK, Kind.TopAbs_EDGE)
    swept = [BRepPrimAPI_MakePrism(edge, gp_Vec(*way)).Shape() for edge in edges]
    return [shell([face]) for edge in swept for face in faces(edge)]


STRAYS: dict[str, list[TopoDS_Shape]] = {
    "six shells of a pocket, each without one face": [
        shell([*faces(CUP)[:index], *faces(CUP)[index + 1 :]]) for index in range(0, 11, 2)
    ],
    "single faces": faces(CUP),
    "an open box in the pocket": [shell(faces(draw.box((10, 10, 5), (20, 15, 10)))[:5])],
    "a closed shell in the pocket": explore(draw.box((10, 10, 5), (20, 15, 12)), Kind.TopAbs_SHELL),
    "an open box through the block": [shell(faces(draw.box((60, 60, 60), (30, -10, -10)))[:4])],
    "an open box that touches": [shell(faces(draw.box((20, 20, 20), (60, 0, 0)))[:5])],
    "some faces of the block again": [shell(faces(BLOCK)[:4])],
    "a fin on every edge": _swept((3.0, 5.0, 7.0)),
}
"""What lies beside the block, by what it is."""
