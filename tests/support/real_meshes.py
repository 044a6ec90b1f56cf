"""Real parts that are hardest to mesh, and whether a mesh is closed, of moderate size and true to its part.

`python -m bench accuracy` checks all of them, the suite those of `real_step_files.IN_SUITE`.
"""

from collections.abc import Iterator

import pytest

from engine.model.mesh import Mesh
from engine.model.part import Part
from tests.support.mesh_checks import area, edge_lengths, open_edges, uprightness, volume

HARDEST = (
    "real/injection/plastic_bottle.step",
    "real/cnc/Barrel_Body.stp",
    "real/sheet-metal/sheet-metal.step",
    "real/additive/Handle_SO101.step",
    "real/additive/Hotend_Mount_Revo_Voron.step",
)
"""Of those that are meshed within seconds: `bench robustness` meshes all, and holds each mesh to its part."""


def faults(mesh: Mesh, part: Part) -> Iterator[str]:
    """Say what is wrong with the mesh of a real part."""
    n_faces = sum(face.body is not None for face in part.faces)
    if open_edges(mesh):
        yield f"{open_edges(mesh)} open edges of the mesh"
    if not 45_000 < len(mesh.triangles) < 200_000:
        yield f"{len(mesh.triangles)} triangles"
    if not edge_lengths(mesh).max() <= 1.0001 * mesh.max_edge_mm:
        yield f"an edge of {edge_lengths(mesh).max():.5g} mm in a mesh of at most {mesh.max_edge_mm:.5g}"
    if not uprightness(mesh).min() > 0.5:
        yield f"a facet that leans from a corner's normal by a cosine of {uprightness(mesh).min():.2f}"
    if area(mesh) != pytest.approx(part.area_mm2, rel=4e-3):
        yield f"a mesh of {area(mesh):.8g} mm², and {part.area_mm2:.8g} of its part"
    # a thin wall loses more of its volume than of its area
    if volume(mesh) != pytest.approx(part.volume_mm3, rel=1.5e-2):
        yield f"a mesh of {volume(mesh):.8g} mm³, and {part.volume_mm3:.8g} of its part"
    if len(set(mesh.face_of_triangle.tolist())) != n_faces:
        yield f"{len(set(mesh.face_of_triangle.tolist()))} faces of {n_faces} in the mesh"
