"""The opaque handle: OCCT's shape as it was read, with everything that ties it to our ids.

Only `engine/kernel` looks inside. Face ids and body ids are positions in `faces` and `bodies`.
"""

from dataclasses import dataclass
from functools import cached_property

from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape

from engine.kernel.boundaries import Boundaries, trace
from engine.model.arrays import Ints


@dataclass(frozen=True, eq=False)
class Brep:
    """A shape in millimeters, its faces and its bodies."""

    shape: TopoDS_Shape
    """Everything in the file, strays included."""
    faces: tuple[TopoDS_Face, ...]
    """By face id: the order of `TopExp::MapShapes` over `shape`. Placed, and oriented so that
    `D1U x D1V` points out of the material where the face is FORWARD and into it where it is REVERSED."""
    bodies: tuple[TopoDS_Shape, ...]
    """By body id: solids (or closed shells that stand for one), oriented to positive volume."""
    body_of_face: Ints
    """(F,) -1 for a stray face."""
    body_names: tuple[str, ...]
    name: str
    unit: str
    """The length unit as the file declares it; empty when it declares none."""
    notes: tuple[str, ...]
    """Sentences for the user about what was found and repaired while reading."""

    @cached_property
    def boundaries(self) -> Boundaries:
        """Edges and loops, traced at the first look: measuring and meshing need the same."""
        return trace(self.faces, self.body_of_face)

    @property
    def body_faces(self) -> tuple[TopoDS_Face, ...]:
        """The faces of bodies: all but the strays, in the order of their ids."""
        return tuple(
            face for face, body in zip(self.faces, self.body_of_face.tolist(), strict=True) if body >= 0
        )


def map_shapes(shape: TopoDS_Shape, kind: TopAbs_ShapeEnum) -> ShapeMap:
    """Return OCCT's indexed map (1-based) of the sub-shapes of one kind, each once, placed and oriented."""
    found = ShapeMap()
    TopExp.MapShapes_s(shape, kind, found)
    return found


def explore(
    shape: TopoDS_Shape, kind: TopAbs_ShapeEnum, avoid: TopAbs_ShapeEnum = TopAbs_ShapeEnum.TopAbs_SHAPE
) -> list[TopoDS_Shape]:
    """List the sub-shapes of one kind in order, as often as they occur, skipping those within `avoid`."""
    explorer, found = TopExp_Explorer(shape, kind, avoid), []
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found
