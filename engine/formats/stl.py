"""STL: triangles alone, in text or binary; no unit, and every corner of every triangle written out.

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
    label="STL", suffixes=(".stl",), media_types=("model/stl",), is_written=False, is_extra=True
)
NO_UNIT = ""
BINARY_HEAD, TRIANGLE_BYTES = 84, 50


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(BINARY_HEAD)
    n_triangles = int.from_bytes(head[80:84], "little")
    is_binary = (
        len(head) == BINARY_HEAD and path.stat().st_size >= BINARY_HEAD + TRIANGLE_BYTES * n_triangles > 84
    )
    is_text = head.lstrip().lower().startswith(b"solid")
    _mesh_file.refuse_others(path, "an STL file", is_binary or is_text)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file, sort them into faces, and mesh these for analysis."""
    soups = _mesh_file.by_trimesh(path, "stl", FORMAT.label)
    return _mesh_file.read(path, soups, FORMAT.label, NO_UNIT, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file and measure them as they stand; they are its mesh, too."""
    soups = _mesh_file.by_trimesh(path, "stl", FORMAT.label)
    return _mesh_file.describe(path, soups, FORMAT.label, NO_UNIT, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read the triangles of a file, and measure what they enclose."""
    soups = _mesh_file.by_trimesh(path, "stl", FORMAT.label)
    return _mesh_file.quick_info(path, soups, FORMAT.label, NO_UNIT, progress)
