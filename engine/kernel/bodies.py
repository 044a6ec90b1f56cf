"""Bodies measured: shells, voids, closedness, volumes, and what casts doubt on them."""

from collections import Counter

import numpy as np
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepClass3d import BRepClass3d
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.kernel.borders import Borders
from engine.kernel.brep import Brep, explore
from engine.kernel.curves import Samples
from engine.kernel.mass import signed_volume
from engine.model.part import Body, BodyId, Face, FaceId, Shell

CHECKED_FACES = 2000
"""OCCT's validity check takes 0.25 ms a face, so larger parts go unchecked."""
LOOSE = 0.005
"""An edge that strays from its faces by more than this share of the body's size is no border of them.
(Of 68 real parts the loosest strays by 0.01 mm.)"""


def measure_bodies(
    brep: Brep, borders: Borders, samples: Samples, faces: tuple[Face, ...]
) -> tuple[tuple[Body, ...], tuple[str, ...]]:
    """Measure every body, `bodies[i].id == i`; returns them and sentences on those that are unsound."""
    ids = ShapeMap()
    for face in brep.faces:
        ids.Add(face)
    bodies, notes = [], []
    for body_id, shape in enumerate(brep.bodies):
        shells = _shells(shape, brep.volumes[body_id], borders, ids)
        members = [face for shell in shells for face in shell.faces]
        doubt = _doubt(shape, shells, members, borders, samples, faces)
        if doubt:
            notes.append(f"Body {brep.body_names[body_id]!r} {doubt}.")
        bodies.append(
            Body(
                id=BodyId(body_id),
                name=brep.body_names[body_id],
                shells=shells,
                volume_mm3=brep.volumes[body_id],
                area_mm2=sum(faces[face].area_mm2 for face in members),
                is_valid=not doubt,
            )
        )
    return tuple(bodies), tuple(notes)


def _shells(body: TopoDS_Shape, volume: float, borders: Borders, ids: ShapeMap) -> tuple[Shell, ...]:
    shapes = explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)
    outer = BRepClass3d.OuterShell_s(TopoDS.Solid(body)) if len(shapes) > 1 else None
    shells = []
    for shape in shapes:
        members = [FaceId(ids.FindIndex(face) - 1) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)]
        is_closed = not _open_edges(members, borders)
        enclosed = volume if outer is None else abs(signed_volume(shape))
        is_void = outer is not None and not shape.IsSame(outer)
        shells.append(Shell(tuple(members), is_closed, is_void, enclosed if is_closed else 0.0))
    return tuple(shells)


def _open_edges(members: list[FaceId], borders: Borders) -> int:
    """Count the edges that these faces do not pass as often one way as the other."""
    balance: Counter[int] = Counter()
    for face in members:
        for loop in borders.loops_of_face[face]:
            for side in loop:
                if side.edge >= 0:
                    balance[side.edge] += 1 if side.is_forward else -1
    return sum(count != 0 for count in balance.values())


def _doubt(
    shape: TopoDS_Shape,
    shells: tuple[Shell, ...],
    members: list[FaceId],
    borders: Borders,
    samples: Samples,
    faces: tuple[Face, ...],
) -> str:
    """Say what is wrong with a body, as the rest of a sentence; empty when nothing is."""
    gaps = sum(_open_edges(list(shell.faces), borders) for shell in shells)
    if gaps:
        return f"has gaps in its surface along {gaps} edges: its volume cannot be trusted"
    edges = {side.edge for face in members for loop in borders.loops_of_face[face] for side in loop}
    boxes = np.array([faces[face].box_mm for face in members])
    size = np.linalg.norm(boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0))
    strays = max((samples.tolerances[edge] for edge in edges if edge >= 0), default=0.0)
    if strays > LOOSE * size:
        return f"has edges up to {strays:.3g} mm off their faces: its measures cannot be trusted"
    if len(faces) <= CHECKED_FACES and not BRepCheck_Analyzer(shape, True, False).IsValid():
        return "fails the kernel's own check of its geometry; it is analyzed all the same"
    return ""
