"""STL: triangles alone, in text or binary; no unit, and every corner of every triangle written out.

Read through trimesh, and segmented into faces as glTF is.
"""

from pathlib import Path

from engine.formats import _mesh_file
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat

FORMAT = FileFormat(
    label="STL", suffixes=(".stl",), media_types=("model/stl",), is_written=False, is_extra=True
)
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
    refuse_others(path, "an STL file", is_binary or is_text)


_READER = _mesh_file.Reader(FORMAT.label, lambda path: (_mesh_file.by_trimesh(path, "stl", FORMAT.label), ""))
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
