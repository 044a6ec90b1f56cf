"""The report for people: a self-contained page with the part in it, the same on paper, and their pictures.

`issues` turns findings into things to fix, `places` tells where they are, `gallery` draws, `chapters` gathers
what each rule pack says. `feature_tables` and `body_groups` list features and bodies. `wording` writes
numbers, `inches` converts them, `scale_marks` writes them beside scales. `document` is all there is to say,
and `explanations` puts it in words: `page` says it as HTML, with the part that `shape` packs and the legends
of `legend_drawing`, and `paper` as PDF.
"""

from collections.abc import Mapping, Sequence

from engine.model.analysis import Analysis
from engine.model.layer_limits import LayerLimits
from engine.progress import Progress
from engine.render.scene import Scene
from engine.report import page, paper, shape
from engine.report.document import Report, build
from engine.report.gallery import View, heatmap_views


def write(
    analysis: Analysis,
    scene: Scene,
    views: Sequence[View],
    filename: str = "",
    progress: Progress | None = None,
    limits: Mapping[str, LayerLimits] | None = None,
) -> str:
    """Gather what a report says, and write it as a page; see their functions."""
    said = build(analysis, scene, views, filename, progress)
    return page.write(said, shape.write(said, limits))


__all__ = ["Report", "build", "heatmap_views", "page", "paper", "shape", "write"]
