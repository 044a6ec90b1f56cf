"""Seals of files that are kept where others might write: who reads one knows that a host of ours wrote it.

Prepared parts are pickles, which do as they please when they are read. From a bucket they are read only with
the seal of this installation: HMAC-SHA-256 over name and content, behind the content.
"""

import hashlib
import hmac
import os
import shutil
from pathlib import Path

PIECE_BYTES = 1 << 20
LENGTH = hashlib.sha256().digest_size


class Seal:
    """The one of an installation.

    Parameters
    ----------
    secret : bytes
        What its hosts share; a key of its own is derived from it.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"sprue sealed files", "sha256")

    def close(self, name: str, source: Path, target: Path) -> None:
        """Copy a file and put the seal behind it."""
        shutil.copyfile(source, target)
        with target.open("ab") as file:
            file.write(self._tag(name, target, target.stat().st_size))

    def open(self, name: str, file: Path) -> bool:
        """Take the seal off a file; False where it has none, or not that of its name and content."""
        length = file.stat().st_size - LENGTH
        if length < 0:
            return False
        with file.open("rb") as opened:
            opened.seek(length)
            found = opened.read()
        if not hmac.compare_digest(found, self._tag(name, file, length)):
            return False
        os.truncate(file, length)
        return True

    def _tag(self, name: str, file: Path, length: int) -> bytes:
        tag = hmac.new(self._key, f"{len(name)} {name}\n".encode(), "sha256")
        with file.open("rb") as opened:
            while length:
                piece = opened.read(min(length, PIECE_BYTES))
                if not piece:
                    break
                tag.update(piece)
                length -= len(piece)
        return tag.digest()
