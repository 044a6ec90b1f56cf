"""What each surface says of itself."""

import pytest

from engine import geometry_file
from engine.measure import places
from engine.model.arrays import frozen
from engine.model.part import FaceId
from tests.support import draw, parts


def measures(shape, point) -> tuple[str, dict[str, float]]:
    part = parts.part_of(shape)
    geometry = geometry_file.read(geometry_file.write(part))
    found = places.of_face(geometry, parts.face_at(part, point).id, frozen(point))
    return found.shape, {each.name: each.value for each in found.measures}


def test_sizes_are_those_that_were_drawn() -> None:
    assert measures(draw.torus(9, 2), (11, 0, 0))[1] == pytest.approx(
        {"radius": 2.0, "ring_radius": 9.0, "area": 4 * 3.14159265358979**2 * 18}, rel=1e-6
    )
    shape, ball = measures(draw.sphere(4), (4, 0, 0))
    assert (shape, ball["radius"], ball["diameter"]) == ("sphere", pytest.approx(4.0), pytest.approx(8.0))
    shape, cone = measures(draw.cone(4, 0, 4), (2, 0, 2))
    assert (shape, cone["cone_angle"]) == ("cone", pytest.approx(90.0))
    assert "radius" not in cone


def test_a_face_without_edges_has_none_nearest() -> None:
    part = parts.part_of(draw.sphere(4))
    geometry = geometry_file.Geometry(geometry_file.read(geometry_file.write(part)).faces, ())
    assert places.of_edge(geometry, FaceId(0), frozen((4, 0, 0))) is None


def test_a_face_that_strays_from_its_surface_is_not_exact() -> None:
    part = parts.part_of(draw.box((1, 1, 1)))
    face = geometry_file.read(geometry_file.write(part)).faces[0]
    loose = geometry_file.MeasuredFace(face.surface, face.sense, 2e-3, face.area_mm2)
    close = geometry_file.MeasuredFace(face.surface, face.sense, 5e-4, face.area_mm2)
    geometry = geometry_file.Geometry((loose, close), ())
    assert [places.of_face(geometry, FaceId(at), frozen((0, 0, 0))).is_exact for at in (0, 1)] == [
        False,
        True,
    ]
