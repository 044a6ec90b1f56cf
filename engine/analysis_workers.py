"""The two processes of the command line: one reads parts and draws them, the other measures and judges.

Loading the kernel takes as long as loading what measures, so they are loaded side by side. The verdict on a
part stands before its pictures are drawn, and these are drawn while the next part is measured.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from engine.isolate.worker import Worker, WorkerOptions

Listener = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tasks:
    """What the processes run, each as `module:function`."""

    read: str = "engine.tasks:read"
    analyze: str = "engine.tasks:analyze"
    draw: str = "engine.tasks:draw"
    leave_undrawn: str = "engine.tasks:leave_undrawn"
    warm: str = "engine.tasks:warm"
    warm_drawing: str = "engine.tasks:warm_drawing"
    preload_reader: tuple[str, ...] = ("engine.tasks", "engine.kernel.mesh", "engine.kernel.topology")
    preload_judge: tuple[str, ...] = ("engine.tasks",)


ENGINE = Tasks()


class AnalysisWorkers:
    """A reader, who draws too, and a judge. Use it in a `with`."""

    def __init__(self, tasks: Tasks, log: Path, draws: bool) -> None:
        self._tasks = tasks
        self._draws = draws
        self._reader = Worker(WorkerOptions(preload=tasks.preload_reader, log=log))
        self._judge = Worker(WorkerOptions(preload=tasks.preload_judge, log=log))
        # one thread for each process: what is asked of it is done in that order
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sprue-reader")
        self._judging = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sprue-judge")

    def __enter__(self) -> Self:
        self._reader.start()
        self._judge.start()
        self._judging.submit(self._judge.run, self._tasks.warm, {})
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End both processes, whatever they do."""
        for threads in (self._reading, self._judging):
            threads.shutdown(wait=False, cancel_futures=True)
        self._reader.close()
        self._judge.close()
        for threads in (self._reading, self._judging):
            threads.shutdown()

    def read(self, wish: dict[str, Any], on_line: Listener) -> "Future[Any]":
        """Begin to read and mesh a part; `analyze` of the same wish takes it from there."""
        return self._reading.submit(self._reader.run, self._tasks.read, wish, on_line)

    def analyze(self, wish: dict[str, Any], on_line: Listener) -> None:
        """Measure and judge a part that was read; raises as `Worker.run` does."""
        self._judging.submit(self._judge.run, self._tasks.analyze, wish, on_line).result()

    def warm_drawing(self) -> None:
        """Load what draws, as soon as nothing has to be read."""
        if self._draws:
            self._reading.submit(self._reader.run, self._tasks.warm_drawing, {})

    def draw(self, wish: dict[str, Any]) -> "Future[Any] | None":
        """Begin to draw a part that was analyzed; None where nothing is to be drawn."""
        return self._reading.submit(self._draw, wish) if self._draws else None

    def _draw(self, wish: dict[str, Any]) -> None:
        """Draw; where the process ends over it, the result says so."""
        try:
            self._reader.run(self._tasks.draw, wish)
        except Exception as error:
            self._reader.run(self._tasks.leave_undrawn, wish | {"cause": str(error)})
