"""The faces beside a face of a cube, and of a plate with a hole."""

from engine.form import neighbors
from tests.support import draw
from tests.support.parts import face_at, part_of


def test_a_side_of_a_cube_has_four_neighbors_and_not_the_one_opposite() -> None:
    cube = part_of(draw.box((10, 10, 10)))
    top, bottom = face_at(cube, (5, 5, 10)).id, face_at(cube, (5, 5, 0)).id
    assert neighbors.of_face(cube, top) == {face.id for face in cube.faces} - {top, bottom}


def test_a_hole_lies_beside_the_faces_that_it_goes_through_and_not_beside_itself() -> None:
    plate = part_of(draw.cut(draw.box((20, 20, 5)), draw.cylinder(3, 7, (10, 10, -1))))
    wall, top, bottom = (face_at(plate, at).id for at in ((13, 10, 2.5), (2, 2, 5), (2, 2, 0)))
    assert neighbors.of_face(plate, wall) == {top, bottom}
