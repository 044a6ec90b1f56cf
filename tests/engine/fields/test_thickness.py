"""Thickness against formulas: drawn walls, at every vertex, edges included."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape
from scipy.spatial.transform import Rotation

from engine import fields
from engine.fields import draft
from engine.model.field import Field
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.surface import Cylinder, Plane
from engine.progress import Progress
from engine.raycast import scene
from tests.support import draw, meshes, parts_blends, parts_walls
from tests.support.parts import read

SKEW = Rotation.from_rotvec([0.3, -0.7, 1.1]).as_matrix()
MIRROR = np.diag([-1.0, 1.0, 1.0])


@lru_cache(maxsize=1)
def fields_of(mesh: Mesh) -> dict[str, Field]:
    return fields.measure_all(scene.build(mesh), Progress())


def thickness(mesh: Mesh) -> Field:
    return fields_of(mesh)["thickness"]


def ray(mesh: Mesh) -> Field:
    return fields_of(mesh)["thickness_ray"]


def on_face(mesh: Mesh, *faces: int) -> np.ndarray:
    return np.isin(mesh.face_of_vertex, faces)


def test_a_block_is_as_thick_as_it_was_drawn_on_every_face_up_to_its_edges() -> None:
    mesh = meshes.block((20, 10, 3), 1.0)

    expected = np.abs(mesh.normals) @ [20, 10, 3]
    assert thickness(mesh).values == pytest.approx(expected, rel=1e-12)


def test_a_tube_is_as_thick_as_its_wall_on_a_coarse_mesh() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=3)

    rings = on_face(mesh, 1, 3)
    assert mesh.chord_mm > 0.05
    assert thickness(mesh).values[~rings] == pytest.approx(3, abs=1e-4)
    assert thickness(mesh).values[rings] == pytest.approx(30, rel=1e-12)


def test_a_hollow_ball_is_as_thick_as_its_shell() -> None:
    mesh = meshes.hollow_ball(outer=10, inner=7, edge=1)

    assert thickness(mesh).values == pytest.approx(3, abs=1e-3)
    assert np.median(thickness(mesh).values) == pytest.approx(3, abs=3e-5)


@pytest.mark.parametrize("lean_deg", [8, 20])
def test_a_wedge_holds_the_ball_that_touches_both_its_sides(lean_deg: float) -> None:
    angle = np.radians(lean_deg)
    block = meshes.block((40, 8, 1), 1.0)
    mesh = meshes.warped(
        block, lambda p: np.stack([p[:, 0] + 10, p[:, 1], p[:, 2] * (p[:, 0] + 10) * np.tan(angle)], axis=1)
    )

    bottom = on_face(mesh, 4) & (mesh.vertices[:, 0] > 13)
    along_normal = mesh.vertices[bottom, 0] * np.tan(angle)
    ball = 2 * along_normal * np.cos(angle) / (1 + np.cos(angle))
    assert ray(mesh).values[bottom] == pytest.approx(along_normal, abs=1e-4)
    assert thickness(mesh).values[bottom] == pytest.approx(ball, rel=1e-3)


def upright_plate(thickness_mm: float) -> TopoDS_Shape:
    """Draw a plate that stands on a foot."""
    plate = draw.box((60, thickness_mm, 30))
    return draw.fuse(plate, draw.box((60, 20, 5), (0, -8, -5)))


def sides_of(part: Part, least_mm2: float) -> np.ndarray:
    """Return the faces square to y that are so large: the two sides of the plate."""
    found = [
        face.id
        for face in part.faces
        if isinstance(face.surface, Plane)
        and abs(face.surface.normal[1]) > 0.99
        and face.area_mm2 > least_mm2
    ]
    assert len(found) == 2
    return np.array(found)


@pytest.mark.parametrize(("radius_mm", "max_edge_mm"), [(0.2, 4.0), (0.6, 2.0), (1.0, 4.0), (1.4, 2.0)])
def test_a_plate_with_rounded_rims_is_as_thick_at_the_rims_as_elsewhere(
    radius_mm: float, max_edge_mm: float
) -> None:
    rounded = draw.fillet(upright_plate(3.0), radius_mm, (30, 0, 30), (30, 3, 30))
    part, mesh = read(rounded, MeshOptions(max_edge_mm=max_edge_mm))

    on_sides = on_face(mesh, *sides_of(part, 1500)) & (mesh.vertices[:, 2] > 1.0)
    assert thickness(mesh).values[on_sides] == pytest.approx(3.0, abs=1e-6)


def test_a_stepped_plate_is_thin_under_its_low_part_and_thick_under_its_high_part() -> None:
    filled = np.ones((2, 1, 2))
    filled[1, 0, 1] = 0
    mesh = meshes.grid_solid([(0, 20, 40), (0, 15), (0, 3, 6)], filled, 1.0)

    x, up = mesh.vertices[:, 0], np.abs(mesh.normals[:, 2]) > 0.5
    assert thickness(mesh).values[up & (x > 20)] == pytest.approx(3, rel=1e-12)
    # under the edge of the step the ball still touches the low part
    assert thickness(mesh).values[up & (x < 20 - 6)] == pytest.approx(6, rel=1e-12)


@pytest.fixture(scope="module")
def ribbed() -> Mesh:
    """Draw a 3 mm plate with a 2 mm rib, 15 mm high, along y at x = 0."""
    filled = np.zeros((3, 1, 2))
    filled[:, :, 0] = 1
    filled[1, 0, 1] = 1
    return meshes.grid_solid([(-20, -1, 1, 20), (0, 15), (0, 3, 18)], filled, 0.5)


def test_under_a_rib_the_ball_fits_the_junction_where_the_ray_runs_up_the_rib(ribbed: Mesh) -> None:
    under = (ribbed.normals[:, 2] < -0.5) & (np.abs(ribbed.vertices[:, 0]) < 1e-9)

    assert under.sum() > 10
    assert ray(ribbed).values[under] == pytest.approx(18, rel=1e-12)
    assert thickness(ribbed).values[under] == pytest.approx(3 + 2**2 / (4 * 3), rel=1e-3)


def test_a_rib_is_as_thick_as_it_was_drawn_from_its_foot_to_its_top(ribbed: Mesh) -> None:
    sides = (np.abs(ribbed.normals[:, 0]) > 0.5) & (np.abs(ribbed.vertices[:, 0]) < 2)

    assert sides.sum() > 100
    assert thickness(ribbed).values[sides] == pytest.approx(2, rel=1e-12)


def test_a_drafted_cup_has_no_thin_wall_at_its_acute_rim() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=2, edge=1.2)

    rim = on_face(mesh, 1) & (mesh.vertices[:, 2] == 30)
    assert rim.sum() > 100
    assert thickness(mesh).values[rim] == pytest.approx(2 * np.cos(np.radians(2)), rel=2e-3)
    assert np.nanmin(thickness(mesh).values) > 1.99


def test_a_slanted_bar_has_no_thin_wall_at_its_acute_edges() -> None:
    lean = 1 / np.tan(np.radians(60))
    mesh = meshes.warped(
        meshes.block((40, 20, 10), 1.0),
        lambda p: np.stack([p[:, 0] + lean * p[:, 2], p[:, 1], p[:, 2]], axis=1),
    )

    flat = np.abs(mesh.normals[:, 2]) > 0.99
    near_edge = flat & (ray(mesh).values < 5)
    assert near_edge.sum() > 50
    assert thickness(mesh).values[flat] == pytest.approx(10, rel=1e-3)


def test_the_tip_of_a_passage_behind_a_wall_is_a_thin_wall() -> None:
    mesh = meshes.pierced_block(side=20, length=10, radius=9, edge=1)

    below = on_face(mesh, 5) & (np.abs(mesh.vertices[:, 0]) < 1e-9)
    assert thickness(mesh).values[below] == pytest.approx(1, abs=1e-3)


def test_a_bar_of_three_sides_has_no_walls_that_face_each_other() -> None:
    prism = [
        meshes.line((0, -10), (8, -10)),
        meshes.line((8, -10), (0, 3.8)),
        meshes.line((0, 3.8), (0, -10)),
    ]
    cone = meshes.revolved(prism[:2], 1.0)

    side = on_face(cone, 1) & (cone.vertices[:, 2] > -2)
    values = thickness(cone).values[side]
    assert np.isnan(values).all() or np.nanmin(values) > 5


def test_touching_bodies_keep_their_own_thickness() -> None:
    mesh = meshes.joined(meshes.block((20, 10, 3), 1.0), meshes.block((20, 10, 5), 1.0, corner=(0, 0, 3)))

    flat = np.abs(mesh.normals[:, 2]) > 0.5
    low = mesh.face_of_vertex < 6
    assert thickness(mesh).values[flat & low] == pytest.approx(3, rel=1e-12)
    assert thickness(mesh).values[flat & ~low] == pytest.approx(5, rel=1e-12)


def test_an_open_box_has_no_thickness_where_nothing_stands_behind() -> None:
    closed = meshes.block((20, 10, 3), 1.0)
    open_above = meshes.without(closed, np.flatnonzero(closed.face_of_triangle == 5))

    floor = on_face(open_above, 4)
    assert np.isnan(thickness(open_above).values[floor]).all()
    assert thickness(open_above).values[on_face(open_above, 0)] == pytest.approx(20, rel=1e-12)
    assert thickness(closed).values[on_face(closed, 4)] == pytest.approx(3, rel=1e-12)


def test_missing_and_doubled_triangles_do_not_disturb_the_rest() -> None:
    whole = meshes.tube(outer=20, inner=17, height=30, edge=2.5)
    missing = np.random.default_rng(0).choice(len(whole.triangles), len(whole.triangles) // 50, replace=False)
    walls = on_face(whole, 0, 2)

    for mesh in (meshes.without(whole, missing), meshes.joined(whole, whole)):
        values = thickness(mesh).values[: len(walls)][walls]
        assert (np.abs(values - 3) < 0.05 * 3).mean() > 0.999


def test_a_vertex_without_a_normal_has_no_thickness_and_spoils_no_other() -> None:
    mesh = meshes.block((20, 10, 3), 1.0)
    normals = mesh.normals.copy()
    normals[7] = np.nan
    values = thickness(meshes.replace(mesh, normals=normals)).values

    assert np.isnan(values[7])
    assert not np.isnan(np.delete(values, 7)).any()


def test_an_empty_mesh_has_empty_fields() -> None:
    mesh = meshes.block((1, 1, 1), 1.0)
    nothing = meshes.without(mesh, np.arange(len(mesh.triangles)))

    assert np.isnan(thickness(nothing).values).all()


@pytest.mark.parametrize(
    ("turn", "shift", "scale"),
    [
        (SKEW, (0, 0, 0), 1.0),
        (MIRROR, (0, 0, 0), 1.0),
        (np.eye(3), (0, 0, 0), 0.05),
        (SKEW, (5, 6, 7), 100.0),
        (SKEW, (1e7, -1e7, 1e7), 1.0),
    ],
    ids=["turned", "mirrored", "tiny", "huge", "10 km away"],
)
def test_thickness_follows_the_part(turn: np.ndarray, shift: tuple[float, ...], scale: float) -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=1, edge=3)
    there = meshes.moved(mesh, turn, shift, scale)

    here, moved = thickness(mesh).values, thickness(there).values
    assert moved == pytest.approx(scale * here, rel=2e-3)
    assert np.median(np.abs(moved / scale / here - 1)) < 1e-6


@pytest.mark.parametrize("edge", [3.0, 1.8])
def test_the_stated_error_holds_at_every_vertex(edge: float) -> None:
    for mesh, truth, walls in (
        (meshes.tube(20, 17, 30, edge), 3.0, (0, 2)),
        (meshes.hollow_ball(10, 7, edge / 2), 3.0, (0, 1)),
        (meshes.bored_block(20, 12, 5, edge), 12.0, (0, 1)),
    ):
        field = thickness(mesh)
        off = np.abs(field.values[on_face(mesh, *walls)] - truth)
        assert (off <= field.absolute_error + field.relative_error * truth).all()
        assert field.absolute_error < 0.05 * truth


def test_witnesses_lie_on_the_opposite_wall_at_the_measured_distance() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=2)
    outside = np.flatnonzero(on_face(mesh, 0))
    field = thickness(mesh)

    places = fields.witnesses(mesh, field, outside)
    apart = np.linalg.norm(places - mesh.vertices[outside], axis=1)
    assert np.hypot(places[:, 0], places[:, 1]) == pytest.approx(17, abs=2 * mesh.chord_mm)
    assert apart == pytest.approx(field.values[outside], abs=2 * mesh.chord_mm)


def test_a_field_that_is_no_distance_has_no_witnesses() -> None:
    mesh = meshes.block((20, 10, 3), 1.0)
    leaning = draft.measure(mesh.normals, np.array([0.0, 0.0, 1.0]))

    with pytest.raises(ValueError, match="draft"):
        fields.witnesses(mesh, leaning, np.array([0]))


def test_measuring_stops_when_the_caller_wants_out() -> None:
    from engine.errors import Cancelled

    mesh = meshes.block((20, 10, 3), 1.0)
    with pytest.raises(Cancelled):
        fields.measure_all(scene.build(mesh), Progress(is_cancelled=lambda: True))


@pytest.mark.parametrize(
    ("change", "scale"),
    [
        (lambda shape: shape, 1.0),
        (lambda shape: draw.mirrored(draw.turned(shape, 33, (1, 2, 3), (30, 3, 1))), 1.0),
        (lambda shape: draw.moved(shape, (1e7, -1e7, 1e7)), 1.0),
        (lambda shape: draw.scaled(shape, 0.05), 0.05),
        (lambda shape: draw.scaled(shape, 100), 100.0),
    ],
    ids=["as drawn", "turned and mirrored", "10 km away", "tiny", "huge"],
)
def test_a_tube_from_a_file_is_as_thick_and_as_wide_as_drawn_wherever_it_lies(
    change: Callable[[TopoDS_Shape], TopoDS_Shape], scale: float
) -> None:
    tube = draw.cut(draw.cylinder(20, 30), draw.cylinder(17, 40, (0, 0, -5)))
    part, mesh = read(change(tube), MeshOptions(max_edge_mm=3 * scale))
    measured = fields.measure_all(scene.build(mesh), Progress())

    for face in part.faces:
        own = mesh.face_of_vertex == face.id
        is_wall = isinstance(face.surface, Cylinder)
        is_bore = is_wall and face.sense < 0
        wall, gap = (measured[name].values[own] / scale for name in ("thickness", "clearance"))
        assert wall == pytest.approx(3 if is_wall else 30, rel=1e-3)
        assert gap == pytest.approx(34, rel=1e-3) if is_bore else np.isinf(gap).all()


def test_a_filleted_rib_from_a_file_has_no_thin_wall_anywhere() -> None:
    plate = draw.fuse(draw.box((60, 40, 4)), draw.box((3, 40, 15), (30, 0, 4)))
    ribbed = draw.fillet(plate, 1, (30, 20, 4), (33, 20, 4))
    _, mesh = read(ribbed, MeshOptions(max_edge_mm=2))
    values = thickness(mesh).values

    assert not np.isnan(values).any()
    assert values.min() == pytest.approx(3, rel=1e-3)


def post_in_bore(gap_mm: float) -> TopoDS_Shape:
    """Draw a round post of 6 mm that stands in a bore of a block, with a gap all round, on one floor."""
    block = draw.cut(draw.box((20, 20, 8), (-10, -10, 0)), draw.cylinder(3 + gap_mm, 8, (0, 0, 2)))
    return draw.fuse(block, draw.cylinder(3, 6, (0, 0, 1)))


@pytest.mark.parametrize("gap_mm", [0.002, 0.5])
def test_a_post_is_as_thick_beside_a_bore_whose_triangles_reach_into_it(gap_mm: float) -> None:
    shape = draw.turned(post_in_bore(gap_mm), 7, (0, 0, 1))  # the vertices of the two lie beside each other
    part, mesh = read(shape, MeshOptions(max_edge_mm=2.0, curvature=16))
    assert mesh.chord_mm > 0.01

    post = [
        face.id
        for face in part.faces
        if isinstance(face.surface, Cylinder) and face.sense > 0 and face.surface.radius_mm == 3
    ]
    values = thickness(mesh).values[on_face(mesh, *post)]
    assert len(values) > 30
    assert values == pytest.approx(6, abs=2e-3)
    assert ray(mesh).values[on_face(mesh, *post)] == pytest.approx(6, abs=2e-3)


@pytest.mark.parametrize(
    ("radius_mm", "way"),
    [
        (0.3, lambda shape: shape),
        (0.5, lambda shape: shape),
        (0.5, draw.as_nurbs),
        (0.7, draw.mirrored),
    ],
)
def test_the_round_of_a_rim_is_no_thinner_than_the_plate(
    radius_mm: float, way: Callable[[TopoDS_Shape], TopoDS_Shape]
) -> None:
    """Where the round has turned by `a` the ray towards its middle is r + (0.8 - r) / cos a.

    The ball there is 2 (0.8 - r + r cos a) / (1 + cos a) across, less than 0.8 for r over 0.4.
    """
    plate = draw.fillet(draw.box((20, 20, 0.8)), radius_mm, (0, 10, 0.8))
    _, mesh = read(way(plate), MeshOptions(max_edge_mm=1.0))
    up = np.abs(mesh.normals[:, 2])
    is_round = (up > 0.77) & (up < 0.999)
    assert is_round.sum() > 20

    values, lean = thickness(mesh).values[is_round], up[is_round]
    if radius_mm > 0.4:
        assert values == pytest.approx(radius_mm + (0.8 - radius_mm) / lean, abs=2e-4)
    else:
        assert values == pytest.approx(2 * (0.8 - radius_mm + radius_mm * lean) / (1 + lean), rel=2e-3)
    assert values.min() >= 0.8


def test_a_conical_pin_is_as_thick_as_the_ball_in_it() -> None:
    """A side that bends about its axis alone is no rim: the ball about the axis touches it all round."""
    slope, cosine = np.tan(np.radians(6.0)), np.cos(np.radians(6.0))
    _, mesh = read(draw.cone(4.0, 4.0 - 20 * slope, 20.0), MeshOptions(max_edge_mm=1.0))
    on_side = (np.abs(mesh.normals[:, 2]) < 0.5) & (mesh.vertices[:, 2] > 4) & (mesh.vertices[:, 2] < 16)
    radius = 4.0 - mesh.vertices[on_side, 2] * slope
    assert on_side.sum() > 50
    assert thickness(mesh).values[on_side] == pytest.approx(2 * radius / cosine, rel=2e-3)


def test_a_round_larger_than_the_wall_behind_it_leaves_it_thinner() -> None:
    box = draw.fillet(draw.box((20, 20, 10)), 1.5, (0, 0, 5))
    _, mesh = read(draw.cut(box, draw.box((18.4, 18.4, 10), (0.8, 0.8, 0.8))), MeshOptions(max_edge_mm=1.0))
    is_round = (np.abs(mesh.normals[:, :2]).min(axis=1) > 1e-3) & (mesh.vertices[:, 2] > 1)
    # in the middle of the round the inner corner is 1.5 - 0.7 √2 away
    assert thickness(mesh).values[is_round].min() < 0.75


@pytest.mark.parametrize("at_mm", [0.12, 6.0])
def test_a_face_that_was_split_beside_an_edge_makes_no_wall_out_of_the_way_along_it(at_mm: float) -> None:
    """The end of a half cylinder sees along its round side, and that is in two pieces."""
    length_mm = 20.0
    post = draw.cut(draw.cylinder(10, length_mm), draw.box((40, 40, 40), (-20, -40, -1)))
    pieces = parts_blends.split(post, (0, 0, length_mm - at_mm), draw.Z)
    prepared = parts_walls.measured(pieces, max_edge_mm=1.5)
    mesh, values = prepared.mesh, prepared.fields["thickness"].values
    is_end = np.abs(mesh.normals[:, 2]) > 0.5
    assert values[is_end] == pytest.approx(length_mm, rel=1e-3)
