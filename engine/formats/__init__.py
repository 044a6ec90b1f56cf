"""The file formats that are read, one file each. Importing this loads no kernel: that waits for `read`."""

from pathlib import Path
from typing import Protocol

from engine.errors import UnsupportedFormat
from engine.formats import step
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress


class Format(Protocol):
    """What a format's module offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def check(self, path: Path) -> None:
        """Refuse a file whose first bytes show that it is something else."""

    def read(self, path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
        """Read a file."""


FORMATS = (step,)
ACCEPTED = (*step.SUFFIXES, ".gltf", ".glb")


def pick(path: Path) -> Format:
    """Return the format that a file's suffix promises, or raise UnsupportedFormat."""
    suffix = path.suffix.lower()
    for format_ in FORMATS:
        if suffix in format_.SUFFIXES:
            return format_
    found = f"{suffix} is not a format that is read" if suffix else f"{path.name} has no extension"
    raise UnsupportedFormat(f"{found}; accepted are {', '.join(ACCEPTED)}")
