"""Walls of real parts that were once measured wrongly."""

import numpy as np

from engine import pipeline
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support.corpus import CORPUS, needs_corpus


@needs_corpus
def test_a_wall_far_away_whose_plane_passes_by_an_edge_does_not_make_that_edge_thin() -> None:
    """Of the lever r103ec the flat beside the boss was told as 0.00007 mm, by a cone 12 mm away.

    The thinnest of that flat is where it runs out in a lug of some 4 mm.
    """
    file = CORPUS / "real" / "casting" / "r103ec.stp"
    prepared = pipeline.prepare(file, MeshOptions(2.0), Progress()).prepared
    mesh = prepared.mesh
    near = np.linalg.norm(mesh.vertices - [-3.1, 97.63, 5.49], axis=1).argmin()
    flat = mesh.face_of_vertex == mesh.face_of_vertex[near]
    assert prepared.part.faces[mesh.face_of_vertex[near]].area_mm2 > 300.0
    assert np.nanmin(prepared.fields["thickness"].values[flat]) > 3.0
