"""Bodies measured: shells, voids, closedness and volumes."""

from collections import defaultdict

from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepClass3d import BRepClass3d
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.kernel.borders import Borders
from engine.kernel.brep import Brep, explore
from engine.kernel.mass import signed_volume
from engine.model.part import Body, BodyId, Face, FaceId, Shell

CHECKED_FACES = 2000
"""OCCT's validity check takes 0.25 ms a face, so larger parts go unchecked."""


def measure_bodies(brep: Brep, borders: Borders, faces: tuple[Face, ...]) -> tuple[Body, ...]:
    """Measure every body; `bodies[i].id == i`."""
    ids = ShapeMap()
    for face in brep.faces:
        ids.Add(face)
    return tuple(
        _body(body_id, body, brep, borders, faces, ids) for body_id, body in enumerate(brep.bodies)
    )


def _body(
    body_id: int,
    body: TopoDS_Shape,
    brep: Brep,
    borders: Borders,
    faces: tuple[Face, ...],
    ids: ShapeMap,
) -> Body:
    shapes = explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)
    outer = BRepClass3d.OuterShell_s(TopoDS.Solid(body)) if len(shapes) > 1 else None
    shells = []
    for shape in shapes:
        members = [FaceId(ids.FindIndex(face) - 1) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)]
        is_closed = _is_closed(members, borders)
        volume = brep.volumes[body_id] if outer is None else signed_volume(shape)
        is_void = outer is not None and not shape.IsSame(outer)
        shells.append(Shell(tuple(members), is_closed, is_void, abs(volume) if is_closed else 0.0))
    return Body(
        id=BodyId(body_id),
        name=brep.body_names[body_id],
        shells=tuple(shells),
        volume_mm3=brep.volumes[body_id],
        area_mm2=sum(faces[face].area_mm2 for shell in shells for face in shell.faces),
        is_valid=len(faces) > CHECKED_FACES or bool(BRepCheck_Analyzer(body, True, False).IsValid()),
    )


def _is_closed(members: list[FaceId], borders: Borders) -> bool:
    """Whether every edge of these faces is passed as often one way as the other."""
    balance: dict[int, int] = defaultdict(int)
    for face in members:
        for loop in borders.loops_of_face[face]:
            for side in loop:
                if side.edge >= 0:
                    balance[side.edge] += 1 if side.is_forward else -1
    return not any(balance.values())
