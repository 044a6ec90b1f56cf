"""An engine with one heatmap and one file format more, each a module of a single entry in its registry.

`python -m tests.support.extended` is `sprue serve` with them; its workers import this module, too, with
their first task, and so have the same registries. The command line runs `TASKS`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np

from engine import formats, heatmaps, palette
from engine.analysis_workers import Tasks
from engine.errors import UnreadableFile
from engine.formats import gltf
from engine.heatmaps import _artifact
from engine.model.analysis import Analysis, Assessed
from engine.model.arrays import Floats
from engine.model.field import Field, Location, Unit
from engine.model.file_format import FileFormat
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer
from engine.model.layer_limits import LayerLimits
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress
from tests.support import gltf_by_hand, shared_fork_server
from tests.support.shared_fork_server import COARSE

HERE = "tests.support.extended"


# --- a heatmap: how high each point lies over the lowest ----------------------------------------------


def measured(assessed: Assessed) -> Field:
    """Return the height over the lowest point in mm."""
    heights = assessed.prepared.mesh.vertices[:, 2]
    return Field("height", Location.VERTEX, Unit.MM, heights - heights.min())


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color the height."""
    return _artifact.heatmap(analysis, height.LAYER, measured(analysis.assessed).values, limits)


height = ModuleType("engine.heatmaps.height")
height.LAYER = Layer(  # type: ignore[attr-defined]
    name="height",
    title="Height over the bed",
    label="Height",
    doc="How high each point lies over the lowest one.",
    unit=Unit.MM,
    icon="no_such_drawing",
    scale=palette.of_length,
    attribute="_HEIGHT",
)
height.measured, height.color = measured, color  # type: ignore[attr-defined]


# --- a format: three corners a line, in mm ---------------------------------------------------------------


def check(path: Path) -> None:
    """Raise UnreadableFile where a line is not of nine numbers."""
    _corners(path)


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read the triangles as those of a glTF file."""
    with _as_glb(path) as glb:
        return gltf.read(glb, options, progress)


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Measure the triangles as they stand."""
    with _as_glb(path) as glb:
        return gltf.describe(glb, progress)


def quick_info(path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
    """Measure the triangles as a whole."""
    with _as_glb(path) as glb:
        return gltf.quick_info(glb, progress)


def _corners(path: Path) -> Floats:
    try:
        return np.asarray(np.loadtxt(path, ndmin=2).reshape(-1, 3, 3))
    except ValueError:
        raise UnreadableFile("the file is not nine numbers a line") from None


@contextmanager
def _as_glb(path: Path) -> Iterator[Path]:
    corners = _corners(path)[:, :, [0, 2, 1]] * [1e-3, 1e-3, -1e-3]  # meters, Y up
    vertices, triangles = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    with TemporaryDirectory() as folder:
        yield gltf_by_hand.write(
            Path(folder) / "part.glb", *gltf_by_hand.document(vertices, triangles.reshape(-1, 3))
        )


tri = ModuleType("engine.formats.tri")
tri.FORMAT = FileFormat(  # type: ignore[attr-defined]
    label="Triangles", suffixes=(".tri",), media_types=("text/plain",), is_written=False
)
for each in (check, read, describe, quick_info):
    setattr(tri, each.__name__, each)


# --- both in their registries ----------------------------------------------------------------------------

if height not in heatmaps.HEATMAPS:
    heatmaps.HEATMAPS = (*heatmaps.HEATMAPS, height)  # type: ignore[arg-type]
    formats.FORMATS = (*formats.FORMATS, tri)  # type: ignore[arg-type]


def tasks(name: str) -> str:
    """Return a task of the engine as this module has it: who loads it has loaded this module."""
    return f"{HERE}:{name}"


def __getattr__(name: str) -> object:
    """Pass on what the workers run."""
    if name.startswith("__"):
        raise AttributeError(name)
    import engine.tasks

    return getattr(engine.tasks, name)


TASKS = Tasks(
    read=tasks("read_part"),
    analyze=tasks("analyze"),
    draw=tasks("draw"),
    leave_undrawn=tasks("leave_undrawn"),
    preload_reader=COARSE.preload,
    preload_judge=COARSE.preload,
)


def read_part(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Run the engine's task; `read` is the format's."""
    import engine.tasks

    return engine.tasks.read(arguments, progress)


if __name__ == "__main__":
    from server import __main__ as serving

    os.environ["PYTHONPATH"] = os.getcwd()
    names = ("analyze", "report", "preview", "judge", "catalog")
    functions = replace(COARSE, **{each: tasks(each) for each in names})
    shared_fork_server.take_over()
    sys.exit(serving.main(functions=functions))
