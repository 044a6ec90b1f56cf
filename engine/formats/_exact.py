"""What formats of exact surfaces share: the kernel's shape measured and meshed."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.bodies import touching
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.kernel.brep import Brep

PREVIEW_EDGES = 20
"""A preview's longest mesh edge is the part's diagonal divided by this."""
PREVIEW_CURVATURE = 24.0
"""Mesh edges of a preview per full turn of curvature: 15° each, round enough to look at."""


def preview_options(part: Part) -> MeshOptions:
    """Return how a part is meshed for a look at it."""
    return MeshOptions(part.diagonal_mm / PREVIEW_EDGES, PREVIEW_CURVATURE)


def measured(
    brep: "Brep", options_for: Callable[[Part], MeshOptions], progress: Progress
) -> tuple[Part, Mesh]:
    """Measure the shape of a file, and mesh it; the options may depend on the part.

    Raises
    ------
    SprueError
        The shape holds no solid or cannot be meshed.
    """
    from engine.kernel.cross_check import checked
    from engine.kernel.mesh import mesh
    from engine.kernel.topology import measure

    progress.stage("measuring faces", f"measuring {len(brep.faces)} faces")
    part = measure(brep, progress)
    part = replace(part, notes=part.notes + touching.notes(part))
    for sentence in part.notes:
        progress.note(sentence)
    progress.stage("meshing", f"meshing {len(brep.faces)} faces")
    result = mesh(brep, part, options_for(part), progress)
    part = checked(brep, part, result, progress)
    progress.done()
    return part, result
