"""A part is cut where the plane is, and the cut covers just the material."""

import numpy as np
import pytest

from engine.inspection import section
from engine.model.arrays import frozen
from engine.model.mesh import Mesh, MeshOptions
from tests.support import draw, parts

TOP = frozen([0.0, 0.0, 1.0])


@pytest.fixture(scope="module")
def plate() -> Mesh:
    """Draw a plate of 60 x 40 x 10 mm with a hole of 6 mm and a blind one of 8 mm, 4 mm deep."""
    shape = draw.cut(
        draw.box((60, 40, 10)), draw.cylinder(3, 30, (15, 20, -5)), draw.cylinder(4, 9, (45, 20, 6))
    )
    return parts.read(shape, MeshOptions(max_edge_mm=2.0, curvature=60.0))[1]


def area(mesh: Mesh, triangles) -> float:
    corners = mesh.vertices[mesh.triangles[triangles]]
    return float(
        0.5
        * np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum()
    )


def volume(mesh: Mesh) -> float:
    corners = mesh.vertices[mesh.triangles]
    return float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6)


@pytest.mark.parametrize(("height", "holes"), [(5.0, (3.0,)), (8.0, (3.0, 4.0))])
def test_the_cut_has_the_area_of_the_material_there(plate, height: float, holes: tuple[float, ...]) -> None:
    cut = section.cut(plate, frozen([0.0, 0.0, height]), TOP)
    expected = 60 * 40 - sum(np.pi * radius**2 for radius in holes)
    found = area(cut.mesh, slice(cut.n_behind, None))
    assert found == pytest.approx(expected, rel=2e-3)  # circles are chords
    assert cut.mesh.vertices[cut.is_cut][:, 2] == pytest.approx(height)
    assert cut.mesh.vertices[np.unique(cut.mesh.triangles)][:, 2].max() <= height + 1e-9


def test_what_is_left_and_its_cut_enclose_what_lies_behind_the_plane(plate) -> None:
    cut = section.cut(plate, frozen([0.0, 0.0, 5.0]), TOP)
    assert volume(cut.mesh) == pytest.approx((60 * 40 - np.pi * 9) * 5, rel=2e-3)


def test_a_slanting_plane_cuts_the_other_half_when_it_is_turned_round(plate) -> None:
    normal = frozen(np.array([1.0, 0.4, 0.7]) / np.linalg.norm([1.0, 0.4, 0.7]))
    middle = frozen([30.0, 20.0, 5.0])
    one, other = section.cut(plate, middle, normal), section.cut(plate, middle, frozen(-normal))
    assert volume(one.mesh) + volume(other.mesh) == pytest.approx(volume(plate), rel=1e-6)


def test_a_plane_beside_the_part_leaves_all_of_it_or_nothing(plate) -> None:
    whole = section.cut(plate, frozen([0.0, 0.0, 50.0]), TOP)
    assert whole.n_behind == len(plate.triangles) == len(whole.mesh.triangles)
    assert section.cut(plate, frozen([0.0, 0.0, -50.0]), TOP) is None


def test_values_are_carried_over_to_where_edges_are_cut(plate) -> None:
    cut = section.cut(plate, frozen([0.0, 0.0, 5.0]), TOP)
    heights = cut.values(plate.vertices[:, 2].copy())
    own = np.unique(cut.mesh.triangles[: cut.n_behind])
    assert heights[own] == pytest.approx(cut.mesh.vertices[own, 2])
