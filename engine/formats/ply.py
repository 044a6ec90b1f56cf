"""PLY: polygons, in text or binary; no unit.

Read through trimesh, and segmented into faces as glTF is.
"""

from pathlib import Path

from engine.formats import _mesh_file
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat

FORMAT = FileFormat(
    label="PLY", suffixes=(".ply",), media_types=("model/ply",), is_written=False, is_extra=True
)


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        is_ply = file.read(4).rstrip() == b"ply"
    refuse_others(path, "a PLY file", is_ply)


_READER = _mesh_file.Reader(FORMAT.label, lambda path: (_mesh_file.by_trimesh(path, "ply", FORMAT.label), ""))
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
