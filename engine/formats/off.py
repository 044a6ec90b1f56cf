"""OFF: polygons in text; no unit.

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
    label="OFF", suffixes=(".off",), media_types=("model/off",), is_written=False, is_extra=True
)
NO_UNIT = ""
HEAD_BYTES = 4096


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith(b"#")]
    is_off = b"\0" not in head and bool(lines) and lines[0].split()[0].upper().endswith(b"OFF")
    _mesh_file.refuse_others(path, "an OFF file", is_off)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file, sort them into faces, and mesh these for analysis."""
    soups = _mesh_file.by_trimesh(path, "off", FORMAT.label)
    return _mesh_file.read(path, soups, FORMAT.label, NO_UNIT, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles of a file and measure them as they stand; they are its mesh, too."""
    soups = _mesh_file.by_trimesh(path, "off", FORMAT.label)
    return _mesh_file.describe(path, soups, FORMAT.label, NO_UNIT, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read the triangles of a file, and measure what they enclose."""
    soups = _mesh_file.by_trimesh(path, "off", FORMAT.label)
    return _mesh_file.quick_info(path, soups, FORMAT.label, NO_UNIT, progress)
