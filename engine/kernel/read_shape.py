"""Reads IGES and OCCT's own BREP files: exact surfaces, without the names and units that STEP has."""

import re
from pathlib import Path

from OCP.BRep import BRep_Builder
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeSolid, BRepBuilderAPI_Sewing
from OCP.BRepTools import BRepTools
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.IGESControl import IGESControl_Reader
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine import file_name
from engine.errors import NoSolid, UnreadableFile
from engine.kernel import contents, gather, pcurves
from engine.kernel.brep import Brep, explore
from engine.kernel.read_step import brep_of_bodies
from engine.kernel.status import occt, silence

SEWN_MM = 0.01
"""Faces of an IGES file have borders of their own; nearer than this they are one."""
ACCURACY_MM = 1e-3
MILLIMETERS = "millimetre"
COUNT = re.compile(rb"^TShapes (\d+)\s*$", re.MULTILINE)
ENTRY = re.compile(rb"^(?:Ve|Ed|Wi|Fa|Sh|So|CS|Co)\s*$", re.MULTILINE)
LAST = re.compile(rb"[+-]\d+ \d+\s*(?:\d+\s*)?$")
LAST_BYTES = 64
"""At the end of a BREP file: how many shapes it has, where each begins, and which is the whole."""


def read_iges(path: Path) -> Brep:
    """Read an IGES file; its surfaces are sewn into solids, its lengths converted to millimeters.

    Raises
    ------
    UnreadableFile
        It is broken.
    NoSolid
        Its surfaces enclose nothing.
    """
    silence()
    reader = IGESControl_Reader()
    with occt("read the IGES file"):
        if reader.ReadFile(str(path)) != IFSelect_ReturnStatus.IFSelect_RetDone:
            raise UnreadableFile("the IGES file is broken: its entities cannot be read")
        reader.TransferRoots()
        shape = reader.OneShape()
    if shape is None or shape.IsNull():
        raise NoSolid("the IGES file holds no surfaces; a closed solid or a closed set of surfaces is needed")
    return _brep(shape, file_name.shown(path.stem), "IGES")


def read_brep(path: Path) -> Brep:
    """Read a BREP file, whose lengths are taken as millimeters, as OCCT does; raises as `read_iges`."""
    _check_is_whole(path)
    silence()
    shape = TopoDS_Shape()
    with occt("read the BREP file"):
        is_read = BRepTools.Read_s(shape, str(path), BRep_Builder())
    if not is_read or shape.IsNull():
        raise UnreadableFile("the BREP file is broken: its shape cannot be read")
    return _brep(shape, file_name.shown(path.stem), "BREP")


def _check_is_whole(path: Path) -> None:
    """Raise UnreadableFile where shapes are missing: OCCT waits for the rest of such a file without end."""
    text = path.read_bytes()
    counted = COUNT.search(text)
    is_whole = counted is not None and LAST.search(text[-LAST_BYTES:]) is not None
    if counted is None or not is_whole or len(ENTRY.findall(text, counted.end())) != int(counted[1]):
        raise UnreadableFile("the BREP file is broken: shapes that it counts are missing at its end")


def _brep(shape: TopoDS_Shape, stem: str, label: str) -> Brep:
    notes: list[str] = []
    bodies = gather.solids(shape, notes)
    if not bodies:
        with occt("sew surfaces together"):
            shape = gather.compound(_sewn(shape))
        bodies = gather.solids(shape, notes)
        if bodies:
            notes.append(f"The surfaces of the {label} file were sewn into a solid.")
    if not bodies:
        held = contents.strays_of(shape).in_words() or "no geometry"
        raise NoSolid(f"the {label} file holds {held} that enclose no volume; a closed solid is needed")
    strays = contents.strays_of(shape).in_words()
    if strays:
        notes.append(f"Besides solids the file holds {strays}; they are not analyzed.")
    shape, bodies = gather.with_own_faces(shape, bodies)
    with occt("draw the borders of faces"):
        shape, bodies = pcurves.complete(shape, bodies, ACCURACY_MM)
    with occt("tell the inside of a body from its outside"):
        bodies = gather.oriented_outward(bodies, notes)
    name = stem or "part"
    return brep_of_bodies(shape, bodies, [name] * len(bodies), name, MILLIMETERS, notes)


def _sewn(shape: TopoDS_Shape) -> list[TopoDS_Shape]:
    """Return the solids that the surfaces of a shape enclose when borders that meet are joined."""
    sewing = BRepBuilderAPI_Sewing(SEWN_MM)
    sewing.Add(shape)
    sewing.Perform()
    shells = [
        shell for shell in explore(sewing.SewedShape(), Kind.TopAbs_SHELL) if shell.Closed()
    ] or gather.closed_shells(sewing.SewedShape())
    return [BRepBuilderAPI_MakeSolid(TopoDS.Shell(shell)).Solid() for shell in shells]
