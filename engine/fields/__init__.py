"""Measured fields: one number for each mesh vertex, one file a field."""

from collections.abc import Callable, Mapping

import numpy as np

from engine.fields import _possible, clearance, thickness, thickness_ray
from engine.model.arrays import Floats, Ints
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.progress import Progress
from engine.raycast import nearest, probe
from engine.raycast.probe import Probing
from engine.raycast.scene import Scene
from engine.stages import FailedStage, PartialDict

FIELDS: tuple[Callable[[Probing], Field], ...] = (
    thickness.measure,
    thickness_ray.measure,
    clearance.measure,
)
"""Fields that hold for every pull. They share one probing of the mesh. `draft` depends on the pull:
`pipeline` measures it anew for each."""

LOST = "thickness and clearance were not measured"
"""What there is not where the mesh cannot be probed."""


def measure_all(
    scene: Scene | FailedStage, progress: Progress, group_of_face: Ints | None = None
) -> PartialDict[str, Field]:
    """Measure every field that does not depend on the pull, by name.

    `scene` is the trees over the mesh, or why there are none. `group_of_face` (F,) says which faces the file
    split from one; without it none are. Looking up a field that could not be measured raises StageFailed.

    Raises
    ------
    Cancelled
        The caller wanted out.
    """
    progress.check()
    probing = progress.attempt("fields", LOST, probe.both_ways, scene, progress.check, group_of_face)
    measured: PartialDict[str, Field] = PartialDict()
    for measure in FIELDS:
        name = measure.__module__.rpartition(".")[2]
        words = name.replace("_", ", by ")
        measured[name] = progress.attempt(
            f"fields.{name}", f"{words} was not measured", _bounded, measure, probing, scene
        )
    return measured


def _bounded(measure: Callable[[Probing], Field], probing: Probing, scene: Scene) -> Field:
    return _possible.bounded(measure(probing), scene.mesh)


def doubts(measured: Mapping[str, Field]) -> tuple[str, ...]:
    """Say of which fields there were values that cannot be."""
    return _possible.doubts(field for field in measured.values() if isinstance(field, Field))


def witnesses(mesh: Mesh, field: Field, vertices: Ints) -> Floats:
    """Find where a distance was measured to, so that it can be shown between two points.

    Parameters
    ----------
    mesh
        What the field was measured on.
    field
        A distance: one with `opposite`.
    vertices : (N,) int64
        The vertices to look from.

    Returns
    -------
    (N, 3) float64
        Points on the opposite triangles; NaN where nothing was measured.
    """
    if field.opposite is None:
        raise ValueError(f"{field.name} is not the distance to a wall")
    found = np.full((len(vertices), 3), np.nan)
    known = np.flatnonzero(field.opposite[vertices] >= 0)
    vertices = np.asarray(vertices)[known]
    points, values = mesh.vertices[vertices], field.values[vertices, None]
    outward = mesh.normals[vertices]
    ways = outward if field.name == clearance.NAME else -outward
    walls = mesh.vertices[mesh.triangles[field.opposite[vertices]]]
    # a ray ends on its triangle; where the end is off it, a ball touched the triangle
    ray_ends = nearest.on_triangles(walls, points + values * ways)
    contacts = nearest.on_triangles(walls, points + 0.5 * values * ways)
    missed = np.linalg.norm(ray_ends - points - values * ways, axis=1)
    is_ray = missed <= 0.02 * values[:, 0] + mesh.chord_mm
    found[known] = np.where(is_ray[:, None], ray_ends, contacts)
    return found
