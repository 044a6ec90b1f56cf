"""Receiving files."""

import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from litestar.datastructures import UploadFile

from engine import formats
from server.errors import UploadTooLarge

CHUNK_BYTES = 1 << 18
MULTIPART_OVERHEAD_BYTES = 1 << 16
"""What a form may add to its file: the other fields and the boundaries."""
LONGEST_NAME = 200


def shown_name(filename: str) -> str:
    """Return a sent file name as it is shown: no folders, no control characters, not too long."""
    name = PurePosixPath(PureWindowsPath(filename).as_posix()).name
    name = re.sub(r"[\x00-\x1f\x7f]", "", name).strip()
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[:LONGEST_NAME]}{dot}{suffix[:20]}" or "part"


def stored_name(shown: str) -> str:
    """Return the name a file is stored under: plain letters, short, with its suffix in lower case."""
    stem, suffix = PurePath(shown).stem, PurePath(shown).suffix.lower()
    return re.sub(r"[^A-Za-z0-9 _.-]", "_", stem)[:LONGEST_NAME].lstrip(".") + suffix


async def receive(upload: UploadFile, target: Path, max_bytes: int) -> None:
    """Store an uploaded file and check that it is what its suffix says.

    Raises
    ------
    UploadTooLarge
        It has more than `max_bytes`.
    SprueError
        It is of a kind that is not read, or its first bytes are not what its suffix says.
    """
    size = 0
    with target.open("wb") as file:
        while chunk := await upload.read(CHUNK_BYTES):
            size += len(chunk)
            if size > max_bytes:
                raise UploadTooLarge(f"The file is larger than {max_bytes / 1024**2:g} MB.")
            file.write(chunk)
    formats.check(target)
