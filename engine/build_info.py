"""Which Sprue this is: its version, the commit it was made of, and the release of the geometry kernel."""

import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import resources

COMMIT_FILE = "commit.txt"
KERNEL_PACKAGE = "cadquery-ocp-novtk"
UNKNOWN = "unknown"
SHOWN_DIGITS = 12


@dataclass(frozen=True, slots=True)
class BuildInfo:
    """What a report of a fault has to name."""

    version: str
    commit: str
    """Twelve digits, with `-dirty` where files of the checkout differ from it; `unknown` outside of both a
    checkout and a build."""
    kernel: str
    """As in `OCCT 8.0.1 (cadquery-ocp-novtk 8.0.1.1.0)`."""


def read() -> BuildInfo:
    """Read the build information of this installation; the kernel is not loaded for it."""
    package = version(KERNEL_PACKAGE)
    occt = ".".join(package.split(".")[:3])  # what follows are releases of the binding
    return BuildInfo(version("sprue"), commit(), f"OCCT {occt} ({KERNEL_PACKAGE} {package})")


def commit(file: Path | None = None) -> str:
    """Return the commit that `git archive` wrote into a file of the build, or else that of the checkout."""
    file = file or resources.path(COMMIT_FILE)
    written = file.read_text("ascii").strip()
    if not written.startswith("$Format"):
        return written[:SHOWN_DIGITS]
    root = file.parents[1]
    if not (root / ".git").exists():
        return UNKNOWN  # a folder below somebody else's checkout, or a copy without its history
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*", f"--abbrev={SHOWN_DIGITS}"],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return UNKNOWN
    return described.stdout.strip()
