"""STEP (ISO 10303-21): exact surfaces, read and meshed by the kernel.

The kernel is imported when a file is read: the web process checks files, and never loads OCCT.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from engine import file_name
from engine.errors import KernelError, NoSolid
from engine.formats import _exact
from engine.formats.signature import refuse_others
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh
from engine.model.quick_info import QuickInfo
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.kernel.brep import Brep

FORMAT = FileFormat(label="STEP", suffixes=(".step", ".stp"), media_types=("model/step",), is_written=False)


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    from engine.step_text.screen import HEAD_BYTES, is_step

    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    refuse_others(path, "a STEP file", is_step(head))


def _brep(path: Path, progress: Progress) -> "Brep":
    from engine.kernel.read_step import read_step

    return read_step(path, progress=progress)


_READER = _exact.Reader(FORMAT.label, _brep)
read = _READER.read
describe = _READER.describe


def quick_info(path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
    """Read a STEP file fast, and measure it as a whole.

    Where that is refused, the file is read again with all repairs, and at last measured face by face.
    """
    from engine.kernel.quick_info.measure import measure_quickly
    from engine.kernel.read_step import read_step

    for is_fast in (True, False):
        progress.stage("reading STEP", f"reading {file_name.shown(path.name)}")
        try:
            brep = read_step(path, is_fast, progress)
            progress.stage("measuring faces", f"measuring {len(brep.faces)} faces")
            info, mesh = measure_quickly(brep, progress)
        except (KernelError, NoSolid):
            continue
        for sentence in info.notes:
            progress.note(sentence)
        progress.done()
        return info, mesh
    return _READER.quick_info(path, progress)
