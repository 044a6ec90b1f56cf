"""The pull of parts whose undercuts are known by their drawing."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape
from scipy.spatial.transform import Rotation

from engine.errors import Cancelled, InvalidOption
from engine.graph import build
from engine.model.analysis import PreparedPart
from engine.model.arrays import frozen
from engine.model.mesh import Mesh, MeshOptions
from engine.model.pull import Pull, PullMode, PullOptions
from engine.model.surface import Cylinder, Surface
from engine.progress import Progress
from engine.pull.choose import choose
from engine.run_context import RunContext
from tests.support import draw, meshes, mutators, parts
from tests.support.mutators import Respelled
from tests.support.prepared import prepared_of

SKEW = Rotation.from_rotvec([0.3, -0.7, 1.1]).as_matrix()


def pulled(
    mesh: Mesh,
    mode: PullMode = PullMode.CARDINAL,
    surfaces: dict[int, Surface] | None = None,
    **options: float,
) -> Pull:
    return choose(RunContext(prepared_of(mesh, surfaces)), PullOptions(mode, **options), Progress())


def given(
    mesh: Mesh, *direction: float, surfaces: dict[int, Surface] | None = None, **options: float
) -> Pull:
    asked = PullOptions(PullMode.GIVEN, direction, **options)  # type: ignore[arg-type]
    return choose(RunContext(prepared_of(mesh, surfaces)), asked, Progress())


def slotted(neck: float) -> Mesh:
    """Draw a block with a slot along y, 16 mm wide below and `neck` wide above.

    A neck below 16 makes it a T-slot.
    """
    filled = np.ones((5, 1, 3))
    filled[1:4, 0, 1] = 0
    filled[2, 0, 2] = 0
    if neck == 16:
        filled[1:4, 0, 2] = 0
    half = 4 if neck == 16 else neck / 2
    return meshes.grid_solid([(-15, -8, -half, half, 8, 15), (0, 40), (0, 6, 12, 18)], filled, 2.0)


def faces_facing(mesh: Mesh, *normal: float) -> np.ndarray:
    return np.unique(mesh.face_of_vertex[mesh.normals @ normal > 0.99])


def test_a_box_has_no_undercut_and_its_four_walls_have_low_draft() -> None:
    mesh = meshes.block((40, 30, 5), 2.0)
    pull = pulled(mesh)

    assert pull.direction.tolist() == [0, 0, 1]
    assert not pull.is_undercut.any()
    assert np.flatnonzero(pull.is_low_draft).tolist() == [0, 1, 2, 3]
    assert pull.min_draft_of_face == pytest.approx([0, 0, 0, 0, 90, 90], abs=1e-9)
    assert pull.regions == ()


def test_a_drafted_cup_has_neither_undercut_nor_low_draft_and_is_pulled_from_its_opening() -> None:
    for turn, expected in ((np.eye(3), [0, 0, 1]), (np.diag([1.0, -1, -1]), [0, 0, -1])):
        mesh = meshes.moved(meshes.cup(radius=20, height=30, wall=2, draft_deg=4, edge=4), turn)
        pull = pulled(mesh)

        assert pull.direction.tolist() == expected
        assert not pull.is_undercut.any()
        assert not pull.is_low_draft.any()
        assert pull.min_draft_of_face == pytest.approx([90, 4, 90, 4, 90], abs=1e-9)
        assert (pull.half_of_vertex == np.array([-1, -1, 1, 1, 1])[mesh.face_of_vertex]).all()


def test_a_cup_with_less_draft_than_asked_for_has_low_draft_inside_and_outside() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=2, edge=4)

    assert np.flatnonzero(pulled(mesh).is_low_draft).tolist() == [1, 3]
    assert not pulled(mesh, alpha_warn_deg=1.9).is_low_draft.any()


def test_a_t_slot_is_undercut_under_its_lips_and_a_plain_slot_is_not() -> None:
    mesh = slotted(neck=8)
    pull = given(mesh, 0, 0, 1)
    z, y_only = mesh.vertices[:, 2], np.abs(mesh.vertices[:, 0])
    inside = np.unique(mesh.face_of_vertex[(z > 6.5) & (z < 11.5) & (y_only < 8.5)])
    lips = np.unique(mesh.face_of_vertex[(z == 12) & (mesh.normals[:, 2] < -0.5)])
    floor = np.unique(mesh.face_of_vertex[(z == 6) & (mesh.normals[:, 2] > 0.5)])

    walls = np.setdiff1d(inside, [*faces_facing(mesh, 0, 1, 0), *faces_facing(mesh, 0, -1, 0)])
    assert len(lips) == len(walls) == 2
    assert np.flatnonzero(pull.is_undercut).tolist() == sorted([*lips, *walls, *floor])
    # the lips, the walls below them, and the floor but for the strip under the neck
    assert pull.undercut_area_of_face.sum() == pytest.approx(2 * 4 * 40 + 2 * 6 * 40 + 8 * 40, rel=0.01)
    assert not given(slotted(neck=16), 0, 0, 1).is_undercut.any()


def test_a_t_slot_is_freed_by_a_slide_along_it_and_is_one_region() -> None:
    (region,) = given(slotted(neck=8), 0, 0, 1).regions

    assert region.side_action is not None
    assert np.abs(region.side_action) == pytest.approx([0, 1, 0], abs=1e-9)
    assert region.area_mm2 == pytest.approx(1120, rel=0.01)


def test_cardinal_pulls_a_t_slot_along_the_slot() -> None:
    pull = pulled(slotted(neck=8))

    assert np.abs(pull.direction).tolist() == [0, 1, 0]
    assert not pull.is_undercut.any()


def bore(turn: np.ndarray | None = None) -> tuple[Mesh, dict[int, Surface]]:
    mesh = meshes.moved(meshes.bored_block(side=20, length=30, radius=5, edge=1.5), turn)
    axis = np.array([0.0, 1, 0]) if turn is None else turn @ [0, 1, 0]
    return mesh, {6: Cylinder(frozen([0, 0, 0]), frozen(axis), 5.0)}


def test_a_through_hole_across_the_pull_is_undercut_with_a_slide_along_the_hole() -> None:
    mesh, surfaces = bore()
    pull = given(mesh, 0, 0, 1, surfaces=surfaces)
    (region,) = pull.regions

    assert np.flatnonzero(pull.is_undercut).tolist() == [6]
    assert pull.undercut_area_of_face[6] == pytest.approx(2 * np.pi * 5 * 30, rel=0.01)
    assert region.faces == (6,)
    assert region.side_action == pytest.approx([0, 1, 0], abs=1e-9)
    assert (pull.half_of_vertex[mesh.face_of_vertex == 6] == 0).all()


def test_the_same_hole_along_the_pull_is_freed_with_low_draft() -> None:
    mesh, surfaces = bore()
    pull = given(mesh, 0, 1, 0, surfaces=surfaces)

    assert not pull.is_undercut.any()
    assert pull.is_low_draft[6]


def test_a_slide_leaves_a_blind_side_pocket_by_its_opening() -> None:
    filled = np.ones((3, 3, 3))
    filled[0, 1, 1] = 0
    mesh = meshes.grid_solid([(0, 12, 20, 30), (0, 10, 20, 30), (0, 10, 20, 30)], filled, 2.0)
    (region,) = given(mesh, 0, 0, 1).regions

    assert region.side_action == pytest.approx([-1, 0, 0], abs=1e-9)
    # roof and floor 12 x 10; both sides and the end face stand along the pull, but roof and floor lock them
    assert region.area_mm2 == pytest.approx(4 * 12 * 10 + 100, rel=0.01)
    assert 0 <= region.location[0] <= 12


def test_a_closed_hollow_is_undercut_and_no_slide_frees_it() -> None:
    mesh = meshes.hollow_ball(outer=10, inner=7, edge=1)
    pull = pulled(mesh)
    (region,) = pull.regions

    assert np.flatnonzero(pull.is_undercut).tolist() == [1]
    assert region.side_action is None
    assert not pull.is_low_draft.any()


def leaning(lean_deg: float) -> Mesh:
    """Draw a blind pocket one wall of which leans over its floor."""
    filled = np.ones((3, 3, 2))
    filled[1, 1, 1] = 0
    mesh = meshes.grid_solid([(0, 10, 20, 30), (0, 10, 20, 30), (0, 10, 30)], filled, 2.0)
    lean = np.tan(np.radians(lean_deg))

    def over(p: np.ndarray) -> np.ndarray:
        is_wall = (p[:, 0] == 10) & (p[:, 2] >= 10) & (p[:, 1] >= 10) & (p[:, 1] <= 20)
        return np.stack([p[:, 0] + is_wall * lean * (p[:, 2] - 10), p[:, 1], p[:, 2]], axis=1)

    return meshes.warped(mesh, over)


@pytest.mark.parametrize(("lean_deg", "is_undercut"), [(0.4, False), (0.6, True)])
def test_a_wall_is_undercut_when_it_leans_by_more_than_alpha_min(lean_deg: float, is_undercut: bool) -> None:
    mesh = leaning(lean_deg)
    pull = given(mesh, 0, 0, 1)
    wall = (np.abs(mesh.vertices[:, 0] - 10) < 2) & (mesh.normals[:, 0] > 0.5)
    face = int(mesh.face_of_vertex[wall][0])

    assert bool(pull.is_undercut[face]) is is_undercut
    assert bool(pull.is_low_draft[face]) is not is_undercut
    assert pull.min_draft_of_face[face] == pytest.approx(-lean_deg, abs=1e-6)


@pytest.mark.parametrize("turn", [np.eye(3), SKEW, -SKEW], ids=["straight", "turned", "mirrored"])
@pytest.mark.parametrize("scale", [0.05, 100.0])
def test_turning_and_scaling_the_part_turns_the_hemisphere_pull(turn: np.ndarray, scale: float) -> None:
    cup = meshes.cup(radius=20, height=30, wall=2, draft_deg=4, edge=4)
    surfaces = {k: Cylinder(frozen([0, 0, 0]), frozen(turn @ [0, 0, 1]), 20.0) for k in (1, 3)}
    pull = pulled(meshes.moved(cup, turn, (5, 6, 7), scale), PullMode.HEMISPHERE, surfaces)

    assert pull.direction == pytest.approx(turn @ [0, 0, 1], abs=1e-6)
    assert not pull.is_undercut.any()


def test_hemisphere_finds_the_axis_of_a_part_that_has_no_flat_face_and_no_axis() -> None:
    bowl = meshes.revolved(
        [
            meshes.arc((0, 0), 20, -90, 0),
            meshes.arc((19, 0), 1, 0, 180),
            meshes.arc((0, 0), 18, 0, -90),
        ],
        4.0,
    )
    mesh = meshes.moved(bowl, SKEW)
    pull = pulled(mesh, PullMode.HEMISPHERE)

    assert pull.direction @ SKEW[:, 2] > np.cos(np.radians(10))
    assert not pull.is_undercut.any()


def test_the_given_direction_is_taken_as_it_is_and_normalized() -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=4, edge=4)

    assert given(mesh, 0, 0, -7).direction.tolist() == [0, 0, -1]
    assert given(mesh, 1e-300, 1e-300, 0).direction == pytest.approx([0.5**0.5, 0.5**0.5, 0])


def test_the_opposite_direction_frees_the_same_faces_from_the_other_half() -> None:
    mesh, surfaces = bore()
    there, back = given(mesh, 0, 0.2, 1, surfaces=surfaces), given(mesh, 0, -0.2, -1, surfaces=surfaces)

    assert (there.is_undercut == back.is_undercut).all()
    assert there.undercut_area_of_face == pytest.approx(back.undercut_area_of_face)
    walls = np.abs(mesh.normals @ there.direction) < 1e-9
    assert (there.half_of_vertex == np.where(walls, back.half_of_vertex, -back.half_of_vertex)).all()


@pytest.mark.parametrize(
    "direction", [(0.0, 0.0, 0.0), (np.nan, 0.0, 1.0), (np.inf, 0.0, 0.0), None, (1.0, 2.0)]
)
def test_a_direction_that_is_none_is_refused(direction: tuple[float, ...] | None) -> None:
    part = RunContext(prepared_of(meshes.block((4, 4, 4), 2.0)))
    options = PullOptions(PullMode.GIVEN, direction)  # type: ignore[arg-type]

    with pytest.raises(InvalidOption, match=r"direction|three numbers"):
        choose(part, options, Progress())


def test_bodies_do_not_stand_in_each_others_way() -> None:
    low, high = meshes.block((20, 20, 5), 2.0), meshes.block((20, 20, 5), 2.0, corner=(10, 0, 8))

    assert not given(meshes.joined(low, high), 0, 0, 1).is_undercut.any()


def test_a_vertex_without_a_normal_belongs_to_no_half() -> None:
    mesh = meshes.block((4, 4, 4), 2.0)
    normals = mesh.normals.copy()
    normals[3] = np.nan
    half = given(meshes.replace(mesh, normals=frozen(normals)), 0, 0, 1).half_of_vertex

    assert np.flatnonzero(np.isnan(half)).tolist() == [3]


def test_the_same_part_gives_the_same_pull_every_time() -> None:
    mesh, surfaces = bore(SKEW)
    first, second = (pulled(mesh, PullMode.HEMISPHERE, surfaces) for _ in range(2))

    assert (first.direction == second.direction).all()
    assert (first.half_of_vertex == second.half_of_vertex).all()


def test_choosing_stops_when_the_caller_wants_out() -> None:
    part = RunContext(prepared_of(meshes.block((4, 4, 4), 2.0)))

    with pytest.raises(Cancelled):
        choose(part, PullOptions(), Progress(is_cancelled=lambda: True))


def drawn(shape: TopoDS_Shape, max_edge_mm: float = 3.0) -> RunContext:
    """Read a shape and mesh it."""
    part, mesh = parts.read(shape, MeshOptions(max_edge_mm))
    return RunContext(PreparedPart(part, build.build(part), mesh, {}, mesh.area_of_triangle))


def test_a_cross_hole_split_into_halves_is_one_region_with_a_slide_along_it() -> None:
    block = draw.box((40, 30, 20))
    lower = draw.cut(draw.box((40, 30, 10)), draw.cylinder(4, 40, (20, -5, 10), draw.Y))
    upper = draw.cut(draw.box((40, 30, 10), (0, 0, 10)), draw.cylinder(4, 40, (20, -5, 10), draw.Y))
    for shape in (draw.cut(block, draw.cylinder(4, 40, (20, -5, 10), draw.Y)), draw.fuse(lower, upper)):
        context = drawn(shape)
        pull = choose(context, PullOptions(PullMode.GIVEN, (0, 0, 1)), Progress())
        (region,) = pull.regions

        assert set(region.faces) == set(parts.faces_at(context.part, (20, 15, 14), (20, 15, 6)))
        assert region.area_mm2 == pytest.approx(2 * np.pi * 4 * 30, rel=0.01)
        assert region.side_action is not None
        assert np.abs(region.side_action) == pytest.approx([0, 1, 0], abs=1e-9)


def test_a_drafted_box_from_a_file_is_pulled_along_its_draft_wherever_it_lies() -> None:
    lid = draw.prism([(-20, 0, 0), (20, 0, 0), (18.95, 0, 20), (-18.95, 0, 20)], (0, 30, 0))
    turned = draw.turned(draw.turned(lid, 33, draw.X), 51, (0, 1, 1))
    pull = choose(drawn(turned), PullOptions(PullMode.HEMISPHERE), Progress())
    straight = choose(drawn(lid), PullOptions(PullMode.HEMISPHERE), Progress())

    assert np.abs(straight.direction) == pytest.approx([0, 0, 1], abs=1e-6)
    expected = Rotation.from_rotvec(np.radians(51) * np.array([0, 1, 1]) / 2**0.5) * Rotation.from_rotvec(
        np.radians(33) * np.array([1, 0, 0])
    )
    assert pull.direction == pytest.approx(expected.as_matrix() @ straight.direction, abs=1e-6)
    assert not pull.is_undercut.any()
    # the ends stand along the pull, the sides lean by atan(1.05 / 20) = 3.005 degrees
    assert pull.is_low_draft.sum() == 2


def ledged(over_mm: float) -> RunContext:
    """Draw a block, 60 x 40 x 10, with a pocket of 3 x 4 and a groove on both sides of its floor.

    The groove reaches out by `over_mm` and is twice as high.
    """
    pocket = draw.box((3, 4, 4), (28, 18, 6))
    groove = draw.box((3, 4 + 2 * over_mm, 2 * over_mm), (28, 18 - over_mm, 6))
    return drawn(draw.cut(draw.box((60, 40, 10)), pocket, groove))


@pytest.mark.parametrize(("over_mm", "n_regions"), [(0.01, 0), (0.1, 2)])
def test_a_ledge_of_a_hundredth_of_a_millimeter_is_no_undercut(over_mm: float, n_regions: int) -> None:
    found = choose(ledged(over_mm), PullOptions(PullMode.GIVEN, (0, 0, 1)), Progress())
    assert len(found.regions) == n_regions
    assert found.is_undercut.any() == (n_regions > 0)


def box_with_slides() -> TopoDS_Shape:
    """Draw an open box, 60 x 40 x 25, with a bore through one wall and a T-slot along y in another."""
    shell = draw.cut(draw.box((60, 40, 25)), draw.box((44, 32, 25), (4, 4, 3)))
    slot = draw.fuse(draw.box((4, 40, 4), (57, 0, 10)), draw.box((3, 40, 10), (53, 0, 7)))
    return draw.cut(shell, draw.cylinder(4, 10, (-3, 15, 14), draw.X), slot)


@cache
def pull_of_box_with_slides() -> Pull:
    return choose(drawn(box_with_slides()), PullOptions(), Progress())


@pytest.mark.parametrize(
    "written",
    [
        lambda box: mutators.turned_about(box, (1.0, 2.0, 3.0), 30.0),
        lambda box: mutators.mirrored_across(box, (3.0, 0.0, 4.0)),
    ],
    ids=["turned about an odd axis", "mirrored"],
)
def test_cardinal_finds_the_same_pull_and_the_same_slides_however_the_file_turns_its_part(
    written: Callable[[TopoDS_Shape], Respelled],
) -> None:
    square, turned = pull_of_box_with_slides(), written(box_with_slides())
    pull, matrix = choose(drawn(turned.shape), PullOptions(), Progress()), turned.turn

    assert square.direction.tolist() == [0, 0, 1]
    assert pull.direction == pytest.approx(matrix @ square.direction, abs=1e-6)
    assert len(pull.regions) == len(square.regions) == 3
    for region, same in zip(pull.regions, square.regions, strict=True):
        assert region.area_mm2 == pytest.approx(same.area_mm2, rel=0.01)
        # the slot may be left by either end
        assert abs(region.side_action @ matrix @ same.side_action) == pytest.approx(1, abs=1e-9)
    assert pull.is_undercut.sum() == square.is_undercut.sum()
    assert pull.is_low_draft.sum() == square.is_low_draft.sum()


def _drilled(deeper_mm: float) -> TopoDS_Shape:
    """Draw a block with six blind holes along x and six along y, those along x deeper."""
    block = draw.box((60, 60, 20))
    along_x = [draw.cylinder(3, 20 + deeper_mm, (0, at, 6), (1, 0, 0)) for at in range(5, 60, 10)]
    along_y = [draw.cylinder(3, 20, (at, 0, 14), (0, 1, 0)) for at in range(5, 60, 10)]
    return draw.cut(block, *along_x, *along_y)


def test_of_two_pulls_that_leave_nearly_as_much_undercut_the_lesser_evil_is_taken() -> None:
    """Pulled along x, the holes along y are undercut: 0.5 % of the area less than the other way round."""
    for deeper_mm, axis in ((0.53, (1.0, 0.0, 0.0)), (-0.53, (0.0, 1.0, 0.0))):
        part = mutators.turned_about(_drilled(deeper_mm), (1.0, 2.0, 3.0), 77.0)
        pull = choose(drawn(part.shape, max_edge_mm=2.1), PullOptions(), Progress())
        assert abs(pull.direction @ part.turn @ np.array(axis)) == pytest.approx(1.0, abs=1e-6)
