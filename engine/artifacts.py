"""The files of a result: `result.json`, heatmaps and the metrics to judge again, then pictures and report.

What is to be looked at takes longer to draw than all the rest to be measured, and many results are read by
programs alone. So it is drawn apart, now or when somebody asks for it; the result names it either way.
"""

import json
from collections.abc import Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine import geometry_file, heatmaps, metric_file, present
from engine.formats import gltf
from engine.model.analysis import Analysis
from engine.model.layer_limits import LayerLimits
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.model.rulepack import RulePack
from engine.progress import Progress
from engine.stages import FailedStage, failure_of

RESULT = "result.json"
SHAPE = "shape.glb"
"""The mesh of the analysis and nothing measured on it, to be looked at until the result is there."""
REPORT = "report.html"
PAPER = "report.pdf"
"""The same to print."""
SIDES = ("front", "back")


def drawn_names() -> dict[str, None]:
    """Return what `draw` makes, in order."""
    pictures = (f"{name}_{side}.png" for name in heatmaps.layers() for side in SIDES)
    return dict.fromkeys((*pictures, REPORT, PAPER))


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
    for heatmap in heatmaps.HEATMAPS:
        painted = progress.attempt(
            f"heatmaps.{heatmap.LAYER.name}",
            f"the heatmap of {heatmap.LAYER.name} was not painted",
            heatmaps.paint,
            heatmap,
            analysis,
            limits.get(heatmap.LAYER.name),
        )
        if failure_of(painted) is None:
            keep(f"{heatmap.LAYER.name}.glb", painted)
        progress.check()
    if not names:  # the part is there to be looked at, whatever failed
        prepared = analysis.assessed.prepared
        write_shape(prepared.part, prepared.mesh, folder)
        names[_key(SHAPE)] = SHAPE
    keep("features.json", present.text(document["features"]))
    keep("modules.json", present.text(document["modules"]))
    _put(folder / metric_file.FILE_NAME, metric_file.write(analysis.metrics))
    _put(folder / geometry_file.FILE_NAME, geometry_file.write(analysis.assessed.prepared.part))
    names |= {_key(name): name for name in drawn_names()}
    document = present.with_failures(document, _further(progress, analysis))
    whole = {"status": "done", "filename": filename} | document | {"artifacts": names}
    _put(folder / RESULT, present.text(whole))
    progress.done()


def draw(
    analysis: Analysis,
    filename: str,
    anchor: tuple[RulePack, str] | None,
    folder: Path,
    progress: Progress,
    paper: str = "a4",
    units: str = "mm",
) -> None:
    """Draw the pictures and write the report for people; arguments as of `write`, which ran before.

    Each file is whole as soon as it is there. The result ceases to name what could not be drawn.

    Parameters
    ----------
    paper, units : str
        Of the report, as `report.paper.write` takes them.
    """
    from engine import report  # who wants no pictures does not load what draws them
    from engine.render import picture, scene

    progress.stage("pictures", "drawing pictures")
    drawn: set[str] = set()
    lit = progress.attempt(
        "pictures", "no picture was drawn", lambda: scene.build(analysis.assessed.prepared.mesh)
    )
    limits = _limits(analysis, anchor)
    views = report.heatmap_views(lit, analysis, limits, progress=progress)
    progress.stage("report", "writing the report")
    with ThreadPoolExecutor(max_workers=2) as beside:  # compressing pictures leaves the interpreter free
        compressed = beside.map(lambda view: picture.encode(view.image), views)
        said = progress.attempt(
            "report", "the report was not written", report.build, analysis, lit, views, filename, progress
        )
        printing = beside.submit(
            progress.attempt,
            "report.paper",
            "the report was not printed",
            report.paper.write,
            said,
            paper,
            units,
        )
        carried = progress.attempt(
            "report.viewer", "the report shows pictures alone", report.shape.write, said, limits
        )
        shape = None if failure_of(carried) is not None else carried
        page = progress.attempt("report", "the report was not written", report.page.write, said, shape, units)
        printed = printing.result()
        for view, data in zip(views, compressed, strict=True):
            _put(folder / f"{view.name}.png", data)
            drawn.add(f"{view.name}.png")
    if failure_of(printed) is None:
        _put(folder / PAPER, printed)
        drawn.add(PAPER)
    if failure_of(page) is None:  # last: where it is, all of it is
        _put(folder / REPORT, page)
        drawn.add(REPORT)
    further = _further(progress, analysis)
    if further or drawn != drawn_names().keys():
        leave_undrawn(folder, drawn_names().keys() - drawn, further)
    progress.done()


def print_report(
    analysis: Analysis,
    filename: str,
    anchor: tuple[RulePack, str] | None,
    notes: Sequence[Mapping[str, str]],
    paper: str,
    units: str,
) -> bytes:
    """Return the report as PDF, with notes on issues that were accepted; other arguments as of `draw`."""
    from engine import report
    from engine.render import scene

    report.paper.check(paper, units)
    lit = scene.build(analysis.assessed.prepared.mesh)
    views = report.heatmap_views(lit, analysis, _limits(analysis, anchor))
    said = report.build(analysis, lit, views, filename)
    return report.paper.write(said, paper, units, [report.paper.Note(**each) for each in notes])


def _further(progress: Progress, analysis: Analysis) -> list[FailedStage]:
    """Return what failed after the analysis."""
    return [each for each in progress.failed_stages if each not in analysis.failed_stages]


def leave_undrawn(folder: Path, names: Set[str] | None = None, failed: Sequence[FailedStage] = ()) -> None:
    """Take what was not drawn from the result, all of it without `names`; tell what failed, nothing twice."""
    names = drawn_names().keys() if names is None else names
    document = json.loads((folder / RESULT).read_text("utf-8"))
    described = {each["stage"] for each in document["failed_stages"]}
    document = present.with_failures(document, [each for each in failed if each.stage not in described])
    drawn = {key: name for key, name in document["artifacts"].items() if name not in names}
    _put(folder / RESULT, present.text(document | {"artifacts": drawn}))


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
