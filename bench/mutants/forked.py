"""A process that has libraries, engine and parts ready, and runs tests of one mutant after another in forks.

Run as `python -m bench.mutants.forked` from the root of a tree; `Forks` is the other end. Tests spend most of
their time on what no mutant changes: imports, and reading, measuring and meshing the parts they draw. All of
it is done once in the process, by the tests with nothing moved, and each fork has it at the start.
"""

import contextlib
import functools
import hashlib
import importlib
import inspect
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.mutants.results import ROOT

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--strict-markers")
MARKED = "not slow and not corpus and not gui and not gl"
SETTINGS = {
    "NUMBA_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}
"""One thread, since threads do not survive a fork; no tests of the engine need a plug-in of pytest."""
KEPT = ("engine.kernel.read_step.read_step", "engine.kernel.topology.measure", "engine.kernel.mesh.mesh")
"""Functions whose results are kept: they take a part from its file to its mesh, and rest on nothing else."""
POLL_S = 0.02


class Forks:
    """The other end: starts the process in a tree, asks it for runs of tests."""

    def __init__(self, folder: Path, core: int) -> None:
        """Start the process on one core: there are no threads to wait for after a fork.

        `core` tells those of one run apart; runs side by side begin at cores of their own.
        """
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.mutants.forked", str(core)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **SETTINGS},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None  # noqa: PT018
        self.requests, self.answers = self.process.stdin, self.process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        self.answers.close()
        with contextlib.suppress(BrokenPipeError):
            self.requests.close()

    def prepare(self, tests: Sequence[Path]) -> str | None:
        """Run tests with nothing moved and keep their parts; return the first that fails, None for none."""
        return self._asked({"tests": [*map(str, tests)]})

    def failure(self, tests: Sequence[Path], changed: Iterable[Path], limit_s: float) -> str | None:
        """Run tests where modules have changed; the first that fails, None for none, "" for too long."""
        return self._asked(
            {"tests": [*map(str, tests)], "changed": [*map(_dotted, changed)], "limit_s": limit_s}
        )

    def _asked(self, request: dict[str, Any]) -> str | None:
        self.requests.write(json.dumps(request) + "\n")
        self.requests.flush()
        answer = self.answers.readline()
        if not answer:
            raise RuntimeError(f"the process that runs tests ended with {self.process.wait()}")
        failed: str | None = json.loads(answer)
        return failed


def serve(core: int) -> None:
    """Answer each line of the standard input by one on the standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[(os.getppid() + core) % len(cores)]})
    with contextlib.suppress(ModuleNotFoundError):  # a tree may have no kernel
        for name in KEPT:
            _keep(name)
        importlib.import_module("tests.support.kernel_threads").stop()
    for line in sys.stdin:
        request = json.loads(line)
        failed = (
            _in_fork(request["tests"], request["changed"], request["limit_s"])
            if "changed" in request
            else _failure(request["tests"])
        )
        answers.write(json.dumps(failed) + "\n")
        answers.flush()


def _in_fork(tests: Sequence[str], changed: Sequence[str], limit_s: float) -> str | None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setsid()
        _forget(changed)
        with os.fdopen(writing, "w") as pipe:
            json.dump(_failure(tests), pipe)
        os._exit(0)
    os.close(writing)
    until = time.monotonic() + limit_s
    with os.fdopen(reading) as pipe:
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            if time.monotonic() > until:
                os.killpg(child, 9)
                os.waitpid(child, 0)
                return ""
            time.sleep(POLL_S)
        answer = pipe.read()
    found: str | None = json.loads(answer) if answer else "pytest crashed"
    return found


def _failure(tests: Sequence[str]) -> str | None:
    """Run tests here; the first that fails."""
    import pytest

    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.")]:
        del sys.modules[name]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = pytest.main([*OPTIONS, "-m", MARKED, *tests])
    if status == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said.getvalue(), re.MULTILINE)
    return found[1] if found else f"pytest ended with {int(status)}"


def _forget(changed: Sequence[str]) -> None:
    """Let modules be imported anew: neither `import` nor the packages they lie in may know them."""
    for name in changed:
        package, _, own = name.rpartition(".")
        if sys.modules.pop(name, None) is not None and package in sys.modules:
            vars(sys.modules[package]).pop(own, None)
    importlib.invalidate_caches()


def _keep(name: str) -> None:
    """Have a function of the engine keep its results, by what files and numbers say and by which objects."""
    module_name, _, function_name = name.rpartition(".")
    module = importlib.import_module(module_name)
    function: Callable[..., Any] = getattr(module, function_name)
    signature = inspect.signature(function)
    kept: dict[Any, Any] = {}

    @functools.wraps(function)
    def keeping(*given: Any, **named: Any) -> Any:
        bound = signature.bind(*given, **named)
        bound.arguments.pop("progress", None)
        arguments = tuple(bound.arguments.items())
        key = tuple((each, _key(value)) for each, value in arguments)
        if key not in kept:
            kept[key] = function(*given, **named), arguments
        return kept[key][0]

    setattr(module, function_name, keeping)


UNNAMED = re.compile(rb"Open CASCADE STEP translator [^']*")
"""What OCCT calls a product without a name; the writer counts on."""


def _key(value: object) -> object:
    """Return what tells arguments apart: a file by its data, whatever the day it was written."""
    if isinstance(value, Path):
        text = value.read_bytes()
        return hashlib.sha256(UNNAMED.sub(b"", text.partition(b"DATA;")[2] or text)).hexdigest()
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value if type(value).__eq__ is not object.__eq__ else id(value)


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
