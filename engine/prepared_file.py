"""A prepared part as a file, so that what was read, meshed and measured once is not done again.

Files are named for all they depend on: the part's bytes, its name, the mesh that was asked for, and the code
that made them. The format is ours alone and is read back only from a folder that nobody else writes to.
"""

import hashlib
import os
import pickle
import struct
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions

SUFFIX = ".prepared"
CHUNK_BYTES = 1 << 20
"""Read at a time, so that a large file is never all in memory."""
LENGTH = struct.Struct("<Q")


def name(file: Path, options: MeshOptions) -> str:
    """Return the name of the file that holds a part prepared from `file` with these options."""
    digest = hashlib.sha256(
        f"{_code()}\n{file.name}\n{options.max_edge_mm!r} {options.curvature!r}\n".encode()
    )
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() + SUFFIX


def write(prepared: PreparedPart, target: Path) -> None:
    """Write a prepared part: all of it or nothing."""
    arrays: list[pickle.PickleBuffer] = []
    body = pickle.dumps(prepared, protocol=5, buffer_callback=arrays.append)
    blocks = [memoryview(body), *(array.raw() for array in arrays)]
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            for block in blocks:
                file.write(LENGTH.pack(block.nbytes))
                file.write(block)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def read(source: Path) -> PreparedPart | None:
    """Read a prepared part, and mark the file as used; None where there is none, or one that is broken."""
    try:
        content = memoryview(source.read_bytes())
        blocks = []
        while content:
            (length,) = LENGTH.unpack_from(content)
            block, content = content[LENGTH.size : LENGTH.size + length], content[LENGTH.size + length :]
            if block.nbytes < length:
                return None
            blocks.append(block)
        os.utime(source)
        # Arrays over bytes that cannot be written to are read-only, as those of a fresh part are.
        found = pickle.loads(blocks[0], buffers=blocks[1:])
    except (OSError, struct.error, LookupError, ValueError, pickle.UnpicklingError, EOFError):
        return None
    return found if isinstance(found, PreparedPart) else None


@cache
def _code() -> str:
    """Return what tells one version of the engine from another: name, size and time of every file."""
    root = Path(__file__).parent
    files = sorted(root.rglob("*.py"))
    described = [
        f"{file.relative_to(root)} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files
    ]
    return hashlib.sha256("\n".join(described).encode()).hexdigest()
