"""After warming up, nothing is left to compile."""

from engine import fields
from engine.progress import Progress
from engine.raycast import ball, inset, lift, rays, split, warm
from engine.raycast import bvh as bvh_module
from engine.raycast import scene as scene_module
from tests.support import meshes


def test_warming_up_compiles_every_kernel_that_a_measurement_uses() -> None:
    warm.warm()
    kernels = [
        kernel
        for module in (ball, bvh_module, inset, lift, rays, scene_module, split)
        for kernel in vars(module).values()
        if hasattr(kernel, "signatures")
    ]
    compiled = [len(kernel.signatures) for kernel in kernels]

    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=5, edge=4)
    measured = fields.measure_all(scene_module.build(mesh), Progress())
    fields.witnesses(mesh, measured["thickness"], mesh.triangles[0])
    assert len(kernels) > 10
    assert [len(kernel.signatures) for kernel in kernels] == compiled
