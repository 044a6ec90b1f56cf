"""Reports of real parts fill their pages, on both papers and in both units."""

import pytest

from engine import pipeline, report
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.render import scene
from engine.report import paper
from engine.rules import packs
from tests.engine.report.paper import filled
from tests.support import corpus, small_pictures

PARTS = (
    ("real/cnc/GRM-03_thumbwheel_drive_screw.step", "a4", "mm"),
    ("real/sheet-metal/rear_camera_mount.stp", "letter", "in"),
)
"""A turned part, and sheet metal; castings of few faces are on both papers in `test_paper.py`."""
COARSE_MM = 8.0

pytestmark = [
    corpus.needs_corpus,
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.usefixtures("coarse_hollows"),
]


@pytest.mark.parametrize(("file", "size", "units"), PARTS)
def test_no_page_of_a_real_part_is_half_empty(file, size, units) -> None:
    context = corpus.context(file, MeshOptions(max_edge_mm=COARSE_MM, curvature=12.0))
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    lit = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    with small_pictures.drawn_and_fitted():
        built = report.build(analysis, lit, report.heatmap_views(lit, analysis, {}, width=200), file)
    *others, last = filled.lowest_marks(paper.write(built, size, units))
    assert len(others) > 2
    assert min(others) >= filled.LEAST
    assert last >= filled.LEAST_OF_LAST
