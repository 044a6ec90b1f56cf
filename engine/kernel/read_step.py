"""Read a STEP file into a `Brep`."""

from pathlib import Path

import numpy as np
from OCP.collections import Sequence_TCollection_AsciiString as Strings
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.STEPControl import STEPControl_Reader
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.errors import NoSolid, UnreadableFile
from engine.kernel.brep import Brep, explore, map_shapes
from engine.kernel.mass import signed_volume
from engine.kernel.status import silence


def read_step(path: Path) -> Brep:
    """Read a STEP file, converted to millimeters.

    Raises
    ------
    UnreadableFile
        If the file is broken.
    NoSolid
        If it holds nothing with a volume.
    """
    silence()
    reader = STEPControl_Reader()
    if reader.ReadFile(str(path)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise UnreadableFile(f"{path.name} is not a STEP file that can be read")
    reader.TransferRoots()
    shape = reader.OneShape()
    if shape is None or shape.IsNull():
        raise NoSolid(f"{path.name} holds no geometry")
    return _brep(shape, path.stem, _unit(reader))


def _unit(reader: STEPControl_Reader) -> str:
    lengths, angles, solid_angles = Strings(), Strings(), Strings()
    reader.FileUnits(lengths, angles, solid_angles)
    return next((unit.ToCString() for unit in lengths), "")


def _brep(shape: TopoDS_Shape, name: str, unit: str) -> Brep:
    notes: list[str] = []
    bodies = explore(shape, Kind.TopAbs_SOLID)
    if not bodies:
        bodies = [shell for shell in explore(shape, Kind.TopAbs_SHELL) if shell.Closed()]
        if not bodies:
            raise NoSolid(f"{name} holds no solid")
        notes.append("the file holds a closed shell instead of a solid; it is taken as a body")
    volumes = [signed_volume(body) for body in bodies]
    bodies = [body.Reversed() if v < 0 else body for body, v in zip(bodies, volumes, strict=True)]
    face_map = map_shapes(shape, Kind.TopAbs_FACE)
    faces = [TopoDS.Face(face_map.FindKey(i)) for i in range(1, face_map.Extent() + 1)]
    body_of_face = np.full(len(faces), -1, dtype=np.int64)
    for index, body in enumerate(bodies):
        for face in explore(body, Kind.TopAbs_FACE):
            face_id = face_map.FindIndex(face) - 1
            body_of_face[face_id] = index
            faces[face_id] = TopoDS.Face(face)
    body_of_face.flags.writeable = False
    names = tuple(f"body {index + 1}" for index in range(len(bodies)))
    return Brep(shape, tuple(faces), tuple(bodies), tuple(abs(v) for v in volumes), body_of_face, names, name, unit, tuple(notes))
