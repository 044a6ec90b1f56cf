"""Shapes of parts that are collected: read in whatever format they come, written as STEP or GLB."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import trimesh
from OCP.BRep import BRep_Builder
from OCP.BRepTools import BRepTools
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.IGESControl import IGESControl_Reader
from OCP.STEPControl import STEPControl_Reader, STEPControl_StepModelType, STEPControl_Writer
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS_Shape

from engine.kernel import status

Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""glTF's up is Y, that of nearly all else Z."""


class NoShape(Exception):
    """A file has not the shape that was asked for; the message says what was found."""


def write_step(source: Path, target: Path, solid: int | None = None, body: str | None = None) -> None:
    """Write a B-rep as STEP in millimeters: the whole file, one of its solids, or one body of a document.

    Parameters
    ----------
    source
        STEP, IGES, OCCT's own text, or a document of FreeCAD.
    target
        The file written.
    solid
        Which solid, counted from 0 as OCCT's explorer comes to them.
    body
        Name of the object inside a FreeCAD document.

    Raises
    ------
    NoShape
        The file cannot be read, or has no such solid or body.
    """
    status.silence()
    shape = _read(source, body)
    if solid is not None:
        shape = _solid(shape, solid, source.name)
    writer = STEPControl_Writer()
    writer.Transfer(shape, STEPControl_StepModelType.STEPControl_AsIs)
    if writer.Write(str(target)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise NoShape(f"{target.name} could not be written")


def _read(source: Path, body: str | None) -> TopoDS_Shape:
    suffix = source.suffix.lower()
    if suffix == ".fcstd":
        return _read_document(source, body or "")
    if suffix in (".step", ".stp", ".igs", ".iges"):
        reader = STEPControl_Reader() if suffix.startswith(".st") else IGESControl_Reader()
        if reader.ReadFile(str(source)) != IFSelect_ReturnStatus.IFSelect_RetDone:
            raise NoShape(f"{source.name} cannot be read")
        reader.TransferRoots()
        return reader.OneShape()
    shape = TopoDS_Shape()
    if not BRepTools.Read_s(shape, str(source), BRep_Builder()) or shape.IsNull():
        raise NoShape(f"{source.name} holds no shape of OCCT")
    return shape


def _solid(shape: TopoDS_Shape, index: int, name: str) -> TopoDS_Shape:
    explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    n_solids = 0
    while explorer.More():
        if n_solids == index:
            return explorer.Current()
        n_solids += 1
        explorer.Next()
    raise NoShape(f"{name} has {n_solids} solids, and none numbered {index}")


def _read_document(source: Path, body: str) -> TopoDS_Shape:
    with zipfile.ZipFile(source) as packed:
        document = ElementTree.fromstring(packed.read("Document.xml"))
        files = {
            each.get("name"): part.get("file")
            for each in document.iterfind("ObjectData/Object")
            for part in each.iterfind("Properties/Property[@name='Shape']/Part")
        }
        if not files.get(body):
            raise NoShape(f"{source.name} has no body {body!r}; it has {', '.join(map(str, files))}")
        held = source.with_name(f"{source.stem}.{body}.brep")
        held.write_bytes(packed.read(str(files[body])))
    return _read(held, None)


def write_glb(source: Path, target: Path, unit_mm: float) -> None:
    """Write triangles as GLB, which is in meters with Y up; `unit_mm` is how long the source's unit is."""
    mesh = trimesh.load_mesh(source)
    mesh.apply_transform(Y_UP)
    mesh.apply_scale(unit_mm / 1000.0)
    target.write_bytes(mesh.export(file_type="glb"))
