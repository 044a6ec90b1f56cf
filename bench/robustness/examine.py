"""What runs in the child process: the engine over one file, or over one variant of it.

Tasks of `engine.isolate`; the outcome is kept in the file named by `target`.
"""

import pickle
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from bench.accuracy import answer
from bench.robustness import altered, invariants, severities, variants
from bench.robustness.examination import Examination, Size
from engine import formats, pipeline
from engine.errors import SprueError
from engine.kernel.status import silence
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.model.pull import PullOptions
from engine.model.quick_info import QuickInfo
from engine.progress import Progress
from engine.rules import evaluate, packs
from tests.support import draw, generated, mutators
from tests.support.generated import Name

EDGES_ALONG, CURVATURE = 80.0, 24.0
"""Of the mesh on which a part and its variants are compared: a third of the triangles that users get, and
fine enough that rules judge walls and not the gaps between vertices."""
ALTERED_EDGES_ALONG = 5.0
"""An altered file is read, and meshed very coarsely."""


def original(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Examine a file as it is, or a drawn part, meshed as its variants are."""

    def work(folder: Path) -> Examination:
        path = _file(arguments, folder)
        quick_info, _ = formats.quick_info(path, progress)
        diagonal_mm = _diagonal_mm(quick_info)
        return replace(_examined(path, _coarse(diagonal_mm), progress, quick_info), meshed_for_mm=diagonal_mm)

    return _kept(arguments, work)


def usual_mesh(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Examine a file with the mesh that users get."""

    def work(folder: Path) -> Examination:
        return _examined(_file(arguments, folder), MeshOptions(), progress)

    return _kept(arguments, work)


def variant(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Write the part in the way named by `way`, and examine that; meshed as coarsely for its size."""

    def work(folder: Path) -> Examination:
        try:
            shape = _shape(arguments.get("file"), tuple(arguments.get("drawn") or ()))
            written = variants.write(shape, arguments["way"])
        except LookupError:  # no solid
            return Examination(is_skipped=True)
        if written is None:
            return Examination(is_skipped=True)
        path = written.write(folder)
        options = _coarse(written.scale * arguments["diagonal_mm"])
        return replace(_examined(path, options, progress), written=replace(written, shape=None))

    return _kept(arguments, work)


def bytes_altered(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Read a well-formed file of which some bytes were altered."""

    def work(folder: Path) -> Examination:
        seed = altered.seeds()[arguments["seed"]]
        path = folder / f"part{seed.suffix}"
        path.write_bytes(altered.alter(seed.content, arguments["number"]))
        part, _ = formats.read(path, MeshOptions(seed.diagonal_mm / ALTERED_EDGES_ALONG, 8.0), progress)
        return Examination(size=_size(part))

    return _kept(arguments, work)


def _kept(arguments: dict[str, Any], work: Callable[[Path], Examination]) -> dict[str, Any]:
    """Do the work and keep what came of it, an exception too."""
    silence()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        try:
            examination = work(Path(folder))
        except SprueError as error:
            examination = Examination(refusal=f"{type(error).__name__}: {error}")
        except Exception as error:  # whatever a file brings about is its outcome
            examination = Examination(exception=f"{type(error).__name__}: {error} ({_place(error)})")
    target = Path(arguments["target"])
    draft = target.with_suffix(".draft")
    draft.write_bytes(pickle.dumps(replace(examination, seconds=time.perf_counter() - began)))
    draft.replace(target)
    return {}


def _examined(
    path: Path, options: MeshOptions, progress: Progress, quick_info: QuickInfo | None = None
) -> Examination:
    context = pipeline.prepare(path, options, progress)
    analysis = pipeline.assess(context, PullOptions(), (), progress)
    assessed = analysis.assessed
    judged = [evaluate.evaluate(pack, analysis.metrics, list_passes=True) for pack in packs.shipped()]
    claims = answer.answer(context.prepared, (), assessed.recognition)
    return Examination(
        size=_size(context.part),
        answer=claims,
        verdicts=severities.collect(judged),
        invariants=invariants.broken(assessed, quick_info),
    )


def _size(part: Part) -> Size:
    return Size(
        part.volume_mm3,
        part.area_mm2,
        part.box_mm,
        tuple(body.volume_mm3 for body in part.bodies),
        tuple(body.area_mm2 for body in part.bodies),
        len(part.faces),
    )


def _file(arguments: dict[str, Any], folder: Path) -> Path:
    if arguments.get("file"):
        return Path(arguments["file"])
    return draw.write_step(_shape(None, tuple(arguments["drawn"])), folder / "part.step")


@lru_cache(maxsize=1)
def _shape(file: str | None, drawn: tuple[Any, ...]) -> Any:
    """Return the solids of a file, or a drawn part; the last one is kept for the next variant."""
    if file:
        return mutators.load(Path(file))
    group, family, instance, twin = drawn
    return generated.drawn(Name(group, family, instance))[twin].shape


def _coarse(diagonal_mm: float) -> MeshOptions:
    return MeshOptions(diagonal_mm / EDGES_ALONG, CURVATURE)


def _diagonal_mm(quick_info: QuickInfo) -> float:
    return float((quick_info.size_mm**2).sum() ** 0.5)


def _place(error: Exception) -> str:
    """Name the line of the engine that raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/engine/" in frame.filename] or frames
    return f"engine/{ours[-1].filename.rpartition('/engine/')[2]}:{ours[-1].lineno}"
