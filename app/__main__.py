"""`python -m app` and `sprue app`: the desktop program, where its libraries are installed."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

MISSING = 2
OF_THE_DESKTOP = frozenset(
    {"PySide6", "httpx", "keyring", "platformdirs", "pyvista", "shiboken6", "vtkmodules"}
)
"""Modules that an installation for servers leaves out."""


def main(argv: Sequence[str] | None = None, prog: str = "python -m app") -> int:
    """Run the program; an installation without the desktop's libraries says what to install."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Open the desktop program. Where it is open already, the parts are opened there.",
        epilog=f"example:\n  {prog} part.step",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="part to open; several go to the batch"
    )
    files = parser.parse_args(argv).files
    try:
        from app.views import start
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in OF_THE_DESKTOP:
            raise
        print(
            f"{prog}: the desktop program needs {error.name}, which is not installed; "
            "install Sprue with its extra `desktop`: pip install 'sprue[desktop]'.",
            file=sys.stderr,
        )
        return MISSING
    return start.main(files)


if __name__ == "__main__":
    sys.exit(main())
