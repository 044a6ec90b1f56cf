"""Makes the missing curves of edges in the parameters of surfaces, for files that are read without repairs.

A file may give an edge in space alone. On a plane the place in space gives the parameters; every other face
is repaired on its own here, and once for all places where its body stands. What OCCT does besides when it
repairs a part as a whole takes several times as long.
"""

from collections.abc import Iterator

from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.ShapeBuild import ShapeBuild_ReShape
from OCP.ShapeFix import ShapeFix_Face
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Iterator, TopoDS_Shape

from engine.errors import KernelError
from engine.kernel import poles, voids
from engine.kernel.brep import explore, map_shapes
from engine.kernel.gather import compound, strays
from engine.kernel.pcurve_seam_jumps import CLOSED_FORM

SHELL, FACE = int(Kind.TopAbs_SHELL), int(Kind.TopAbs_FACE)
PLANE = int(GeomAbs_SurfaceType.GeomAbs_Plane)
PRECISION_MM = 1e-5
"""How far a pcurve may lie from its edge in space: far below the digits that are reported."""
OF_FACE = (
    "FixIntersectingWiresMode",
    "FixLoopWiresMode",
    "FixOrientationMode",
    "FixSmallAreaWireMode",
    "FixSplitFaceMode",
    "RemoveSmallAreaFaceMode",
)
OF_BORDER = (
    "FixIntersectingEdgesMode",
    "FixNonAdjacentIntersectingEdgesMode",
    "FixNotchedEdgesMode",
    "FixSameParameterMode",
    "FixSelfIntersectingEdgeMode",
    "FixSelfIntersectionMode",
    "FixSmallMode",
    "FixTailMode",
)
"""Repairs that are left out, as by `engine.kernel.read_step.LEFT_OUT_WHEN_FAST`."""
MADE_ANEW = "an edge of the part is made anew for one of its faces"
NO_ACCURACY = "how far its edges may lie from their faces is not told"


class _Shared(Exception):
    """An edge is made anew for one of its two faces, so that the other has to know of it."""


def complete(
    shape: TopoDS_Shape, bodies: list[TopoDS_Shape], accuracy_mm: float | None = None
) -> tuple[TopoDS_Shape, list[TopoDS_Shape]]:
    """Make the missing pcurves of all faces, with the seams and collapsed coedges that go with them.

    Where a seam cuts an edge in two, all faces of its body are repaired together to `accuracy_mm`, the
    file's own: the two halves meet the seam no better than that, so another would move them. So are bodies
    with hollows, which are turned the right way out.

    Returns the shape and its bodies, made anew; bodies that are one at several places, once.

    Raises
    ------
    KernelError
        A face comes apart, or loses an edge that it shares with its neighbor and the file has no accuracy.
    """
    known = ShapeMap()
    made: list[TopoDS_Shape] = []
    placed = []
    for body in bodies:
        unplaced = body.Located(TopLoc_Location())
        number = known.Add(unplaced)
        if number > len(made):
            made.append(_made(unplaced, accuracy_mm))
        placed.append(made[number - 1].Located(body.Location()).Oriented(body.Orientation()))
    return compound([*placed, *strays(shape, bodies)]), placed


def _made(body: TopoDS_Shape, accuracy_mm: float | None) -> TopoDS_Shape:
    """Make a body anew, in its own frame."""
    is_hollow = voids.has_voids(body)
    if is_hollow and accuracy_mm is None:
        raise KernelError(NO_ACCURACY)
    try:
        new = _rebuilt(body, accuracy_mm if is_hollow and accuracy_mm is not None else PRECISION_MM)
    except _Shared:
        if accuracy_mm is None:
            raise KernelError(MADE_ANEW) from None
        new = _rebuilt_together(body, accuracy_mm)
    return voids.with_voids_oriented(new) if is_hollow else new


def _rebuilt(shape: TopoDS_Shape, precision_mm: float) -> TopoDS_Shape:
    """Make a solid or a shell anew, face by face.

    Faces that a seam may cut come first: what is repaired keeps its pcurves even where it turns out that
    all has to be repaired together.
    """
    faces = list(_faces(shape))
    made = list[TopoDS_Shape](faces)
    kinds = [_kind(face) for face in faces]
    curved = [index for index, kind in enumerate(kinds) if kind != PLANE]
    for index in sorted(
        curved, key=lambda index: (kinds[index] not in CLOSED_FORM, -faces[index].NbChildren())
    ):
        made[index] = _pictured(faces[index], kinds[index] in CLOSED_FORM, precision_mm)
    return _with_faces(shape, iter(made))


def _rebuilt_together(shape: TopoDS_Shape, accuracy_mm: float) -> TopoDS_Shape:
    """Make a solid or a shell anew whose faces change edges of each other: neighbors follow."""
    done = ShapeBuild_ReShape()
    for face in _faces(shape):
        if _kind(face) != PLANE:
            repair = _repair(TopoDS.Face(done.Apply(face)), accuracy_mm)
            repair.SetContext(done)
            repair.Perform()
            _refuse_parts(repair)
    return done.Apply(shape)


def _faces(shape: TopoDS_Shape) -> Iterator[TopoDS_Face]:
    """Yield the faces of a solid or a shell as their shells hold them, but for those without a surface."""
    children = TopoDS_Iterator(shape, False, False)
    while children.More():
        child = children.Value()
        kind = int(child.ShapeType())
        if kind == SHELL:
            yield from _faces(child)
        elif kind == FACE:
            yield TopoDS.Face(child)
        children.Next()


def _with_faces(shape: TopoDS_Shape, faces: Iterator[TopoDS_Shape]) -> TopoDS_Shape:
    """Make a solid or a shell anew with other faces, in the order of `_faces`."""
    builder, new = BRep_Builder(), shape.EmptyCopied()
    children = TopoDS_Iterator(shape, False, False)
    while children.More():
        child = children.Value()
        kind = int(child.ShapeType())
        if kind == SHELL:
            child = _with_faces(child, faces)
        elif kind == FACE:
            child = next(faces)
        builder.Add(new, child)
        children.Next()
    new.Closed(shape.Closed())
    return new


def _kind(face: TopoDS_Face) -> int:
    """Return OCCT's number for the kind of a face's surface, that of planes where it has none."""
    if BRep_Tool.Surface_s(face) is None:
        return PLANE
    return int(BRepAdaptor_Surface(face, False).GetType())


def _pictured(face: TopoDS_Face, has_closed_form: bool, precision_mm: float) -> TopoDS_Shape:
    repair = _repair(face, precision_mm)
    repair.Perform()
    _refuse_parts(repair)
    kept = map_shapes(repair.Face(), Kind.TopAbs_EDGE)
    edges = explore(face, Kind.TopAbs_EDGE)
    if not all(kept.Contains(edge) or BRep_Tool.Degenerated_s(TopoDS.Edge(edge)) for edge in edges):
        raise _Shared if has_closed_form else KernelError(MADE_ANEW)
    poles.shift_pcurves(repair.Face())
    return repair.Face()


def _repair(face: TopoDS_Face, precision_mm: float) -> ShapeFix_Face:
    repair = ShapeFix_Face(face)
    repair.SetPrecision(precision_mm)
    for left_out in OF_FACE:
        setattr(repair, left_out, 0)
    of_border = repair.FixWireTool()
    for left_out in OF_BORDER:
        setattr(of_border, left_out, 0)
    return repair


def _refuse_parts(repair: ShapeFix_Face) -> None:
    if repair.Result().ShapeType() != Kind.TopAbs_FACE:
        raise KernelError("a face of the part comes apart")
