"""From OCCT's shape to a `Part`: every face, edge, loop, shell and body, measured."""

from collections import Counter

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepClass3d import BRepClass3d
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.errors import NoSolid
from engine.kernel import curves
from engine.kernel.boundaries import Boundaries
from engine.kernel.brep import Brep, explore, map_shapes
from engine.kernel.edges import measure_edges
from engine.kernel.faces import measure_faces
from engine.kernel.overlaps import overlaps, points_of_bodies
from engine.kernel.status import occt
from engine.model.arrays import Floats, frozen
from engine.model.part import Body, BodyId, Face, FaceId, Part, Shell, Source
from engine.progress import Progress
from engine.step_text import size

CHECKED_FACES = 2000
"""OCCT's validity check takes 0.25 ms a face, so larger parts go unchecked."""
LOOSE = 0.005
"""Corners this share of the body's size away from their edges do not bound them. (Of 68 real parts the
loosest is 0.01 mm off.)"""


def measure(brep: Brep, progress: Progress | None = None) -> Part:
    """Measure everything the engine wants to know of a shape, in numbers.

    Raises
    ------
    UnreadableFile
        If no part can have the size of this one.
    NoSolid
        If its bodies enclose nothing.
    KernelError
        If OCCT gives up on it.
    Cancelled
        If the caller of `progress` wants out.
    """
    progress = progress or Progress()
    with occt("measure the part's faces and edges"):
        return _measured(brep, progress)


def _measured(brep: Brep, progress: Progress) -> Part:
    traced = brep.boundaries
    samples = curves.sample(traced)
    progress.check()
    faces, fluxes = measure_faces(brep, traced, samples, progress)
    box = _box(faces)
    notes = brep.notes + size.doubts(box, brep.unit)
    edges = measure_edges(brep, traced, samples, faces)
    progress.check()
    bodies, unsound = _measured_bodies(brep, traced, faces, fluxes)
    if not sum(body.volume_mm3 for body in bodies) > 0.0:
        raise NoSolid("the file holds a body that encloses no volume")
    notes += unsound + overlaps(brep, points_of_bodies(len(bodies), faces, edges))
    return Part(
        name=brep.name,
        source=Source.BREP,
        faces=faces,
        edges=edges,
        bodies=bodies,
        box_mm=frozen(box),
        volume_mm3=sum(body.volume_mm3 for body in bodies),
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=brep.unit,
        notes=notes,
    )


def _box(faces: tuple[Face, ...]) -> Floats:
    """Box (2, 3) of the faces of bodies: strays must not inflate it."""
    boxes = np.array([face.box_mm for face in faces if face.body is not None])
    return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _measured_bodies(
    brep: Brep, boundaries: Boundaries, faces: tuple[Face, ...], fluxes: Floats
) -> tuple[tuple[Body, ...], tuple[str, ...]]:
    """Measure every body, `bodies[i].id == i`; returns them and sentences on those that are unsound.

    Parameters
    ----------
    fluxes : (F,) float64
        For each face the integral of (p - anchor) . outward normal: a third of the sum is a volume.
    """
    ids = ShapeMap()
    for face in brep.faces:
        ids.Add(face)
    bodies, notes = [], []
    for body_id, shape in enumerate(brep.bodies):
        shells = _shells(shape, boundaries, fluxes, ids)
        members = [face for shell in shells for face in shell.faces]
        doubt = _doubt(shape, shells, members, boundaries, faces)
        if doubt:
            notes.append(f"Body {brep.body_names[body_id]!r} {doubt}.")
        bodies.append(
            Body(
                id=BodyId(body_id),
                name=brep.body_names[body_id],
                shells=shells,
                volume_mm3=abs(float(fluxes[members].sum())) / 3.0,
                area_mm2=sum(faces[face].area_mm2 for face in members),
                is_valid=not doubt,
            )
        )
    return tuple(bodies), tuple(notes)


def _shells(body: TopoDS_Shape, boundaries: Boundaries, fluxes: Floats, ids: ShapeMap) -> tuple[Shell, ...]:
    shapes = explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)
    outer = BRepClass3d.OuterShell_s(TopoDS.Solid(body)) if len(shapes) > 1 else None
    shells = []
    for shape in shapes:
        members = [FaceId(ids.FindIndex(face) - 1) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)]
        is_closed = not _open_edges(members, boundaries)
        enclosed = abs(float(fluxes[members].sum())) / 3.0
        is_void = outer is not None and not shape.IsSame(outer)
        shells.append(Shell(tuple(members), is_closed, is_void, enclosed if is_closed else 0.0))
    return tuple(shells)


def _open_edges(members: list[FaceId], boundaries: Boundaries) -> int:
    """Count the edges that these faces do not pass as often one way as the other."""
    balance: Counter[int] = Counter()
    for face in members:
        for loop in boundaries.loops_of_face[face]:
            for coedge in loop:
                if coedge.edge >= 0:
                    balance[coedge.edge] += 1 if coedge.is_forward else -1
    return sum(count != 0 for count in balance.values())


def _doubt(
    shape: TopoDS_Shape,
    shells: tuple[Shell, ...],
    members: list[FaceId],
    boundaries: Boundaries,
    faces: tuple[Face, ...],
) -> str:
    """Say what is wrong with a body, as the rest of a sentence; empty when nothing is."""
    gaps = sum(_open_edges(list(shell.faces), boundaries) for shell in shells if not shell.is_closed)
    if gaps:
        return f"has gaps in its surface along {gaps} edges: its volume cannot be trusted"
    boxes = np.array([faces[face].box_mm for face in members])
    size = np.linalg.norm(boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0))
    gap = _widest_tolerance(shape)
    if gap > LOOSE * size:
        return f"has edges and corners up to {gap:.3g} mm apart: its measures cannot be trusted"
    if len(faces) <= CHECKED_FACES and not BRepCheck_Analyzer(shape, True, False).IsValid():
        return "fails the kernel's own check of its geometry; it is analyzed all the same"
    return ""


def _widest_tolerance(shape: TopoDS_Shape) -> float:
    """How far corners and edges stray from what they bound: OCCT widens a vertex to cover the gap."""
    vertices = map_shapes(shape, TopAbs_ShapeEnum.TopAbs_VERTEX)
    return max(
        (BRep_Tool.Tolerance_s(TopoDS.Vertex(vertices.FindKey(i))) for i in range(1, vertices.Extent() + 1)),
        default=0.0,
    )
