"""Workers that load this mesh a part fifty times as coarse as the engine does where nobody asks for anything.

They look for hollows on a coarse grid and draw small pictures, too (`small_pictures`). For servers of tests
that look at no number the mesh has a say in, and at no picture: an analysis takes a fifth of the time.
"""

from typing import Any

from engine import artifacts
from engine import tasks as tasks
from engine.evidence.cavities import grid
from engine.meshing import density
from engine.segment.remesh import density as density_of_triangles
from tests.support import small_pictures

COARSER = 50
FINE = (density.TARGET, density.FEWEST_EDGES)
FINE_OF_TRIANGLES = (density_of_triangles.TARGET, density_of_triangles.FEWEST_EDGES)
FINE_CELLS = grid.CELLS

density.TARGET //= COARSER
density.FEWEST_EDGES /= 4.0
density_of_triangles.TARGET //= COARSER
density_of_triangles.FEWEST_EDGES /= 4.0
grid.CELLS //= 10


def undo() -> None:
    """Measure as finely as the engine does of itself from now on."""
    density.TARGET, density.FEWEST_EDGES = FINE
    density_of_triangles.TARGET, density_of_triangles.FEWEST_EDGES = FINE_OF_TRIANGLES
    grid.CELLS = FINE_CELLS


def _drawing_small(draw: Any) -> Any:
    def drawn(*given: Any, **named: Any) -> Any:
        with small_pictures.drawn():
            return draw(*given, **named)

    return drawn


for name in ("draw", "print_report"):
    setattr(artifacts, name, _drawing_small(getattr(artifacts, name)))
