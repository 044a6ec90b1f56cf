"""Threads: spreading a kernel over the cores, chunk by chunk."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

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
    if len(starts) <= 1 or available() == 1:
        for start in starts:
            if check is not None:
                check()
            work(start, min(start + chunk, count))
        return
    pool = ThreadPoolExecutor(available())
    try:
        for _ in pool.map(lambda start: work(start, min(start + chunk, count)), starts):
            if check is not None:
                check()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
