"""What every test process does to be faster, and the servers that it runs once for all its tests."""

import builtins
import ctypes
import faulthandler
import gc
import os
import time
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from _pytest.runner import runtestprotocol
from hypothesis import settings

from engine.raycast import threads
from tests.support import postgresql, seaweedfs, shared_fork_server, shared_rewriting, unread_sources
from tests.support import small_pictures as small

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3
"""The numbers of glibc's `mallopt`."""
KEPT_BYTES = 1 << 26
"""Memory that a process asks for at once, and keeps when it is freed."""
MOST_MMAP_BYTES = 1 << 25
"""The largest threshold that glibc accepts: smaller arrays come from memory that is there already."""

LEAST_REPORTED_S = 0.5
"""Set-up and tear-down that take longer are reported, for `--durations`."""

HUNG_S, WATCHED_ANEW_S = 300, 60
"""Where each thread stands is written when tests got no further for so long, give or take the second."""
WATCHED = pytest.StashKey[float]()
"""When the process was last watched anew."""

YOUNG_OBJECTS = 200_000
"""Objects made before the collector looks among them: next to all of an analysis go without it."""


settings.register_profile("suite", derandomize=True, deadline=None)
"""The same examples in each run, however slow: `--hypothesis-profile=default` looks for others."""
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Keep freed memory, cast rays in one thread where other workers are, and share a fork server.

    An analysis frees many arrays, and the system clears each page it gives anew; another C library than
    glibc goes on as it is.
    """
    forking = shared_fork_server.running()
    forking.__enter__()
    config.add_cleanup(lambda: forking.__exit__(None, None, None))
    config.add_cleanup(faulthandler.cancel_dump_traceback_later)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, MOST_MMAP_BYTES)
        mallopt(M_TRIM_THRESHOLD, 4 * KEPT_BYTES)
        mallopt(M_TOP_PAD, KEPT_BYTES)
    if "PYTEST_XDIST_WORKER" in os.environ:
        threads.available = lambda: 1  # other workers use the other cores: threads would wait for each other


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Do not look for garbage among the tests, while they are collected or after: all of it stays.

    Qt, which pytest-qt has loaded, looks at every import for `__feature__`, which nobody here asks for: a
    statement inside a function takes several times as long.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    gc.disable()
    unread_sources.leave()
    try:
        shared_rewriting.rewrite(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 20, 50)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take long, so that short ones are left when the first worker has no more."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In a worker, report each test, and of what comes before and after only what failed or took long.

    Each report is written, sent and read: three of a test cost as much as running many a one.
    """
    _watch(item.config)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > LEAST_REPORTED_S:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def _watch(config: pytest.Config) -> None:
    """Have hung tests seen: `faulthandler_timeout` starts a thread for every test, and waits for its end."""
    now = time.monotonic()
    if now > config.stash.get(WATCHED, 0.0) + WATCHED_ANEW_S:
        config.stash[WATCHED] = now
        faulthandler.dump_traceback_later(HUNG_S, file=config.stash[fault_handler_stderr_fd_key])


@pytest.fixture(scope="session")
def postgresql_cluster() -> Iterator[postgresql.Cluster]:
    """Run PostgreSQL for all tests of this process."""
    with postgresql.serving(postgresql.memory()) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def seaweedfs_store() -> Iterator[seaweedfs.Store]:
    """Run a server of S3 for all tests of this process, and let them reach it."""
    with seaweedfs.serving() as store, pytest.MonkeyPatch.context() as patch:
        for name, value in store.environment.items():
            patch.setenv(name, value)
        yield store


@pytest.fixture(scope="module")
def small_pictures() -> Iterator[None]:
    """Draw reports with small pictures as long as a module is tested, by `usefixtures`."""
    with small.drawn():
        yield


@pytest.fixture(scope="module")
def coarse_hollows() -> Iterator[None]:
    """Look for hollows among a tenth of the cells as long as a module is tested, by `usefixtures`."""
    from engine.evidence.cavities import grid

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid, "CELLS", grid.CELLS // 10)
        yield
