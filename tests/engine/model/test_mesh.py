"""What a mesh knows of itself."""

import numpy as np
import pytest

from tests.support import meshes


def test_each_triangle_has_its_area_and_those_of_a_face_add_up_to_it() -> None:
    mesh = meshes.block((3.0, 4.0, 12.0), 20.0)
    area_of_face = np.bincount(mesh.face_of_triangle, mesh.area_of_triangle)
    assert sorted(area_of_face) == pytest.approx([12.0, 12.0, 36.0, 36.0, 48.0, 48.0])
    assert sorted(mesh.area_of_triangle) == pytest.approx([6.0] * 4 + [18.0] * 4 + [24.0] * 4)
    assert not mesh.area_of_triangle.flags.writeable
