"""What a worker process is asked to run; named, because this process never loads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Functions:
    """Each as `module:function`. `preload` are modules a worker loads before it is ready."""

    analyze: str = "engine.tasks:analyze"
    report: str = "engine.tasks:report"
    preview: str = "engine.tasks:preview"
    judge: str = "engine.tasks:judge"
    catalog: str = "engine.tasks:catalog"
    warm: tuple[str, ...] = ("engine.tasks:warm", "engine.tasks:warm_further")
    """Run one after the other by a fresh worker, as long as nobody asks anything of it."""
    preload: tuple[str, ...] = ("engine.tasks", "engine.kernel.mesh", "engine.kernel.topology")
    """With the kernel, which takes as long as all the rest."""


THE_ENGINES = Functions()
