"""Ray thickness of real parts against rays through their exact surfaces."""

import numpy as np
import pytest
from OCP.gp import gp_Dir, gp_Lin, gp_Pnt
from OCP.IntCurvesFace import IntCurvesFace_ShapeIntersector

from engine import fields
from engine.kernel.brep import Brep
from engine.kernel.mesh import mesh
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.raycast import scene
from tests.support import corpus

SAMPLES = 150
GRAZING_SHARE = 0.02
"""Rays that just touch or just miss an edge end elsewhere on triangles than on the surface."""


@pytest.mark.corpus
@corpus.needs_corpus
@pytest.mark.parametrize("name", ["real/cnc/io1-cm-214.stp", "real/casting/gehause_rohteil.stp"])
def test_rays_through_the_mesh_are_as_long_as_through_the_exact_surfaces(name: str) -> None:
    brep, part = corpus.brep(name), corpus.part(name)
    drawn = mesh(brep, part, MeshOptions(part.diagonal_mm / 40, 24), Progress())
    measured = fields.measure_all(scene.build(drawn), Progress())["thickness_ray"].values

    single = np.bincount(drawn.weld)[drawn.weld] == 1
    chosen = np.random.default_rng(0).choice(
        np.flatnonzero(single & np.isfinite(measured)), SAMPLES, replace=False
    )
    exact = exact_lengths(brep, drawn, chosen, part.diagonal_mm)
    off = np.abs(measured[chosen] / exact - 1)
    assert np.median(off) < 1e-5
    assert (off > 0.01).mean() <= GRAZING_SHARE


def exact_lengths(brep: Brep, drawn: Mesh, vertices: Ints, diagonal_mm: float) -> Floats:
    """Measure from each vertex inwards to where the ray first leaves its solid."""
    body_of_vertex = np.empty(len(drawn.vertices), dtype=np.int64)
    body_of_vertex[drawn.triangles] = drawn.body_of_triangle[:, None]
    rays_of_body = [IntCurvesFace_ShapeIntersector() for _ in brep.bodies]
    for rays, body in zip(rays_of_body, brep.bodies, strict=True):
        rays.Load(body, 1e-7)
    lengths = []
    for vertex in vertices.tolist():
        rays = rays_of_body[int(body_of_vertex[vertex])]
        inward = -drawn.normals[vertex]
        line = gp_Lin(gp_Pnt(*drawn.vertices[vertex]), gp_Dir(*inward))
        rays.Perform(line, 1e-5 * diagonal_mm, 2 * diagonal_mm)
        lengths.append(min(rays.WParameter(k) for k in range(1, rays.NbPnt() + 1)))
    return np.array(lengths)
