"""A part made ready for pictures: what does not change with the camera or the heatmap."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats
from engine.model.mesh import Mesh
from engine.raycast import bvh
from engine.raycast.bvh import Bvh
from engine.render import light, lines


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The mesh with its light and its lines."""

    mesh: Mesh
    normals: Floats
    """(V, 3) zero where the surface has none."""
    openness: Floats
    """(V,) see `light.openness`."""
    borders: lines.BorderEdges
    tree: Bvh
    """Over all triangles: tells what hides what."""


def build(mesh: Mesh, with_soft_light: bool = True) -> Scene:
    """Prepare a mesh; without soft light it takes milliseconds, and corners stay as bright as open faces."""
    tree = bvh.build(mesh.vertices[mesh.triangles], by_direction=False)
    borders = lines.border_edges(mesh)
    if with_soft_light:
        openness = light.openness(mesh, tree, borders.skins(int(mesh.face_of_vertex.max(initial=-1)) + 1))
    else:
        openness = np.ones(len(mesh.vertices))
    return Scene(mesh, np.nan_to_num(mesh.normals, nan=0.0), openness, borders, tree)
