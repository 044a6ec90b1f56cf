"""A prepared part as a file, so that what was read, meshed and measured once is not done again.

Files are named for all they depend on: the part's bytes, its name, the mesh that was asked for, and the code
that made them.
"""

import hashlib
from pathlib import Path

from engine import pickle_file
from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions

SUFFIX = ".prepared"
CHUNK_BYTES = 1 << 20
"""Read at a time, so that a large file is never all in memory."""


def name(file: Path, options: MeshOptions) -> str:
    """Return the name of the file that holds a part prepared from `file` with these options."""
    digest = hashlib.sha256(
        f"{pickle_file.code()}\n{file.name}\n{options.max_edge_mm!r} {options.curvature!r}\n".encode()
    )
    if options.unit is not None:
        digest.update(f"{options.unit}\n".encode())
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() + SUFFIX


def write(prepared: PreparedPart, target: Path) -> None:
    """Write a prepared part: all of it or nothing."""
    pickle_file.write(prepared, target)


def read(source: Path) -> PreparedPart | None:
    """Read a prepared part, and mark the file as used; None where there is none, or one that is broken."""
    found = pickle_file.read(source)
    return found if isinstance(found, PreparedPart) else None
