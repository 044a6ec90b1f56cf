"""Drawn shapes as other programs export them: triangles at ordinary tolerance, as facets or as a GLB file.

`segmented_of` also tells which triangle came from which face, so that what follows segmentation can be tested
with the right regions.
"""

import math
from pathlib import Path

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepTools import BRepTools
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape
from scipy.spatial import cKDTree

from engine.kernel.brep import Brep
from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.part import Part
from engine.model.surface import Freeform
from engine.segment import mesh_repair
from engine.segment.surface_mesh import Regions, SurfaceMesh
from tests.support import gltf_by_hand
from tests.support.parts import brep_of, brep_without_file, measured

CHORD_MM, TURN_DEG = 0.1, 20.0
"""What exporters ask for by default."""


def triangles_of(
    brep: Brep, chord_mm: float = CHORD_MM, turn_deg: float = TURN_DEG
) -> list[tuple[Floats, Ints]]:
    """Triangulate a shape; vertices and triangles of each face, counter-clockwise from outside."""
    for body in brep.bodies:
        BRepTools.Clean_s(body)  # a mesh that lies on it already may be coarser
        BRepMesh_IncrementalMesh(body, chord_mm, False, math.radians(turn_deg), False)
    return [_triangles(face) for face in brep.faces]


def _triangles(face: TopoDS_Face) -> tuple[Floats, Ints]:
    place = TopLoc_Location()
    drawn = BRep_Tool.Triangulation_s(face, place)
    move = place.Transformation()
    points = [drawn.Node(i + 1).Transformed(move).Coord() for i in range(drawn.NbNodes())]
    corners = np.array([drawn.Triangle(i + 1).Get() for i in range(drawn.NbTriangles())], dtype=np.int64) - 1
    if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
        corners = corners[:, ::-1]
    return np.array(points), corners


def write_glb(
    shape: TopoDS_Shape, path: Path, chord_mm: float = CHORD_MM, turn_deg: float = TURN_DEG
) -> Path:
    """Write a shape as a GLB, in meters and Y up, in single precision."""
    soups = triangles_of(brep_of(shape), chord_mm, turn_deg)
    places, corners = _stacked(soups)
    tree, binary = gltf_by_hand.document(places[:, [0, 2, 1]] * (0.001, 0.001, -0.001), corners)
    return gltf_by_hand.write(path, tree, binary)


def segmented_of(
    shape: TopoDS_Shape, chord_mm: float = CHORD_MM, turn_deg: float = TURN_DEG
) -> tuple[SurfaceMesh, Regions, Part]:
    """Return facets with the regions that the shape's own faces are, and the exact part."""
    brep = brep_without_file(shape)
    part = measured(brep)
    soups = triangles_of(brep, chord_mm, turn_deg)
    face = np.repeat(np.arange(len(soups)), [len(corners) for _, corners in soups])
    places, corners = _stacked(soups)
    single = places.astype(np.float32).astype(np.float64)
    made, _ = mesh_repair.build([(single, corners)])
    middles = made.vertices[made.triangles].mean(axis=1)
    _, nearest = cKDTree(single[corners].mean(axis=1)).query(middles)
    surfaces = tuple(each.surface for each in part.faces)
    deviations = np.where([isinstance(one, Freeform) for one in surfaces], chord_mm, made.noise_mm)
    regions = Regions(
        frozen_ints(face[nearest]),
        surfaces,
        frozen_ints([each.sense for each in part.faces]),
        frozen(deviations),
        np.zeros(len(surfaces), dtype=bool),
    )
    return made, regions, part


def _stacked(soups: list[tuple[Floats, Ints]]) -> tuple[Floats, Ints]:
    starts = np.cumsum([0, *(len(places) for places, _ in soups)])
    corners = [corners + start for (_, corners), start in zip(soups, starts[:-1], strict=True)]
    return np.concatenate([places for places, _ in soups]), np.concatenate(corners)
