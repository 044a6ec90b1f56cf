"""`python -m app` and `sprue app`: the desktop program, where its libraries are installed."""

import sys
from collections.abc import Sequence

MISSING = 2


def main(argv: Sequence[str], prog: str = "sprue app") -> int:
    """Run the program; an installation without the desktop's libraries says what to install."""
    try:
        from app.views import program
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("PySide6", "pyvista", "pyvistaqt", "vtkmodules", "httpx"):
            raise
        print(
            f"{prog}: the desktop program needs {error.name}, which is not installed; "
            "install Sprue with its extra `desktop`.",
            file=sys.stderr,
        )
        return MISSING
    return program.main(argv, prog)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], "python -m app"))
