"""The files of a result: `result.json`, heatmaps and the metrics to judge again, then pictures and report.

What is to be looked at takes longer to draw than all the rest to be measured, and many results are read by
programs alone. So it is drawn apart, now or when somebody asks for it; the result names it either way.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine import metric_file, present
from engine.formats import gltf
from engine.heatmaps import HEATMAPS
from engine.model.analysis import Analysis
from engine.model.layer_limits import LayerLimits
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.model.rulepack import RulePack
from engine.progress import Progress

RESULT = "result.json"
SHAPE = "shape.glb"
"""The mesh of the analysis and nothing measured on it, to be looked at until the result is there."""
REPORT = "report.html"
SIDES = ("front", "back")
DRAWN = (*(f"{heatmap.NAME}_{side}.png" for heatmap in HEATMAPS for side in SIDES), REPORT)
"""What `draw` makes."""


def write(
    analysis: Analysis,
    filename: str,
    anchor: tuple[RulePack, str] | None,
    folder: Path,
    progress: Progress,
) -> None:
    """Write everything that was measured and judged.

    Parameters
    ----------
    filename : str
        As the user knows the part's file.
    anchor : (RulePack, str) or None
        The rule pack and the key of its configuration whose limits the colors are anchored to.
    folder : Path
        An existing folder. `result.json` is written last, so where it stands everything does but what `draw`
        makes.
    """
    limits = _limits(analysis, anchor)
    document = present.result(analysis)
    names: dict[str, str] = {}

    def keep(name: str, content: bytes | str) -> None:
        _put(folder / name, content)
        names[_key(name)] = name

    progress.stage("heatmaps", "painting heatmaps")
    for heatmap in HEATMAPS:
        keep(f"{heatmap.NAME}.glb", heatmap.paint(analysis, limits.get(heatmap.NAME)))
        progress.check()
    keep("features.json", present.text(document["features"]))
    keep("modules.json", present.text(document["modules"]))
    _put(folder / metric_file.FILE_NAME, metric_file.write(analysis.metrics))
    names |= {_key(name): name for name in DRAWN}
    whole = {"status": "done", "filename": filename} | document | {"artifacts": names}
    _put(folder / RESULT, present.text(whole))
    progress.done()


def draw(
    analysis: Analysis,
    filename: str,
    anchor: tuple[RulePack, str] | None,
    folder: Path,
    progress: Progress,
) -> None:
    """Draw the pictures and write the page for people; arguments as of `write`.

    Each file is whole as soon as it is there.
    """
    from engine import report  # who wants no pictures does not load what draws them
    from engine.render import picture, scene

    progress.stage("pictures", "drawing pictures")
    lit = scene.build(analysis.assessed.prepared.mesh)
    views = report.heatmap_views(lit, analysis, _limits(analysis, anchor))
    progress.stage("report", "writing the report")
    with ThreadPoolExecutor(max_workers=1) as beside:  # compressing pictures leaves the interpreter free
        compressed = beside.map(lambda view: picture.encode(view.image), views)
        page = report.write(analysis, lit, views, filename)
        for view, data in zip(views, compressed, strict=True):
            _put(folder / f"{view.name}.png", data)
    _put(folder / REPORT, page)
    progress.done()


def write_shape(part: Part, mesh: Mesh, folder: Path) -> None:
    """Write what there is to see before anything is measured; whoever finds the file finds all of it."""
    faces = {"_FID": mesh.face_of_vertex.astype(np.float64)}
    _put(folder / SHAPE, gltf.write(mesh, name=part.name or "part", attributes=faces))


def _put(path: Path, content: bytes | str) -> None:
    """Write a file; whoever finds it finds all of it."""
    draft = path.with_name(f".{path.name}")
    draft.write_bytes(content.encode() if isinstance(content, str) else content)
    draft.replace(path)


def _key(name: str) -> str:
    """Return what the result calls a file."""
    return name.replace(".", "_")


def _limits(analysis: Analysis, anchor: tuple[RulePack, str] | None) -> Mapping[str, LayerLimits]:
    """Return the limits of each layer as the configuration judged the part by them; none without one."""
    if anchor is None:
        return {}
    pack, key = anchor
    return next(
        (
            configuration.limits
            for verdict in analysis.verdicts
            for configuration in verdict.configurations
            if (verdict.key, configuration.key) == (pack.key, key)
        ),
        {},
    )
