"""What a child may use of the machine, and how it learns that its parent is gone."""

import ctypes
import os
import signal
import sys
from pathlib import Path

import psutil

MEGABYTE = 1024**2
SHARE_OF_MACHINE = 0.6
"""Two children side by side may not take the whole machine, and one may need most of it."""
ADDRESS_SPACE_BEYOND_MEMORY_MB = 4096
"""Libraries reserve address space they never touch: OCCT 650 MB, thread stacks and arenas about 1 GB."""
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def default_memory_mb() -> int:
    """Return the memory a child may use unless told: a share of the machine's, or of the container's."""
    total = psutil.virtual_memory().total
    if CONTAINER_LIMIT.is_file():
        allowed = CONTAINER_LIMIT.read_text().strip()
        if allowed.isdigit():
            total = min(total, int(allowed))
    return int(SHARE_OF_MACHINE * total / MEGABYTE)


def resident_mb(pid: int) -> float:
    """Return the memory a process holds now; 0 when there is no such process any more."""
    try:
        return float(psutil.Process(pid).memory_info().rss / MEGABYTE)
    except psutil.Error:
        return 0.0


def die_with(parent: int) -> None:
    """Have the calling process end with its parent, the process of this id."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(0)


def be_named(name: str) -> None:
    """Give the calling process a name that `top` and the like show, of 15 letters at most."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())


def apply(memory_mb: int) -> None:
    """Limit the calling process: address space, and no core dumps.

    The address space is the backstop that turns a runaway allocation into a MemoryError at once; the
    parent watches resident memory, which is what counts.
    """
    if sys.platform != "win32":
        import resource

        ceiling = (memory_mb + ADDRESS_SPACE_BEYOND_MEMORY_MB) * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def give_way(niceness: int) -> None:
    """Leave the processor to others: once loaded, since who waits for a fresh process waits for all of it."""
    if sys.platform != "win32":
        os.nice(niceness)
