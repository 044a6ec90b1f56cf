"""From a drawn shape to what the engine makes of it, and from a point to the face it lies on.

Most tests ask about geometry, so their parts skip the STEP file: writing and reading one takes longer than
measuring the part. What goes through files, as parts of users do: `tests/support/drawn.py`, the mutators,
parts in inches, and the tests of reading.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_Copy, BRepBuilderAPI_MakeVertex
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.gp import gp_Pnt
from OCP.TopoDS import TopoDS_Shape

from engine.graph import build
from engine.kernel import gather, topology
from engine.kernel.brep import Brep
from engine.kernel.read_step import brep_of_bodies, read_step
from engine.kernel.status import silence
from engine.kernel.topology import measure
from engine.model.analysis import PreparedPart
from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Face, Part
from engine.progress import Progress
from tests.support.draw import Point, write_step

ON_FACE_MM = 1e-3
"""How far a point may lie off a face to count as a point of it."""


def brep_of(shape: TopoDS_Shape, unit: str = "MM", schema: str = "AP214IS") -> Brep:
    """Write a shape as STEP and read it back."""
    silence()
    with tempfile.TemporaryDirectory() as folder:
        return read_step(write_step(shape, Path(folder) / "part.step", unit, schema))


def brep_without_file(shape: TopoDS_Shape) -> Brep:
    """Do with a copy of a shape in millimeters what `read_step` does with the shape of a file.

    A copy, since pcurves are laid in place, and shapes share faces with those they were drawn from.
    """
    silence()
    notes: list[str] = []
    shape = BRepBuilderAPI_Copy(shape).Shape()
    shape, bodies = gather.with_own_faces(shape, gather.solids(shape, notes))
    bodies = gather.oriented_outward(bodies, notes)
    return brep_of_bodies(shape, bodies, ["part"] * len(bodies), "part", "millimetre", notes)


def part_of(shape: TopoDS_Shape, unit: str = "MM") -> Part:
    """Measure a shape in millimeters; written as STEP in another unit and read back first."""
    brep = brep_without_file(shape) if unit == "MM" else brep_of(shape, unit)
    return _remembered(measure(brep), brep)


def unchecked_part(shape: TopoDS_Shape, unit: str = "MM") -> Part:
    """Measure a shape as `part_of` does, but take for granted that the kernel finds its bodies valid.

    The kernel's check takes a sixth of the time, and faces, edges and features do not depend on it.
    """
    with _unchecked():
        return part_of(shape, unit)


@contextmanager
def _unchecked() -> Iterator[None]:
    kept, topology.CHECKED_FACES = topology.CHECKED_FACES, 0
    try:
        yield
    finally:
        topology.CHECKED_FACES = kept


def without_mesh(part: Part) -> PreparedPart:
    """Prepare a part for what looks at its faces and joints alone."""
    nothing, none = frozen(()), frozen_ints(())
    mesh = Mesh(nothing, nothing, none, none, none, none, none, max_edge_mm=1.0, chord_mm=1.0)
    return PreparedPart(part, build.build(part), mesh, {}, nothing)


def read(
    shape: TopoDS_Shape,
    options: MeshOptions | Callable[[Part], MeshOptions] = MeshOptions(),  # noqa: B008
) -> tuple[Part, Mesh]:
    """Measure and mesh a shape in millimeters; the options may depend on the part."""
    return _meshed(brep_without_file(shape), options)


def read_unchecked(
    shape: TopoDS_Shape, options: MeshOptions | Callable[[Part], MeshOptions]
) -> tuple[Part, Mesh]:
    """Measure and mesh a shape as `read` does, without the check that `unchecked_part` leaves out."""
    with _unchecked():
        return read(shape, options)


def read_through_file(
    shape: TopoDS_Shape, options: MeshOptions | Callable[[Part], MeshOptions]
) -> tuple[Part, Mesh]:
    """Write a shape as STEP and do with what is read back as `read` does."""
    return _meshed(brep_of(shape), options)


def _meshed(brep: Brep, options: MeshOptions | Callable[[Part], MeshOptions]) -> tuple[Part, Mesh]:
    from engine.kernel.mesh import mesh

    part = _remembered(measure(brep), brep)
    chosen = options if isinstance(options, MeshOptions) else options(part)
    return part, mesh(brep, part, chosen, Progress())


def forget() -> None:
    """Let go of every part read so far, for programs that read hundreds."""
    _BREPS.clear()


def face_at(part: Part, point: Point, normal: Point | None = None) -> Face:
    """Return the face a point lies on; with `normal`, of several the one that looks that way most.

    Raises
    ------
    LookupError
        If no face, or without `normal` more than one, lies within `ON_FACE_MM`.
    """
    brep = _BREPS[id(part)][1]
    vertex = BRepBuilderAPI_MakeVertex(gp_Pnt(*map(float, point))).Vertex()
    found = []
    for face in part.faces:
        low, high = face.box_mm[0] - 2 * ON_FACE_MM, face.box_mm[1] + 2 * ON_FACE_MM
        if not ((np.asarray(point) >= low) & (np.asarray(point) <= high)).all():
            continue
        if BRepExtrema_DistShapeShape(vertex, brep.faces[face.id]).Value() <= ON_FACE_MM:
            found.append(face)
    if normal is not None and found:
        return max(found, key=lambda face: float(_outward(brep, face, point) @ np.asarray(normal)))
    if len(found) != 1:
        raise LookupError(f"{len(found)} faces at {tuple(point)}: {[face.id for face in found]}")
    return found[0]


def faces_at(part: Part, *points: Point) -> tuple[int, ...]:
    """Return the ids of the faces at the points, ascending."""
    return tuple(sorted({face_at(part, point).id for point in points}))


_BREPS: dict[int, tuple[Part, Brep]] = {}
"""The shape behind each part read here; the part is kept so that its id stays its own."""


def _remembered(part: Part, brep: Brep) -> Part:
    _BREPS[id(part)] = part, brep
    return part


def _outward(brep: Brep, face: Face, point: Point) -> np.ndarray:
    """Outward normal of the face at its point nearest to `point`."""
    from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
    from OCP.gp import gp_Vec
    from OCP.TopAbs import TopAbs_Orientation

    shape = brep.faces[face.id]
    adaptor = BRepAdaptor_Surface(shape, False)
    nearest = GeomAPI_ProjectPointOnSurf(gp_Pnt(*map(float, point)), adaptor.GeomSurfaceTransformed())
    u, v = nearest.LowerDistanceParameters()
    at, du, dv = gp_Pnt(), gp_Vec(), gp_Vec()
    adaptor.D1(u, v, at, du, dv)
    crossed = np.cross(du.Coord(), dv.Coord())
    turn = -1.0 if shape.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else 1.0
    return turn * crossed / np.linalg.norm(crossed)
