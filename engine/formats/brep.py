"""BREP, as OCCT writes its own shapes in text: exact surfaces in millimeters, without names.

The kernel is imported when a file is read.
"""

from collections.abc import Callable
from pathlib import Path

from engine.formats import _exact, _mesh_file
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress

FORMAT = FileFormat(
    label="BREP",
    suffixes=(".brep", ".brp"),
    media_types=("model/vnd.opencascade.brep",),
    is_written=False,
    is_extra=True,
)
HEAD_BYTES = 256


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    is_brep = any(mark in head for mark in (b"DBRep_DrawableShape", b"CASCADE Topology"))
    _mesh_file.refuse_others(path, "a BREP file", is_brep)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read and measure a file, and mesh it for analysis."""
    return _read(path, lambda part: options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read and measure a file, and mesh it coarsely."""
    return _read(path, _exact.preview_options, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read a file, and measure it face by face."""
    part, mesh = describe(path, progress)
    return QuickInfo.of(part), mesh


def _read(path: Path, options_for: Callable[[Part], MeshOptions], progress: Progress) -> tuple[Part, Mesh]:
    from engine.kernel.read_shape import read_brep

    progress.stage("reading BREP", f"reading {path.name}")
    return _exact.measured(read_brep(path), options_for, progress)
