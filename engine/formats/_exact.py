"""What formats of exact surfaces share: the kernel's shape measured and meshed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import file_name
from engine.bodies import touching
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
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


@dataclass(frozen=True, slots=True)
class Reader:
    """What a format of exact surfaces reads: `read`, `describe` and `quick_info` of `formats.Format`."""

    label: str
    brep_of: Callable[[Path, Progress], "Brep"]
    """Read the shape of a file, in millimeters."""

    def read(self, path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
        """Read and measure a file, and mesh it for analysis."""
        return self._read(path, lambda part: options, progress)

    def describe(self, path: Path, progress: Progress) -> tuple[Part, Mesh]:
        """Read and measure a file, and mesh it coarsely."""
        return self._read(path, preview_options, progress)

    def quick_info(self, path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
        """Read a file, and measure it face by face."""
        part, mesh = self.describe(path, progress)
        return QuickInfo.of(part), mesh

    def _read(
        self, path: Path, options_for: Callable[[Part], MeshOptions], progress: Progress
    ) -> tuple[Part, Mesh]:
        progress.stage(f"reading {self.label}", f"reading {file_name.shown(path.name)}")
        return measured(self.brep_of(path, progress), options_for, progress)


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
