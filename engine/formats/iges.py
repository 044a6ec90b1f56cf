"""IGES 5.3: exact surfaces, mostly without solids; they are sewn together by the kernel.

The kernel is imported when a file is read.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from engine.formats import _exact
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.kernel.brep import Brep

FORMAT = FileFormat(
    label="IGES", suffixes=(".iges", ".igs"), media_types=("model/iges",), is_written=False, is_extra=True
)
HEAD_BYTES = 80


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    is_iges = len(head) == HEAD_BYTES and head[72:73] in b"SG" and head[73:80].strip().isdigit()
    refuse_others(path, "an IGES file", is_iges)


def _brep(path: Path, progress: Progress) -> "Brep":
    from engine.kernel.read_shape import read_iges

    return read_iges(path)


_READER = _exact.Reader(FORMAT.label, _brep)
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
