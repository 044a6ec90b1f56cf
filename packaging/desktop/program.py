"""The program of a bundle: Sprue's front door, and Python to the processes that Sprue starts.

Sprue runs its server and its workers as `sys.executable [-P] -m MODULE …`, and in a bundle `sys.executable`
is this program. Folders and caches are as in a checkout: our own modules are files beside their resources.
"""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

MODULES = ("app", "engine", "server")
"""Packages whose modules are run; a bundle is no Python for whatever else somebody has."""


def module_asked(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """Return the module that words name as Python takes them, and the rest of them; None if they do not."""
    rest = list(words)
    while rest and rest[0] in ("-P", "-E", "-s"):
        rest.pop(0)
    if len(rest) < 2 or rest[0] != "-m" or rest[1].split(".")[0] not in MODULES:
        return None
    return rest[1], rest[2:]


def main() -> int:
    """Run the module that is asked for, or the command line."""
    asked = module_asked(sys.argv[1:])
    if asked is None:
        import sprue

        return sprue.main(["app"] if _is_clicked() else None)
    module, words = asked
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


def _is_clicked() -> bool:
    """Whether the program for windows was started without a part: it is the one without a console."""
    return len(sys.argv) == 1 and Path(sys.executable).stem.lower() == "sprue-desktop"


if __name__ == "__main__":
    sys.exit(main())
