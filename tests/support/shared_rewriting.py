"""Rewrite the assertions of test modules once for all workers, where no compiled ones are cached.

pytest has each process rewrite what it is about to import. On a machine that has run no tests yet, all
workers of xdist come to the same modules at the same time, and each spends seconds on what others do too.
So each first takes a share of its own, and collection finds next to all of them in the cache.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest


def rewrite(config: pytest.Config) -> None:
    """Rewrite and cache this worker's share of what is going to be collected.

    Nothing happens where this is the only process or compiled modules are not written, nor where pytest is
    inside not what this was written for: then collection does everything.
    """
    worker: dict[str, object] | None = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    number, count = int(str(worker["workerid"]).removeprefix("gw")), int(str(worker["workercount"]))
    if count < 2:
        return
    for file in share(_sizes(_folders(config)), number, count):
        try:
            _cache(file, config)
        except Exception:  # whatever is wrong with a module, its collection says
            continue


def share(size_of_file: dict[Path, int], number: int, count: int) -> list[Path]:
    """Return one of `count` shares that are about equally large.

    They are in the order of paths, which is that of collection: should a share take longer than the others,
    its last modules are those that are needed last.
    """
    by_size = sorted(size_of_file, key=lambda file: (-size_of_file[file], file))
    # 0 1 2 2 1 0 0 1 2: whoever has the first of one round has the last of the next
    places = (place % (2 * count) for place in range(len(by_size)))
    owners = [min(place, 2 * count - 1 - place) for place in places]
    return sorted(file for file, owner in zip(by_size, owners, strict=True) if owner == number)


def _folders(config: pytest.Config) -> list[Path]:
    """Return the files and folders that are collected."""
    return [config.invocation_params.dir / argument.partition("::")[0] for argument in config.args]


def _sizes(places: Iterable[Path]) -> dict[Path, int]:
    """Return the sizes of all test modules in files and folders."""
    files = {
        file.absolute()
        for place in places
        for file in (place.rglob("test_*.py") if place.is_dir() else (place,))
        if file.suffix == ".py" and file.is_file()
    }
    return {Path(os.path.normpath(file)): file.stat().st_size for file in files}


def _cache(file: Path, config: pytest.Config) -> None:
    """Do what pytest's import hook does before it executes a module."""
    from _pytest.assertion import rewrite as inside

    cached = inside.get_cache_dir(file) / (file.name.removesuffix(".py") + inside.PYC_TAIL)
    state = config.stash[inside.assertstate_key]
    if inside._read_pyc(file, cached) is None and inside.try_makedirs(cached.parent):
        source_hash, code = inside._rewrite_test(file, config)
        inside._write_pyc(state, code, source_hash, cached)
