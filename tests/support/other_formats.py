"""Drawn parts written in the formats beside STEP and glTF."""

import zipfile
from pathlib import Path

import numpy as np
import trimesh
from OCP.BRepTools import BRepTools
from OCP.IGESControl import IGESControl_Writer
from OCP.TopoDS import TopoDS_Shape

from engine.model.arrays import Floats, Ints
from engine.model.mesh import MeshOptions
from tests.support import parts

TRIANGLES = ("stl", "3mf", "obj", "ply", "off")
SURFACES = ("iges", "brep")


def triangles_of(shape: TopoDS_Shape, max_edge_mm: float = 8.0) -> tuple[Floats, Ints]:
    """Return a closed mesh of a shape: (V, 3) mm and (T, 3)."""
    _, mesh = parts.read(shape, MeshOptions(max_edge_mm=max_edge_mm))
    _, first = np.unique(mesh.weld, return_index=True)
    return mesh.vertices[first], mesh.weld[mesh.triangles]


def write(shape: TopoDS_Shape, path: Path, scale: float = 1.0) -> Path:
    """Write a shape in the format of a path's suffix; `scale` is what its numbers are multiplied with."""
    suffix = path.suffix[1:]
    if suffix == "iges":
        writer = IGESControl_Writer("MM", 0)
        writer.AddShape(shape)
        writer.ComputeModel()
        assert writer.Write(str(path))
    elif suffix == "brep":
        assert BRepTools.Write_s(shape, str(path))
    else:
        vertices, triangles = triangles_of(shape)
        if suffix == "3mf":
            return write_3mf(path, vertices * scale, triangles)
        trimesh.Trimesh(vertices * scale, triangles, process=False).export(path)
    return path


def write_3mf(
    path: Path, vertices: Floats, triangles: Ints, unit: str = "millimeter", build: str = ""
) -> Path:
    """Write one mesh as object 1; `build` are items and further objects where it is not placed once."""
    corners = "".join(f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in vertices.tolist())
    sides = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles.tolist())
    mesh = f"<mesh><vertices>{corners}</vertices><triangles>{sides}</triangles></mesh>"
    placed = build or '</resources><build><item objectid="1"/></build>'
    model = (
        f'<model unit="{unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f'<resources><object id="1" type="model">{mesh}</object>{placed}</model>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3D/3dmodel.model", model)
    return path
