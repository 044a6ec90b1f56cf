"""What a worker process is asked to run; named, because this process never loads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Functions:
    """Each as `module:function`. `preload` are modules a worker loads before it is ready."""

    analyze: str = "engine.tasks:analyze"
    preview: str = "engine.tasks:preview"
    judge: str = "engine.tasks:judge"
    catalog: str = "engine.tasks:catalog"
    warm: str = "engine.tasks:warm"
    """Run once by every fresh worker; empty: nothing is."""
    preload: tuple[str, ...] = ("engine.tasks",)


THE_ENGINES = Functions()
