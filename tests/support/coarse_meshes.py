"""Workers that load this mesh a part ten times as coarse as the engine does where nobody asks for anything.

They draw small pictures, too (`small_pictures`). For servers of tests that look at no number the mesh has a
say in, and at no picture: an analysis takes a third of the time.
"""

from typing import Any

from engine import artifacts
from engine import tasks as tasks
from engine.meshing import density
from engine.segment.remesh import density as density_of_triangles
from tests.support import small_pictures

COARSER = 10

density.TARGET //= COARSER
density_of_triangles.TARGET //= COARSER


def _drawing_small(draw: Any) -> Any:
    def drawn(*given: Any, **named: Any) -> Any:
        with small_pictures.drawn():
            return draw(*given, **named)

    return drawn


for name in ("draw", "print_report"):
    setattr(artifacts, name, _drawing_small(getattr(artifacts, name)))
