"""Running tests against mutants: a copy of the tree, one edit in it, pytest in a process of its own."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from bench.mutants.constants import Mutant
from bench.mutants.forked import Forks
from bench.mutants.nearest import Imports
from bench.mutants.results import Outcome, Result

COPIED = ("engine", "tests")
"""What a tree of its own has; everything else is linked."""
LINKED = ("resources", "bench", "pyproject.toml", "sprue.py")
SLOWER = 4.0
"""Tests of a mutant that take so many times as long as they do otherwise hang …"""
TIMEOUT_S = 60.0
"""… if that is more than this as well: other programs run on the machine."""
UNMEASURED_S = 1800.0
"""Until it is known how long they take."""


class TestsFail(Exception):
    """The tests fail, or there is none, with nothing moved: they cannot tell anything of a mutant."""


@dataclass(frozen=True, slots=True)
class Work:
    """A mutant, the tests that look at it, and the digest of what the outcome rests on."""

    mutant: Mutant
    tests: tuple[Path, ...]
    digest: str


def run(root: Path, works: Sequence[Work], jobs: int) -> Iterator[Result]:
    """Run mutants side by side, each job in a copy of its own; raises `TestsFail` where tests fail anyway."""
    trees: SimpleQueue[Tree] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder, ExitStack() as stack:
        for job in range(jobs):
            tree = Tree(root, Path(folder) / str(job), job)
            stack.enter_context(tree.forks)
            trees.put(tree)

        def examine(work: Work) -> Result:
            tree = trees.get()
            try:
                return tree.examine(work)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            try:
                yield from pool.map(examine, works)
            finally:
                pool.shutdown(cancel_futures=True)


class Tree:
    """A copy of the tree in which one constant at a time is moved."""

    def __init__(self, root: Path, folder: Path, core: int) -> None:
        """Copy with times and compiled files, so that nothing is compiled anew that stays the same."""
        self.folder = folder
        folder.mkdir(parents=True)
        for name in COPIED:
            shutil.copytree(root / name, folder / name)
        for name in LINKED:
            if (root / name).exists():
                (folder / name).symlink_to(root / name)
        self.imports = Imports(folder, "engine")
        self.forks = Forks(folder, core)
        self.seconds_of: dict[tuple[Path, ...], float] = {}

    def examine(self, work: Work) -> Result:
        """Run the tests of a mutant until one fails."""
        if work.tests not in self.seconds_of:
            began = time.monotonic()
            failed = self.forks.prepare(work.tests)
            if failed is None:
                failed = self.forks.failure(work.tests, self.imports.run_by(work.mutant.path), UNMEASURED_S)
            if failed is not None:
                raise TestsFail(f"{failed or 'they hang'}: with nothing moved")
            self.seconds_of[work.tests] = time.monotonic() - began
        began = time.monotonic()
        with self._moved(work.mutant):
            limit_s = max(SLOWER * self.seconds_of[work.tests], TIMEOUT_S)
            failed = self.forks.failure(work.tests, self.imports.run_by(work.mutant.path), limit_s)
        outcome = {None: Outcome.SURVIVED, "": Outcome.HANGS}.get(failed, Outcome.KILLED)
        return Result(
            work.mutant.name, work.digest, outcome, failed or "", round(time.monotonic() - began, 1)
        )

    @contextmanager
    def _moved(self, mutant: Mutant) -> Iterator[None]:
        """Move a constant in the copy and move it back; compiled functions know it no more either way."""
        path = self.folder / mutant.path
        text, times = path.read_bytes(), path.stat()
        self._forget(mutant.path)
        path.write_bytes(mutant.moved(text))
        try:
            yield
        finally:
            self._forget(mutant.path)
            path.write_bytes(text)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _forget(self, path: Path) -> None:
        """Delete the bytecode of a module and the machine code of what stands on it."""
        for above in self.imports.above(path):
            cache = self.folder / above.parent / "__pycache__"
            for index in cache.glob(f"{above.stem}.*.nbi"):
                index.unlink()
        for compiled in (self.folder / path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()
