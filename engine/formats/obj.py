"""Wavefront OBJ: polygons, cut into triangles; no unit. Materials and textures are not looked at.

Read through trimesh, and segmented into faces as glTF is.
"""

from pathlib import Path

from engine.formats import _mesh_file
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat

FORMAT = FileFormat(
    label="OBJ", suffixes=(".obj",), media_types=("model/obj",), is_written=False, is_extra=True
)
HEAD_BYTES = 1 << 16
"""Comments and names of materials may stand before the first corner."""


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    is_text = b"\0" not in head and any(line.startswith((b"v ", b"v\t")) for line in head.splitlines())
    refuse_others(path, "an OBJ file", is_text)


_READER = _mesh_file.Reader(FORMAT.label, lambda path: (_mesh_file.by_trimesh(path, "obj", FORMAT.label), ""))
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
