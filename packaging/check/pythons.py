"""The wheel under several Pythons: `python packaging/check/pythons.py [PYTHON …]`, as root.

Each that is named, or python3.11 to python3.13 of the path, makes a virtual environment in a folder with a
space and a letter beyond ASCII. What the locks pin is installed there by hash, then the wheel of `dist/`.
From then on its files cannot be written, not even by root: Sprue is called where they are mounted read-only.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import bare_system
import installs
import trials
from bare_system import CheckFailed, run

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build/check/geprüfte Pythons"
NAMES = ("python3.11", "python3.12", "python3.13")
LOCKS = ("desktop", "hosted")
SAMPLE = ROOT / "resources/sample_parts/gear_housing.step"
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
"""For a shell: the folder, then the command."""


def main(argv: Sequence[str]) -> int:
    """Try the Pythons; return the exit status."""
    n_failed = 0
    for python in argv or [name for name in NAMES if shutil.which(name)]:
        try:
            _check(python, ROOT / "dist")
        except (CheckFailed, subprocess.SubprocessError, OSError) as error:
            n_failed += 1
            print(f"FAILED {python}: {error}", flush=True)
    return 1 if n_failed else 0


def _check(python: str, dist: Path) -> None:
    version = run([python, "-c", "import platform; print(platform.python_version())"]).strip()
    print(f"--- Python {version}", flush=True)
    folder = WORK / version
    with _timed("to install"):
        _install(python, folder, installs.only(dist, "sprue-*.whl"))
    program = str(folder / "bin/sprue")
    with tempfile.TemporaryDirectory(prefix="sprue pythons ") as home:
        part = Path(home) / Path(trials.PART).name
        shutil.copy(SAMPLE, part)
        print(_sprue(folder, home, program, "--version").strip(), flush=True)
        with _timed("selfcheck"):
            asked = ("mcp", "worker")
            print(_sprue(folder, home, program, "selfcheck", *asked).strip(), flush=True)
        interpreter = str(folder / "bin/python")
        for words in ((program,), (interpreter, "-P", "-m", "sprue"), (interpreter, "-I", "-m", "sprue")):
            with _timed(f"an analysis by {' '.join(words[1:]) or 'sprue'}"):
                _sprue(folder, home, *words, "analyze", str(part), "--out", f"{home}/out", "--no-pictures")
            trials.expect(json.loads((Path(home) / "out/result.json").read_text("utf-8")))
        with _timed("an agent host that starts sprue mcp, and one call"):
            trials.agent(_words(folder, home, program, "mcp"), str(part), WORK / f"{version}-mcp.log")
    if written := _written(folder):
        raise CheckFailed(f"{len(written)} files of the environment were written, one is {written[0]}")
    print(f"ok     Python {version}", flush=True)


def _install(python: str, folder: Path, wheel: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "venv", str(folder)])
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    for lock in LOCKS:
        run([*pip, "--only-binary=:all:", "--require-hashes", "-r", str(ROOT / f"requirements/{lock}.txt")])
    run([*pip, "--no-deps", str(wheel)])
    (folder / "installed").touch()


def _words(folder: Path, home: str, *words: str) -> list[str]:
    """Return words that run others where the environment is read-only, with next to no variables."""
    variables = [f"HOME={home}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
    entered = ["unshare", "--mount", "--propagation", "private", "sh", "-c", READ_ONLY, "sh", str(folder)]
    return [*entered, "env", "-i", "-C", home, *variables, *words]


def _sprue(folder: Path, home: str, *words: str) -> str:
    done = subprocess.run(
        _words(folder, home, *words), capture_output=True, text=True, timeout=bare_system.LIMIT_S
    )
    if done.returncode != 0:
        raise CheckFailed(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr[-3000:]}")
    return done.stdout


def _written(folder: Path) -> list[Path]:
    """Return the files that are younger than the installation."""
    began = (folder / "installed").stat().st_mtime
    return [path for path in folder.rglob("*") if path.is_file() and os.lstat(path).st_mtime > began]


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
