"""What a worker process is asked to run; named, because this process never loads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Functions:
    """Each as `module:function`."""

    analyze: str = "engine.tasks:analyze"
    report: str = "engine.tasks:report"
    preview: str = "engine.tasks:preview"
    judge: str = "engine.tasks:judge"
    measure: str = "engine.tasks:measure"
    measure_places: str = "engine.tasks:measure_places"
    picture: str = "engine.tasks:picture"
    print_report: str = "engine.tasks:print_report"
    validate: str = "engine.tasks:validate"
    catalog: str = "engine.tasks:catalog"
    warm: tuple[str, ...] = ("engine.tasks:warm", "engine.tasks:warm_further")
    """Run one after the other by a fresh worker, as long as nobody asks anything of it."""
    preload: tuple[str, ...] = (
        "engine.tasks",
        "engine.kernel.read_step",
        "engine.kernel.mesh",
        "engine.kernel.topology",
    )
    """Modules that a worker loads before it is ready: what reads a part, with the kernel."""
    preload_further: tuple[str, ...] = ("engine.pipeline", "engine.rules.catalog")
    """What measures and judges takes as long again: a worker that serves many loads it besides; one of a
    single user has it loaded by `warm`, or when it has shown the part."""


THE_ENGINES = Functions()
