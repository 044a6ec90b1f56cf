"""The report for people: a self-contained page, and the pictures that go into it.

`gallery` draws, `issues` turns findings into things to fix, `wording` writes numbers, `page` puts all of it
into `page.html` with the style of `page.css`.
"""

from engine.report.gallery import heatmap_views
from engine.report.page import write

__all__ = ["heatmap_views", "write"]
