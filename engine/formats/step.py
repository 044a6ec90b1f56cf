"""STEP (ISO 10303-21): exact surfaces, read and meshed by the kernel.

The kernel is imported when a file is read: the web process checks files, and never loads OCCT.
"""

from collections.abc import Callable
from pathlib import Path

from engine.errors import KernelError, NoSolid, UnreadableFile
from engine.formats import _exact
from engine.formats.signature import ENOUGH, looks_like
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress

FORMAT = FileFormat(label="STEP", suffixes=(".step", ".stp"), media_types=("model/step",), is_written=False)


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    from engine.step_text.screen import HEAD_BYTES, is_step

    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if is_step(head):
        return
    look = looks_like(head[:ENOUGH], path.stat().st_size)
    raise UnreadableFile("the file is not a STEP file" + (f": it looks like {look}" if look else ""))


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read and measure a STEP file, and mesh it for analysis."""
    return _read(path, lambda part: options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read and measure a STEP file, and mesh it coarsely."""
    return _read(path, _exact.preview_options, progress)


def quick_info(path: Path, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Read a STEP file fast, and measure it as a whole.

    Where that is refused, the file is read again with all repairs, and at last measured face by face.
    """
    from engine.kernel.quick_info.measure import measure_quickly
    from engine.kernel.read_step import read_step

    for is_fast in (True, False):
        progress.stage("reading STEP", f"reading {path.name}")
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
    part, mesh = describe(path, progress)
    return QuickInfo.of(part), mesh


def _read(path: Path, options_for: Callable[[Part], MeshOptions], progress: Progress) -> tuple[Part, Mesh]:
    from engine.kernel.read_step import read_step

    progress.stage("reading STEP", f"reading {path.name}")
    return _exact.measured(read_step(path, progress=progress), options_for, progress)
