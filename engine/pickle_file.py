"""Objects as files of a cache: all of one or nothing, with arrays that nobody changes.

The format is ours alone and is read back only from a folder that nobody else writes to.
"""

import io
import os
import pickle
import struct
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

LENGTH = struct.Struct("<Q")
GIVEN = "given"
"""Stands in the file for the object that whoever reads it has already."""


def write(made: object, target: Path, given: object = None) -> None:
    """Write an object; `given` stays outside wherever it is part of it."""
    arrays: list[pickle.PickleBuffer] = []
    body = io.BytesIO()
    _Pickler(body, arrays, given).dump(made)
    blocks = [body.getbuffer(), *(array.raw() for array in arrays)]
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


def read(source: Path, given: object = None) -> Any:
    """Read an object, and mark the file as used; None where there is none, or one that is broken."""
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
        return _Unpickler(blocks[0], blocks[1:], given).load()
    except (OSError, struct.error, LookupError, ValueError, pickle.UnpicklingError, EOFError):
        return None


@cache
def code() -> str:
    """Return what tells one version of the engine from another: name and content of every file.

    Machines with the same version share their files, whenever each was installed.
    """
    root = Path(__file__).parent
    digest = sha256()
    for file in sorted(root.rglob("*.py")):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, arrays: list[pickle.PickleBuffer], given: object) -> None:
        super().__init__(file, protocol=5, buffer_callback=arrays.append)
        self._given = given

    def persistent_id(self, obj: Any) -> str | None:
        return GIVEN if obj is self._given and obj is not None else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, body: memoryview, arrays: list[memoryview], given: object) -> None:
        super().__init__(io.BytesIO(body), buffers=arrays)
        self._given = given

    def persistent_load(self, pid: Any) -> object:
        if pid != GIVEN or self._given is None:
            raise pickle.UnpicklingError("it is part of something else")
        return self._given
