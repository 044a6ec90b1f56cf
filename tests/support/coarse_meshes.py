"""Workers that load this mesh a part ten times as coarse as the engine does where nobody asks for anything.

For servers of tests that look at no number the mesh has a say in: an analysis takes a third of the time.
"""

from engine import tasks  # noqa: F401
from engine.meshing import density
from engine.segment.remesh import density as density_of_triangles

COARSER = 10

density.TARGET //= COARSER
density_of_triangles.TARGET //= COARSER
