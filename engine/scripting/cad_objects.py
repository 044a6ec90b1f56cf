"""Parts that are still in a CAD library's memory: written as STEP, which is what the engine reads.

A library writes its own objects, so that its kernel and Sprue's need not be of one release.
"""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import UnsupportedFormat

LIBRARIES = ("build123d", "cadquery")


def write_step(part: object, file: Path) -> None:
    """Write a part as STEP.

    Parameters
    ----------
    part : object
        A shape, sketch or builder of build123d; a workplane, shape or assembly of CadQuery.
    file : Path
        Where to.

    Raises
    ------
    UnsupportedFormat
        It is nothing of the kind, or the library cannot write it.
    """
    library = _library(part)
    if library is None:
        raise UnsupportedFormat(
            f"a part is a file name or an object of build123d or CadQuery, and not {_described(part)}"
        )
    try:
        _WRITERS[library](part, file)
    except Exception as error:
        raise UnsupportedFormat(f"{library} cannot write {_described(part)} as STEP: {error}") from error
    if not file.is_file():
        raise UnsupportedFormat(f"{library} wrote no STEP file of {_described(part)}")


def _library(part: object) -> str | None:
    """Return the library that a part is of; its classes may be extended elsewhere."""
    roots = {each.__module__.partition(".")[0] for each in type(part).__mro__}
    return next((library for library in LIBRARIES if library in roots), None)


def _write_build123d(part: Any, file: Path) -> None:
    """Write a shape; of a builder, the part that it has built."""
    shape = getattr(part, "part", None) or part
    importlib.import_module("build123d").export_step(shape, str(file))


def _write_cadquery(part: Any, file: Path) -> None:
    library = importlib.import_module("cadquery")
    if isinstance(part, library.Assembly):
        part = part.toCompound()
    library.exporters.export(part, str(file), exportType="STEP")


_WRITERS: dict[str, Callable[[Any, Path], None]] = {
    "build123d": _write_build123d,
    "cadquery": _write_cadquery,
}


def _described(part: object) -> str:
    kind = type(part)
    return f"{kind.__module__}.{kind.__qualname__}"
