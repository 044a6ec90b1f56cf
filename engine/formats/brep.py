"""BREP, as OCCT writes its own shapes in text: exact surfaces in millimeters, without names.

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
    refuse_others(path, "a BREP file", is_brep)


def _brep(path: Path, progress: Progress) -> "Brep":
    from engine.kernel.read_shape import read_brep

    return read_brep(path)


_READER = _exact.Reader(FORMAT.label, _brep)
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
