"""PLY: polygons, in text or binary; no unit.

Read through trimesh, and segmented into faces as glTF is.
"""

from pathlib import Path

from engine.formats import _mesh_file
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress

FORMAT = FileFormat(
    label="PLY", suffixes=(".ply",), media_types=("model/ply",), is_written=False, is_extra=True
)
NO_UNIT = ""


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        is_ply = file.read(4).rstrip() == b"ply"
    _mesh_file.refuse_others(path, "a PLY file", is_ply)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file, sort them into faces, and mesh these for analysis."""
    soups = _mesh_file.by_trimesh(path, "ply", FORMAT.label)
    return _mesh_file.read(path, soups, FORMAT.label, NO_UNIT, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file and measure them as they stand; they are its mesh, too."""
    soups = _mesh_file.by_trimesh(path, "ply", FORMAT.label)
    return _mesh_file.describe(path, soups, FORMAT.label, NO_UNIT, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read the triangles of a file, and measure what they enclose."""
    soups = _mesh_file.by_trimesh(path, "ply", FORMAT.label)
    return _mesh_file.quick_info(path, soups, FORMAT.label, NO_UNIT, progress)
