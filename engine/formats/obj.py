"""Wavefront OBJ: polygons, cut into triangles; no unit. Materials and textures are not looked at.

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
    label="OBJ", suffixes=(".obj",), media_types=("model/obj",), is_written=False, is_extra=True
)
NO_UNIT = ""
HEAD_BYTES = 1 << 16
"""Comments and names of materials may stand before the first corner."""


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    is_text = b"\0" not in head and any(line.startswith((b"v ", b"v\t")) for line in head.splitlines())
    _mesh_file.refuse_others(path, "an OBJ file", is_text)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file, sort them into faces, and mesh these for analysis."""
    soups = _mesh_file.by_trimesh(path, "obj", FORMAT.label)
    return _mesh_file.read(path, soups, FORMAT.label, NO_UNIT, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file and measure them as they stand; they are its mesh, too."""
    soups = _mesh_file.by_trimesh(path, "obj", FORMAT.label)
    return _mesh_file.describe(path, soups, FORMAT.label, NO_UNIT, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read the triangles of a file, and measure what they enclose."""
    soups = _mesh_file.by_trimesh(path, "obj", FORMAT.label)
    return _mesh_file.quick_info(path, soups, FORMAT.label, NO_UNIT, progress)
