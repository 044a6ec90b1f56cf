"""What lies opposite a flat group through the material, by rays from points spread evenly over it.

Each point stands for the same area, so shares of points are shares of area. The rays hit ribs, bores and
steps in between. A ray ends where it leaves the body it started in.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import spread
from engine.model.arrays import Floats, Ints
from engine.model.part import Face, FaceId
from engine.model.surface import Plane
from engine.raycast import rays
from engine.raycast.rays import Facing
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM


@dataclass(frozen=True, slots=True, eq=False)
class InwardRays:
    """Rays from the flat groups of the bodies into the material, and where they end."""

    group: Ints
    """(N,) the group each starts from, ascending."""
    points: Floats
    """(N, 3) where each starts, mm."""
    distances_mm: Floats
    """(N,) how far each goes; inf where it leaves by an open shell."""
    opposite_groups: Ints
    """(N,) the group each ends on; -1 where it ends on nothing."""

    def of_group(self, group: FaceId) -> slice:
        """Return which rays start from a group; none where it has no area on the mesh."""
        first, last = np.searchsorted(self.group, [group, group + 1])
        return slice(int(first), int(last))


def inward_rays(context: RunContext) -> InwardRays:
    """Cast rays into the material from every flat group of the bodies. To be asked for by `context.once`."""
    part, graph, mesh = context.part, context.graph, context.mesh
    flat = [group for group in sorted(graph.faces_of_group) if is_flat(part.faces[group])]
    normals = np.array([part.faces[group].inner_normal for group in flat]).reshape(-1, 3)
    group_of_triangle = graph.group_of_face[mesh.face_of_triangle]
    even = spread.over(mesh, group_of_triangle, context.prepared.area_of_triangle, flat, normals)
    body_of_group = np.full(len(part.faces), -1, dtype=np.int64)
    body_of_group[group_of_triangle] = mesh.body_of_triangle

    distances = np.full(len(even.group), np.inf)
    ends = np.full(len(even.group), -1, dtype=np.int64)
    body_of_point = body_of_group[even.group]
    for body in np.unique(body_of_point):
        ours = np.flatnonzero(body_of_point == body)
        tree = context.scene.tree_of_body(int(body))
        hits = rays.first_hits(
            tree, even.points[ours], -even.outward[ours], Facing.EXIT, from_mm=LENGTH_FLOOR_MM
        )
        distances[ours] = hits.distances
        ends[ours] = np.where(hits.triangles >= 0, group_of_triangle[hits.triangles], -1)
    return InwardRays(even.group, even.points, distances, ends)


def is_flat(face: Face) -> bool:
    """Whether rays start from a face's group."""
    return face.body is not None and isinstance(face.surface, Plane)
