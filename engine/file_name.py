"""The name of a file as it is shown."""

import re
from pathlib import PurePath

_SURROGATE = re.compile("[\ud800-\udfff]")


def shown(path: str | PurePath) -> str:
    """Return a path, or a part of one, as text that can be written anywhere.

    A name on Linux is of bytes, and those that are no UTF-8 are surrogates in Python, which neither JSON nor
    a page nor a terminal takes: here, each stands as U+FFFD.
    """
    return _SURROGATE.sub("\ufffd", str(path))
