"""The command line of `sprue selfcheck`: one screen, and an exit status for what was asked."""

import argparse
import json
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

import resources
from engine import build_info
from engine.errors import SprueError
from engine.isolate.worker import Worker, WorkerOptions
from engine.selfcheck import desktop, installed, known_part
from engine.selfcheck.installed import COMMANDS, USES, Use

OK, BROKEN = 0, 1
PACKAGES = ("numpy", "numba", "litestar", "vtk", "pyside6-essentials")
GIGABYTE = 1000**3
ROOM_BYTES = 256 * 1024**2
"""With less, a server refuses to work, and results of a few parts fill the disk."""
LOG_LINES = 12
"""Of a worker's log: the screen has more to show."""


class Failed(Exception):
    """A check found what does not work; the message says it."""


def main(
    argv: Sequence[str] | None = None,
    prog: str = "sprue selfcheck",
    tasks: str = "engine.tasks",
    look: Callable[[], desktop.Desktop] = desktop.look,
    uses: Sequence[Use] = USES,
) -> int:
    """Look at what is installed, try the main job on a drawn part and say what works; return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the command; those of this process when None.
    prog : str
        What help calls the command.
    tasks : str
        The module whose `warm` and `analyze` the worker process runs.
    look : callable
        Looks for a display and a keychain.
    uses : sequence of Use
        What Sprue is used for.
    """
    parser = _parser(prog)
    asked = set(parser.parse_args(argv).commands)
    if unknown := asked.difference(COMMANDS):
        parser.error(f"{', '.join(sorted(unknown))} cannot be checked; {', '.join(COMMANDS)} can")
    _print_head()
    is_whole = True
    can_open_windows = False
    for use in uses:
        missing = installed.lacking(use)
        is_asked = not use.extra or bool(asked.intersection(use.commands))
        is_whole &= not (missing and is_asked)
        can_open_windows |= use.extra == "desktop" and not missing
        _print(_word(not missing, is_asked), _title(use), _lack(use, missing))
    if can_open_windows:
        is_whole &= _check_desktop(look, is_asked="app" in asked)
    is_whole &= _try("free disk", _free_disk)
    is_whole &= _try_part(tasks)
    return OK if is_whole else BROKEN


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Check that this installation works: what is installed, what is missing for which "
        "command, what draws, how much disk is free, and whether a part of known numbers is measured right.",
        epilog=f"examples:\n  {prog}\n  {prog} app worker\n\n"
        "exit status: 0 the base install and the commands that are named work, 1 something of them does not",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "commands",
        nargs="*",
        metavar="COMMAND",
        help=f"what has to work besides: {', '.join(COMMANDS)}",
    )
    return parser


def _print_head() -> None:
    build = build_info.read()
    print(f"Sprue {build.version}, commit {build.commit}, kernel {build.kernel}")
    memory_gb = psutil.virtual_memory().total / GIGABYTE
    print(
        f"Python {platform.python_version()} on {platform.platform(terse=True)} {platform.machine()}, "
        f"{os.cpu_count()} cores, {memory_gb:.0f} GB of memory"
    )
    versions = [(package, installed.version_of(package)) for package in PACKAGES]
    print(
        ", ".join(f"{package} {version}" for package, version in versions if version), end="\n\n", flush=True
    )


def _title(use: Use) -> str:
    commands = f" ({', '.join(use.commands)})" if use.commands else ""
    return f"{use.title}{commands}"


def _lack(use: Use, missing: Sequence[str]) -> str:
    if not missing:
        return "installed"
    return f"without {', '.join(missing)}\n       {installed.remedy(use)}"


def _check_desktop(look: Callable[[], desktop.Desktop], is_asked: bool) -> bool:
    """Say what draws and where keys are kept; a lack of a display counts for who asked for the program."""
    found = look()
    _print(_word(found.can_draw, is_asked), "graphics", found.drawing)
    _print(_word(found.has_keychain, is_asked=False), "keychain", found.keychain)
    return found.can_draw or not is_asked


def _free_disk() -> str:
    free = {folder: shutil.disk_usage(folder).free for folder in (os.getcwd(), tempfile.gettempdir())}
    sentence = ", ".join(f"{amount / GIGABYTE:.1f} GB in {folder}" for folder, amount in free.items())
    if min(free.values()) < ROOM_BYTES:
        raise Failed(f"{sentence}; results need more")
    return sentence


def _try_part(tasks: str) -> bool:
    """Analyze the known part in a worker process; show the end of its log where that fails."""
    with tempfile.TemporaryDirectory(prefix="sprue-") as folder:
        log = Path(folder) / "worker.log"
        with Worker(WorkerOptions(preload=(tasks,), log=log)) as worker:
            is_whole = _try("kernel and compiled loops", lambda: _start(worker, tasks))
            is_whole &= _try("a drawn part", lambda: _analyze(worker, tasks, Path(folder) / "out"))
        if not is_whole and log.is_file():
            print("\n".join(log.read_text(errors="replace").splitlines()[-LOG_LINES:]))
    return is_whole


def _start(worker: Worker, tasks: str) -> str:
    worker.run(f"{tasks}:warm", {})
    return "loaded in a worker process"


def _analyze(worker: Worker, tasks: str, folder: Path) -> str:
    worker.run(f"{tasks}:analyze", _arguments(folder))
    document: dict[str, Any] = json.loads((folder / "result.json").read_text("utf-8"))
    wrong = known_part.differences(document)
    if wrong:
        raise Failed("; ".join(wrong))
    return f"volume, hole and thickness as drawn, {len(document['modules']['modules'])} rule packs judged"


def _arguments(folder: Path) -> dict[str, Any]:
    return {
        "file": str(resources.path(known_part.PART)),
        "folder": str(folder),
        "max_edge_mm": None,
        "curvature": None,
        "pull": "cardinal",
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "with_report": False,
        "names_drawn": False,
    }


def _try(title: str, check: Callable[[], str]) -> bool:
    """Run one check and print how it went."""
    began = time.perf_counter()
    try:
        detail, is_whole = check(), True
    except (Failed, SprueError, OSError) as error:
        detail, is_whole = str(error), False
    seconds = time.perf_counter() - began
    _print(_word(is_whole, is_asked=True), title, f"{detail} ({seconds:.1f} s)" if seconds > 0.1 else detail)
    return is_whole


def _word(works: bool, is_asked: bool) -> str:
    return "ok" if works else "FAILED" if is_asked else "no"


def _print(word: str, title: str, detail: str) -> None:
    print(f"{word:<6} {title}: {detail}", flush=True)
