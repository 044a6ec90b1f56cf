"""Thickness against other libraries, on the same mesh and the same vertices in one run.

The peers are no dependencies; those that are not installed are left out of the table, saying so
(`requirements/bench.txt` pins them). CPU time a vertex, and how the readings differ from ours: peers
read along averaged normals or at sharp edges, so a difference there is not yet an error of either.
"""

import importlib
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from engine import fields, formats
from engine.model.arrays import Floats
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.raycast import probe, scene, warm
from engine.raycast.probe import Medium

SLOW_SAMPLE = 600
"""Vertices for peers that need milliseconds each."""
SEED = 1


def run(files: list[Path]) -> None:
    """Measure every file by every peer that is installed and print ratios to ours."""
    warm.warm()
    table = Table(
        "file", "peer", "CPU µs a vertex", "times ours", "median diff", "within 1 %", title="Thickness"
    )
    for file in files:
        _, mesh = formats.read(file, MeshOptions(), Progress())
        mine = fields.measure_all(scene.build(mesh), Progress())["thickness"].values
        _, own_seconds = _timed(lambda mesh=mesh: _look_through(mesh))
        own = own_seconds / len(mesh.vertices)
        table.add_row(file.name, "sprue: ray and opposed ball", f"{own * 1e6:.2f}", "1", "", "")
        for name, module, sample, measure in PEERS:
            try:
                importlib.import_module(module)
            except ImportError:
                table.add_row("", name, "not installed", "", "", "")
                continue
            some = _some(len(mesh.vertices), sample)
            theirs, seconds = _timed(lambda mesh=mesh, some=some, measure=measure: measure(mesh, some))
            each = seconds / len(some)
            with np.errstate(divide="ignore", invalid="ignore"):
                off = np.abs(theirs - mine[some]) / mine[some]
            off = off[np.isfinite(off)]
            table.add_row(
                "",
                name,
                f"{each * 1e6:.2f}",
                f"{each / own:.1f}",
                f"{np.median(off):.2%}",
                f"{np.mean(off < 0.01):.1%}",
            )
    Console(width=160).print(table)


def _look_through(mesh: Mesh) -> Floats:
    """Do what thickness needs and nothing for clearance: trees, rays and balls through material."""
    return probe.read(probe.stand_on(scene.build(mesh)), Medium.MATERIAL).ray_mm


def _timed(work: Callable[[], Floats]) -> tuple[Floats, float]:
    """Run once to warm caches up, once for the clock; CPU seconds of all threads."""
    work()
    began = time.process_time()
    return work(), time.process_time() - began


def _some(count: int, sample: int | None) -> np.ndarray:
    if sample is None or sample >= count:
        return np.arange(count)
    return np.sort(np.random.default_rng(SEED).choice(count, sample, replace=False))


def _open3d_ray(mesh: Mesh, some: np.ndarray) -> Floats:
    import open3d

    raycasting = open3d.t.geometry.RaycastingScene()
    raycasting.add_triangles(mesh.vertices.astype(np.float32), mesh.triangles.astype(np.uint32))
    inward = -mesh.normals[some]
    start = mesh.vertices[some] + inward * 1e-4 * np.ptp(mesh.vertices, axis=0).max()
    hits = raycasting.cast_rays(np.hstack([start, inward]).astype(np.float32))
    return hits["t_hit"].numpy().astype(float)


def _trimesh(mesh: Mesh, some: np.ndarray, method: str) -> Floats:
    import trimesh

    solid = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
    return trimesh.proximity.thickness(
        solid, mesh.vertices[some], exterior=False, normals=mesh.normals[some], method=method
    )


def _pymeshlab_sdf(mesh: Mesh, some: np.ndarray) -> Floats:
    import pymeshlab

    filters = pymeshlab.MeshSet()
    filters.add_mesh(
        pymeshlab.Mesh(mesh.vertices, mesh.triangles.astype(np.int32), v_normals_matrix=mesh.normals)
    )
    filters.compute_scalar_by_shape_diameter_function_per_vertex(rays=64)
    return filters.current_mesh().vertex_scalar_array()[some]


PEERS = (
    ("open3d ray", "open3d", None, _open3d_ray),
    ("trimesh ray", "trimesh", None, lambda mesh, some: _trimesh(mesh, some, "ray")),
    ("trimesh max_sphere", "trimesh", SLOW_SAMPLE, lambda mesh, some: _trimesh(mesh, some, "max_sphere")),
    ("pymeshlab SDF, 64 rays", "pymeshlab", None, _pymeshlab_sdf),
)
