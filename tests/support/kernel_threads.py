"""The kernel without threads of its own: a process that forks cannot have them."""

from OCP.OSD import OSD_ThreadPool


def stop() -> None:
    """Have OCCT mesh in the calling thread from now on, where it is asked to mesh in parallel."""
    OSD_ThreadPool.DefaultPool_s(1).Init(1)
