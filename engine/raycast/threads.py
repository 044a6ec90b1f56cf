"""Threads: spreading a kernel over the cores, chunk by chunk."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache

CHUNK = 2048
"""Queries to a chunk: a few milliseconds of work, so cancelling is prompt and overhead is unseen."""


def available() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(
    count: int, work: Callable[[int, int], None], check: Callable[[], None] | None = None, chunk: int = CHUNK
) -> None:
    """Call `work(start, stop)` for consecutive chunks that cover `range(count)`, on all cores.

    The calling thread works, too; the others are kept for the next call.

    Parameters
    ----------
    count
        Number of items; 0 calls nothing.
    work
        Must release the GIL to gain from threads, and must touch only its own items.
    check
        Called from the calling thread between chunks; what it raises (`Cancelled`) ends the run, and
        chunks not yet begun are dropped.
    """
    starts = range(0, count, chunk)
    helpers = min(len(starts), available()) - 1 if count > chunk else 0
    if helpers <= 0:
        for start in starts:
            if check is not None:
                check()
            work(start, min(start + chunk, count))
        return
    remaining = iter(starts)
    is_over = threading.Event()

    def take(check: Callable[[], None] | None = None) -> None:
        try:
            for start in remaining:  # shared: each chunk is taken by one thread
                if is_over.is_set():
                    return
                if check is not None:
                    check()
                work(start, min(start + chunk, count))
        except BaseException:
            is_over.set()
            raise

    taken = [_pool().submit(take) for _ in range(helpers)]
    try:
        take(check)
    finally:
        begun = [each for each in taken if not each.cancel()]
        wait(begun)
    for each in begun:
        each.result()


@cache
def _pool() -> ThreadPoolExecutor:
    """Return the threads beside the calling one."""
    return ThreadPoolExecutor(max(available() - 1, 1), "in_chunks")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)
