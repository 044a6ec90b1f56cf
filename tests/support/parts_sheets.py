"""Sheet metal with holes, slots and windows in it, and its cut-outs as the engine finds them.

Plates lie in z = 0 to 2 with a corner at the origin; tools stand out of them on both sides.
"""

from dataclasses import dataclass

from OCP.TopoDS import TopoDS_Shape

from engine import roles
from engine.evidence import cutouts, sheet
from engine.features import bend
from engine.kernel.status import silence
from engine.model.evidence import Cutout, SheetBody
from engine.model.feature import Feature
from engine.model.mesh import MeshOptions
from engine.run_context import RunContext
from tests.support import draw
from tests.support.drawn import CURVATURE, prepared, prepared_from_file, recognition_of
from tests.support.mutators import Respelled
from tests.support.parts import unchecked_part, without_mesh

CLEAR = 5.0
"""How far tools stand out of the material."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A cut-out with its feature."""

    feature: Feature
    cutout: Cutout

    @property
    def to_edge_mm(self) -> float:
        """Sheet left to the next border."""
        assert self.cutout.to_edge is not None
        return self.cutout.to_edge.distance_mm

    @property
    def to_bend_mm(self) -> float:
        """Sheet left to the next bend."""
        assert self.cutout.to_bend is not None
        return self.cutout.to_bend.distance_mm


def sheets_of(shape: TopoDS_Shape) -> tuple[SheetBody, ...]:
    """Look at the bodies of a drawn shape as sheet metal, with its bends alone and without thickness."""
    return _sheets_of(RunContext(without_mesh(unchecked_part(shape))))


def measured_sheets_of(shape: TopoDS_Shape) -> tuple[SheetBody, ...]:
    """Do the same where the thickness was measured."""
    return _sheets_of(prepared(shape, MeshOptions(6.0, CURVATURE)))


def _sheets_of(context: RunContext) -> tuple[SheetBody, ...]:
    return sheet.find(context, roles.assign(context.prepared, bend.recognize(context, ())))


def cuts_of(shape: TopoDS_Shape) -> list[Cut]:
    """Find the cut-outs of a drawn shape, the narrowest first, then those nearest to a border."""
    return _cuts_of(prepared(shape, MeshOptions(8.0, CURVATURE)))


def cuts_of_respelled(respelled: Respelled) -> list[Cut]:
    """Find those of a respelled part that was written as a file and read back."""
    silence()
    context = prepared_from_file(respelled, MeshOptions(8.0 * respelled.scale, CURVATURE))
    return _cuts_of(context, respelled.scale)


def _cuts_of(context: RunContext, scale: float = 1.0) -> list[Cut]:
    recognition = recognition_of(context)
    found = cutouts.find(context, recognition, sheet.find(context, recognition))
    cuts = [Cut(recognition.features[each.feature], each) for each in found]
    return sorted(cuts, key=lambda cut: (round(cut.cutout.width_mm / scale, 2), _edge_mm(cut)))


def _edge_mm(cut: Cut) -> float:
    return cut.to_edge_mm if cut.cutout.to_edge is not None else 0.0


def plate(*tools: TopoDS_Shape, length: float = 100.0, width: float = 60.0) -> TopoDS_Shape:
    """Draw a plate of 2 mm with tools taken away."""
    return draw.cut(draw.box((length, width, 2)), *tools)


def drill(x: float, y: float, radius: float = 3.0) -> TopoDS_Shape:
    """Draw a tool for a round hole along z."""
    return draw.cylinder(radius, 2 + 2 * CLEAR, (x, y, -CLEAR))


def window(x: float, y: float, length: float, width: float) -> TopoDS_Shape:
    """Draw a tool for a rectangular hole, from its lower corner."""
    return draw.box((length, width, 2 + 2 * CLEAR), (x, y, -CLEAR))


def obround(x: float, y: float, length: float, width: float) -> TopoDS_Shape:
    """Draw a tool for a slot with round ends along x, from the middle of its left end."""
    run = length - width
    middle = window(x, y - width / 2, run, width)
    return draw.fuse(middle, drill(x, y, width / 2), drill(x + run, y, width / 2))


def countersink(x: float, y: float, depth: float = 1.5) -> TopoDS_Shape:
    """Draw a tool for a countersunk hole of Ø3, open to above: 45 degrees, so deep in the plate."""
    return draw.fuse(drill(x, y, 1.5), draw.cone(1.5, 1.5 + depth + CLEAR, depth + CLEAR, (x, y, 2 - depth)))
