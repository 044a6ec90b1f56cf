"""Try each package on a bare Debian that has nothing of ours: `make check-packages`, as root.

A minimal system is made by `mmdebstrap` and kept in build/check. Each package is installed into a copy of it,
and run there by a user who may write to a home and nothing else.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import bare_system
import dockerfile
import installs
import trials
import upkeep
from bare_system import HOME, USER, CheckFailed, inside, run

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build/check"
SAMPLE = ROOT / "resources/sample_parts/gear_housing.step"
NEEDED = ("mmdebstrap", "unshare", "Xvfb", "xdotool", "scrot", "curl")


@dataclass(frozen=True, slots=True)
class System:
    """A bare system: how it gets a package, and what is run there."""

    install: Callable[[Path, Path], None]
    command: tuple[str, ...]
    port: int
    commands: tuple[str, ...] = ("app", "mcp")
    """What `sprue selfcheck` has to find whole."""
    variables: dict[str, str] = field(default_factory=dict)
    more: tuple[tuple[str, ...], ...] = ()
    """Further ways to call it."""
    is_read_only: bool = False
    """Whether only the home and /tmp can be written."""

    @property
    def has_desktop(self) -> bool:
        """Whether it opens a window."""
        return "app" in self.commands


SYSTEMS = {
    "deb": System(installs.deb, ("/usr/bin/sprue",), 18087),
    "wheel": System(
        installs.wheel,
        (f"{installs.VENV}/bin/sprue",),
        18088,
        commands=("app", "mcp", "worker"),
        more=(
            (f"{installs.VENV}/bin/python", "-P", "-m", "sprue"),
            (f"{installs.VENV}/bin/python", "-I", "-m", "sprue"),
        ),
    ),
    "container": System(
        installs.container,
        ("/opt/sprue/bin/sprue",),
        18089,
        commands=("worker", "mcp"),
        is_read_only=True,
        variables=dockerfile.environment(installs.DOCKERFILE.read_text("utf-8")) | {"HOME": HOME},
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Try the packages that are named, or all; return the exit status."""
    parser = argparse.ArgumentParser(description="Try packages on bare systems.")
    parser.add_argument(
        "systems", nargs="*", metavar="SYSTEM", help=f"{', '.join(SYSTEMS)}; all when none is"
    )
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where packages lie (default: dist)")
    arguments = parser.parse_args(argv)
    if unknown := set(arguments.systems) - set(SYSTEMS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(SYSTEMS)}")
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if os.getuid() != 0 or missing:
        parser.error(f"this takes root, and {', '.join(missing or NEEDED)}")
    n_failed = 0
    for name in arguments.systems or SYSTEMS:
        print(f"--- {name}", flush=True)
        try:
            _check(name, SYSTEMS[name], arguments.dist)
        except (CheckFailed, subprocess.SubprocessError, OSError) as error:
            n_failed += 1
            print(f"FAILED {name}: {error}", flush=True)
    return 1 if n_failed else 0


def _check(name: str, system: System, dist: Path) -> None:
    root = WORK / name
    with _timed("to make the system"):
        bare_system.make(root, WORK / "base.tar")
    megabytes = _megabytes(root)
    with _timed("to install"):
        system.install(root, dist)
    print(f"{_megabytes(root) - megabytes:6} MB with what it needs of the system", flush=True)
    _make_home(root)
    if system.is_read_only:
        (root / bare_system.READ_ONLY).touch()
        _expect_read_only(root, system)
    if run(
        ["find", str(root), "-xdev", "-path", f"*{ROOT}*", "-not", "-path", f"{root}*", "-print", "-quit"]
    ):
        raise CheckFailed("the system sees the checkout")
    variables, command = system.variables, system.command
    print(inside(root, [*command, "--version"], variables).strip())
    with trials.screen() if system.has_desktop else nullcontext(), _timed("selfcheck"):
        print(inside(root, [*command, "selfcheck", *system.commands], variables | trials.SHOWN))
    for which in ("the first analysis", "the second"):
        with _timed(which):
            trials.analysis(root, command, variables)
    for other in system.more:
        with _timed(f"an analysis by {' '.join(other[-3:])}"):
            trials.analysis(root, other, variables)
    with _timed("a server, a key, an analysis over HTTP"):
        trials.server(root, command, variables, system.port, WORK / f"{name}-serve.log")
    with _timed("an agent host that starts sprue mcp, and one call"):
        words = bare_system.entered(root, [*command, "mcp"], variables)
        trials.agent(words, trials.PART, WORK / f"{name}-mcp.log")
    with _timed("an analysis without a network"):
        trials.analysis(root, command, variables, offline=True)
    with _timed("an analysis by nobody, who has no home"):
        trials.analysis(root, command, variables | {"HOME": "/nonexistent"})
    if system.has_desktop:
        picture = WORK / f"{name}.png"
        trials.window(root, command, picture, WORK / f"{name}-app.log")
        print(f"a picture of the window is {picture.relative_to(ROOT)}", flush=True)
    if name == "deb":
        with _timed("an upgrade, which keeps what is the user's, and the window after it"):
            upkeep.upgrade(root, dist)
            trials.window(root, command, picture, WORK / f"{name}-app.log")
        with _timed("a removal, after which nothing is left but what is the user's"):
            upkeep.remove(root)
    print(f"ok     {name}", flush=True)


def _expect_read_only(root: Path, system: System) -> None:
    inside(root, ["touch", f"{HOME}/mine", "/tmp/mine"], system.variables)
    for written in ("/opt/sprue/mine", "/data/mine"):
        try:
            inside(root, ["touch", written], system.variables)
        except CheckFailed as error:
            if "Read-only file system" not in str(error):
                raise
        else:
            raise CheckFailed(f"{written} could be written")


def _make_home(root: Path) -> None:
    """Make the one who runs it, and a home with a part."""
    home = root / HOME.lstrip("/")
    home.mkdir(parents=True)
    with (root / "etc/passwd").open("a", encoding="utf-8") as users:
        users.write(f"somebody:x:{USER}:{USER}::{HOME}:/bin/sh\n")
    shutil.copy(SAMPLE, root / trials.PART.lstrip("/"))
    run(["chown", "-R", f"{USER}:{USER}", str(home)])


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def _megabytes(root: Path) -> int:
    return int(run(["du", "-smx", str(root)]).split()[0])


if __name__ == "__main__":
    sys.exit(main())
