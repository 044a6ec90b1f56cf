"""OFF: polygons in text; no unit.

Read through trimesh, and segmented into faces as glTF is.
"""

from pathlib import Path

from engine.formats import _mesh_file
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat

FORMAT = FileFormat(
    label="OFF", suffixes=(".off",), media_types=("model/off",), is_written=False, is_extra=True
)
HEAD_BYTES = 4096


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith(b"#")]
    is_off = b"\0" not in head and bool(lines) and lines[0].split()[0].upper().endswith(b"OFF")
    refuse_others(path, "an OFF file", is_off)


_READER = _mesh_file.Reader(FORMAT.label, lambda path: (_mesh_file.by_trimesh(path, "off", FORMAT.label), ""))
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
