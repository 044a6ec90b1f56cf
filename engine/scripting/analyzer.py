"""Analyzing parts from Python: geometry runs in a child process, as everywhere.

A part that crashes the kernel raises an error here, and the next one is analyzed all the same.
"""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Self

from engine import options
from engine.errors import InternalError
from engine.isolate import log_file
from engine.isolate.worker import Worker, WorkerOptions
from engine.scripting import cad_objects
from engine.scripting.result import Result

TASK = "engine.tasks:analyze"
PRELOAD = ("engine.tasks",)
LIMIT_S = 900.0
"""For one part, drawn and all: who waits for longer has cancelled."""


class Analyzer:
    """Analyzes one part after the other in one process, which is there for all of them; use it in a `with`.

    Parameters
    ----------
    task : str
        What the process runs: `module:function`.
    """

    def __init__(self, task: str = TASK, preload: tuple[str, ...] = PRELOAD) -> None:
        self._task = task
        self._log = log_file.make()
        self._is_log_of_use = False
        self._worker = Worker(WorkerOptions(preload=preload, log=self._log))

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process; results stay."""
        self._worker.close()
        if not self._is_log_of_use and self._log.parent.is_dir():
            log_file.forget(self._log)

    def analyze(
        self,
        part: str | PathLike[str] | object,
        *,
        packs: Sequence[str] = (),
        pull: str | Sequence[float] = "cardinal",
        alpha_min_deg: float = 0.5,
        alpha_warn_deg: float = 3.0,
        max_edge_mm: float | None = None,
        curvature: float | None = None,
        pictures: bool = True,
        on_progress: Callable[[str], None] = lambda _: None,
    ) -> Result:
        """Tell whether a part can be made, where it cannot, and why.

        Parameters
        ----------
        part : path or object
            A file that Sprue reads, or a part of build123d or CadQuery.
        packs : sequence of str
            `pack` or `pack/configuration`; all when empty.
        pull : str or three numbers
            `cardinal`, `hemisphere`, or the direction in which a mold opens.
        alpha_min_deg, alpha_warn_deg : float
            Lean that makes an undercut, and draft that is enough.
        max_edge_mm, curvature : float, optional
            Longest mesh edge, and elements a full turn; None: by the size of the part.
        pictures : bool
            Whether pictures and the report page are drawn, which takes longer than the rest.
        on_progress : callable
            Called with each line of progress.

        Returns
        -------
        Result
            Its files are in a temporary folder, which goes with it.

        Raises
        ------
        SprueError
            What is wrong with the part or an option, in a sentence.
        """
        direction = pull if isinstance(pull, str) else ",".join(f"{float(each)!r}" for each in pull)
        options.mesh_options(max_edge_mm, curvature)
        options.pull_options(direction, alpha_min_deg, alpha_warn_deg)
        asked: dict[str, Any] = {
            "packs": list(packs),
            "pull": direction,
            "alpha_min_deg": alpha_min_deg,
            "alpha_warn_deg": alpha_warn_deg,
            "max_edge_mm": max_edge_mm,
            "curvature": curvature,
            "with_report": pictures,
            "names_drawn": pictures,
        }
        scratch = Path(tempfile.mkdtemp(prefix="sprue-"))
        folder = scratch / "result"
        folder.mkdir()
        try:
            file = _file_of(part, scratch)
            asked |= {"file": str(file.absolute()), "folder": str(folder)}
            self._worker.run(self._task, asked, on_progress, LIMIT_S)
            result = Result(folder)
        except BaseException as error:
            self._is_log_of_use |= isinstance(error, InternalError)
            shutil.rmtree(scratch, ignore_errors=True)
            raise
        weakref.finalize(result, shutil.rmtree, scratch, ignore_errors=True)
        return result


def analyze(part: str | PathLike[str] | object, **options: Any) -> Result:
    """Analyze one part; options are those of `Analyzer.analyze`, which is quicker for many."""
    with Analyzer() as analyzer:
        return analyzer.analyze(part, **options)


def _file_of(part: object, scratch: Path) -> Path:
    """Return the file of a part; one that is in memory is written into a folder."""
    if isinstance(part, str | PathLike):
        return Path(fspath(part))
    file = scratch / f"{_name_of(part)}.step"
    cad_objects.write_step(part, file)
    return file


def _name_of(part: object) -> str:
    """Return what a part calls itself, as the name of a file."""
    name = getattr(part, "label", "") or getattr(part, "name", "")
    plain = "".join(letter if letter.isalnum() or letter in "-_ " else "_" for letter in str(name))
    return plain.strip()[:80] or "part"
