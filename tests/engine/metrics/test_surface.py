"""A field summed up over faces: which of two readings tells the least value."""

from dataclasses import replace

import numpy as np
import pytest

from engine.metrics import _statistics as statistics
from engine.metrics._surface import Place, Surface
from engine.model.arrays import frozen
from engine.model.field import Field, Location, Unit
from engine.model.part import FaceId
from tests.support import draw
from tests.support.drawn import recognized


@pytest.mark.parametrize(
    ("value", "uncertainty", "expected"),
    [(0.74, 0.004, 0.74), (0.748, 0.004, 0.748), (0.748, 0.02, 0.75), (0.752, 0.001, 0.75)],
)
def test_a_place_that_is_known_better_than_the_rest_bounds_it(
    value: float, uncertainty: float, expected: float
) -> None:
    """The rest reads 0.75 ± 0.01: less at a place by more than its own error, or surely less than 0.76."""
    mesh = recognized(draw.box((10, 10, 5)), max_edge_mm=10.0)[0].mesh
    n_vertices = len(mesh.vertices)
    field = Field("thickness", Location.VERTEX, Unit.MM, frozen(np.full(n_vertices, 0.75)))
    areas = np.ones(n_vertices)
    found = statistics.of_faces(field, field.values, mesh.face_of_vertex, areas, [], 6)
    found = {faces: replace(each, minimum_error=0.01) for faces, each in found.items()}
    face = FaceId(int(mesh.face_of_vertex[0]))
    *_, vertex = np.flatnonzero(mesh.face_of_vertex == face).tolist()
    place = Place(value, uncertainty, mesh.vertices[vertex], mesh.vertices[0], vertex)
    surface = Surface(field, mesh, found, {}, {}, {face: place}, {})
    measured = surface.minimum((face,))
    assert measured.value == expected
    assert measured.uncertainty == (uncertainty if expected == value else 0.01)
    assert found[(face,)].at_minimum != vertex
    assert surface.least_vertex((face,)) == (vertex if expected == value else found[(face,)].at_minimum)
