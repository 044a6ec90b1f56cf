"""The file formats that are read, one file each. Importing this loads no kernel: that waits for `read`."""

from pathlib import Path
from typing import Protocol

from engine import file_name
from engine.errors import UnreadableFile, UnsupportedFormat
from engine.formats import brep, gltf, iges, obj, off, ply, step, stl, threemf
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress


class Format(Protocol):
    """What a format's module offers."""

    FORMAT: FileFormat

    def check(self, path: Path) -> None:
        """Raise UnreadableFile where the first bytes show that a file is something else."""

    def read(self, path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
        """Read a part and mesh it for analysis."""

    def describe(self, path: Path, progress: Progress) -> tuple[Part, Mesh]:
        """Read a part and measure its faces as `read` does, and mesh it coarsely."""

    def quick_info(self, path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
        """Read size, volume and area alone, and mesh coarsely; `unit` is of a file that has none."""


FORMATS: tuple[Format, ...] = (step, gltf, iges, brep, stl, threemf, obj, ply, off)
"""In the order in which they are listed for people."""


def known(*, with_extra: bool) -> tuple[Format, ...]:
    """Return the formats that are read: those of the API, or all of them."""
    return tuple(each for each in FORMATS if with_extra or not each.FORMAT.is_extra)


def labels(*, with_extra: bool = False) -> str:
    """Name the formats in words: `STEP or glTF`."""
    return _in_words([each.FORMAT.label for each in known(with_extra=with_extra)])


def suffixes(*, with_extra: bool = False) -> str:
    """Name the suffixes that are accepted in words: `.step, .stp, .gltf or .glb`."""
    return _in_words(
        [suffix for each in known(with_extra=with_extra) for suffix in each.FORMAT.longest_first]
    )


def is_accepted(name: str) -> bool:
    """Whether a file of this name is of a format that is read, going by its suffix."""
    return name.lower().endswith(tuple(suffix for each in FORMATS for suffix in each.FORMAT.suffixes))


def pick(path: Path, *, with_extra: bool = True) -> Format:
    """Return the format that a file's suffix promises, of all or of those of the API.

    Raises
    ------
    UnsupportedFormat
        If the suffix promises none.
    """
    suffix = path.suffix.lower()
    choice = known(with_extra=with_extra)
    for format_ in choice:
        if suffix in format_.FORMAT.suffixes:
            return format_
    found = (
        f"{suffix} is not a format that is read"
        if suffix
        else f"{file_name.shown(path.name)} has no extension"
    )
    accepted = ", ".join(suffix for each in choice for suffix in each.FORMAT.suffixes)
    raise UnsupportedFormat(f"{found}; accepted are {accepted}")


def check(path: Path) -> None:
    """Look at suffix and first bytes only; cheap, and loads no kernel.

    Raises
    ------
    UnsupportedFormat
        If the suffix is not one that is read.
    UnreadableFile
        If the file is empty, or is not what its suffix promises.
    """
    format_ = pick(path)
    if not path.stat().st_size:
        raise UnreadableFile("the file is empty")
    format_.check(path)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read a part of any format that is read, and mesh it for analysis.

    Raises
    ------
    UnsupportedFormat
        If the suffix is not one that is read.
    UnreadableFile
        If the file is not what its suffix promises, or broken.
    NoSolid
        If it holds nothing that has a volume.
    """
    check(path)
    return pick(path).read(path, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read a part with all its faces measured and a coarse mesh; raises as `read` does."""
    check(path)
    return pick(path).describe(path, progress)


def quick_info(path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
    """Read a part's exact size, volume and area and a coarse mesh for a look at it; raises as `read` does.

    `unit` is that of a file that has none; None takes millimeters.
    """
    check(path)
    return pick(path).quick_info(path, progress, unit)


def _in_words(names: list[str]) -> str:
    """List names: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
