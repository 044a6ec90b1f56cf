"""The files of a result: `result.json`, heatmaps, pictures, the report, and the metrics to judge again."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine import metric_file, present
from engine.formats import gltf
from engine.heatmaps import HEATMAPS, active
from engine.model.analysis import Analysis
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.model.rulepack import RulePack
from engine.palette import NO_LIMITS, Limits
from engine.progress import Progress

RESULT = "result.json"
SHAPE = "shape.glb"
"""The mesh of the analysis and nothing measured on it, to be looked at until the result is there."""


def write(
    analysis: Analysis,
    filename: str,
    anchor: tuple[RulePack, str] | None,
    folder: Path,
    progress: Progress,
    with_report: bool = True,
) -> None:
    """Write everything there is to an analysis.

    Parameters
    ----------
    filename : str
        As the user knows the part's file.
    anchor : (RulePack, str) or None
        The rule pack and the key of its configuration whose limits the colors are anchored to.
    folder : Path
        An existing folder. `result.json` is written last, so where it stands everything does.
    with_report : bool
        Whether to draw pictures and write the page for people, which takes longer than all the rest.
    """
    limits = _limits(anchor)
    document = present.result(analysis)
    names: dict[str, str] = {}

    def keep(name: str, content: bytes | str) -> None:
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
        names[name.replace(".", "_")] = name

    progress.stage("heatmaps", "painting heatmaps")
    for heatmap in HEATMAPS:
        keep(f"{heatmap.NAME}.glb", heatmap.paint(analysis, limits.get(heatmap.NAME, NO_LIMITS)))
        progress.check()
    keep("features.json", present.text(document["features"]))
    keep("modules.json", present.text(document["modules"]))
    if with_report:
        _report(analysis, limits, filename, keep, progress)
    (folder / metric_file.FILE_NAME).write_text(metric_file.write(analysis.metrics), "utf-8")
    whole = {"status": "done", "filename": filename} | document | {"artifacts": names}
    (folder / RESULT).write_text(present.text(whole), "utf-8")
    progress.done()


def write_shape(part: Part, mesh: Mesh, folder: Path) -> None:
    """Write what there is to see before anything is measured; whoever finds the file finds all of it."""
    draft = folder / f".{SHAPE}"
    faces = {"_FID": mesh.face_of_vertex.astype(np.float64)}
    draft.write_bytes(gltf.write(mesh, name=part.name or "part", attributes=faces))
    draft.replace(folder / SHAPE)


def _report(
    analysis: Analysis,
    limits: Mapping[str, Limits],
    filename: str,
    keep: Callable[[str, bytes | str], None],
    progress: Progress,
) -> None:
    """Draw the pictures and write the page for people; who wants neither does not load what draws."""
    from engine import report
    from engine.render import picture, scene

    progress.stage("pictures", "drawing pictures")
    lit = scene.build(analysis.assessed.prepared.mesh)
    views = report.heatmap_views(lit, analysis, limits)
    progress.stage("report", "writing the report")
    with ThreadPoolExecutor(max_workers=1) as beside:  # compressing pictures leaves the interpreter free
        compressed = beside.map(lambda view: picture.encode(view.image), views)
        page = report.write(analysis, lit, views, filename)
        for view, data in zip(views, compressed, strict=True):
            keep(f"{view.name}.png", data)
    keep("report.html", page)


def _limits(anchor: tuple[RulePack, str] | None) -> Mapping[str, Limits]:
    """Return the limits in force by heatmap name."""
    if anchor is None:
        return {}
    pack, configuration = anchor
    return {
        heatmap.NAME: active(pack, configuration, heatmap.METRIC) for heatmap in HEATMAPS if heatmap.METRIC
    }
