"""Changes of section, on solids of blocks whose sections are known."""

from dataclasses import replace

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import uniformity
from engine.features.hole import Hole
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, frozen
from engine.model.evidence import SectionChange
from engine.model.part import FaceId
from engine.run_context import RunContext
from tests.support import draw, mutators
from tests.support.analyses import blocks
from tests.support.drawn import analyzed
from tests.support.measuring import hole, with_opposites


def plate(thin_mm: float, thick_mm: float) -> tuple[PreparedPart, dict[FaceId, SectionChange]]:
    """Draw a plate on z = 0, 120 x 40: `thin_mm` high up to x = 60 and `thick_mm` beyond."""
    heights = [0.0, thin_mm, thick_mm] if thick_mm > thin_mm else [0.0, thin_mm]
    filled = np.ones((2, 1, len(heights) - 1), dtype=bool)
    if thick_mm > thin_mm:
        filled[0, :, 1] = False
    prepared = blocks([0, 60, 120], [0, 40], heights, filled).assessed.prepared
    return prepared, by_face(prepared)


def measured(prepared: PreparedPart, *holes: Hole) -> tuple[SectionChange, ...]:
    recognition = Recognition(holes, (), (), 1.0, {})
    return uniformity.measure(
        RunContext(prepared), recognition, np.zeros(len(prepared.mesh.vertices), dtype=bool)
    )


def by_face(prepared: PreparedPart) -> dict[FaceId, SectionChange]:
    return {change.face: change for change in measured(prepared)}


def at(prepared: PreparedPart, x: float, y: float, z: float) -> FaceId:
    mesh = prepared.mesh
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    nearest = int(np.argmin(np.linalg.norm(middles - np.array([x, y, z]), axis=1)))
    return FaceId(int(mesh.face_of_triangle[nearest]))


def test_a_plate_of_one_thickness_has_no_change() -> None:
    prepared, changes = plate(5.0, 5.0)
    top, bottom = at(prepared, 60, 20, 5), at(prepared, 60, 20, 0)
    assert set(changes) == {top, bottom}
    assert changes[top].ratio == pytest.approx(1.0)
    assert changes[top].thick_mm == pytest.approx(5.0)


def test_a_step_changes_by_the_ratio_of_its_heights() -> None:
    prepared, changes = plate(5.0, 15.0)
    upper, bottom = at(prepared, 90, 20, 15), at(prepared, 60, 20, 0)
    for face in (upper, bottom):
        assert changes[face].ratio == pytest.approx(3.0)
        assert (changes[face].thick_mm, changes[face].thin_mm) == pytest.approx((15.0, 5.0))
    assert changes[upper].thick_point[2] == pytest.approx(15.0)
    assert changes[upper].thin_point[0] <= 60.0 <= changes[upper].thick_point[0]
    assert changes[at(prepared, 30, 20, 5)].ratio == pytest.approx(1.0)


def test_a_slight_step_changes_slightly() -> None:
    changes = plate(5.0, 6.0)[1]
    assert max(change.ratio for change in changes.values()) == pytest.approx(1.2)


@pytest.mark.parametrize(("air_mm", "room_mm"), [(9.0, 9.0), (40.0, 40.0), (np.inf, np.inf)])
def test_the_room_before_a_heavy_section_is_that_of_the_most_open_tenth_near_it(
    air_mm: float, room_mm: float
) -> None:
    """All but the top of the heavy half has 5 mm of air; a single point that looks out does not count."""
    prepared, _ = plate(5.0, 15.0)
    mesh = prepared.mesh
    is_top = (mesh.normals[:, 2] > 0.5) & (mesh.vertices[:, 2] > 14.0)
    values = np.where(is_top, air_mm, 5.0)
    values[np.flatnonzero((mesh.normals[:, 2] < -0.5) & (mesh.vertices[:, 0] > 80.0))[0]] = np.inf
    fields = {**prepared.fields, "clearance": replace(prepared.fields["clearance"], values=frozen(values))}
    changes = by_face(replace(prepared, fields=fields))
    assert changes[at(prepared, 90, 20, 15)].room_mm == room_mm


@pytest.mark.parametrize(("n_heavy", "ratio", "error"), [(1, 1.0, 2.0), (2, 3.0, 2.0), (8, 3.0, 0.0)])
def test_a_change_that_a_single_place_shows_is_not_reported_and_one_that_few_show_is_uncertain(
    n_heavy: int, ratio: float, error: float
) -> None:
    """The heavy half is 15 mm thick at a few places in the middle of its top alone, and 5 mm elsewhere."""
    prepared, _ = plate(5.0, 15.0)
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    upper = at(prepared, 90, 20, 15)
    own = np.flatnonzero(mesh.face_of_vertex == upper)
    values = np.where(field.values == 15.0, 5.0, field.values)
    from_middle = np.linalg.norm(mesh.vertices[own] - [90.0, 20.0, 15.0], axis=1)
    values[own[np.argsort(from_middle, kind="stable")[:n_heavy]]] = 15.0
    few = by_face(replace(prepared, fields={"thickness": replace(field, values=frozen(values))}))
    assert few[upper].ratio == pytest.approx(ratio)
    assert few[upper].ratio_error == pytest.approx(error)


@pytest.mark.parametrize(("n_known", "error"), [(3, 2.0), (6, 0.0)])
def test_a_change_on_a_face_that_hardly_lies_over_a_section_is_uncertain(n_known: int, error: float) -> None:
    """The thickness of the heavy half, 15 mm beside 5, is known at a few places of its top alone."""
    prepared, _ = plate(5.0, 15.0)
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    upper = at(prepared, 90, 20, 15)
    own = np.flatnonzero(mesh.face_of_vertex == upper)
    values = field.values.copy()
    beside_step = np.abs(mesh.vertices[own] - [68.0, 20.0, 15.0]) @ [10.0, 1.0, 1.0]
    values[own[np.argsort(beside_step, kind="stable")[n_known:]]] = np.nan
    few = by_face(replace(prepared, fields={"thickness": replace(field, values=frozen(values))}))
    assert few[upper].ratio == pytest.approx(3.0)
    assert few[upper].ratio_error == pytest.approx(error)


def test_a_step_spread_over_a_taper_hardly_changes() -> None:
    prepared, _ = plate(5.0, 5.0)
    mesh = prepared.mesh
    height = 5.0 + mesh.vertices[:, 0] / 12.0
    vertices = mesh.vertices * np.stack([np.ones_like(height), np.ones_like(height), height / 5.0], axis=1)
    is_upright = np.abs(mesh.normals[:, 2]) < 0.5
    through = np.where(is_upright, prepared.fields["thickness"].values, height)
    tapered = replace(
        prepared,
        mesh=replace(mesh, vertices=frozen(vertices)),
        fields={"thickness": replace(prepared.fields["thickness"], values=frozen(through))},
    )
    # From 5 to 15 over 120: within one ball of 15 and its neighbor the height changes by 2.5 at most.
    assert max(change.ratio for change in measured(tapered)) < 15.0 / 12.0


@pytest.mark.parametrize(("half_mm", "ratio"), [(1.5, 1.0), (8.0, 15.0)])
def test_a_face_that_is_thin_in_a_small_spot_alone_is_no_light_section(half_mm: float, ratio: float) -> None:
    """The plate is 15 mm; less than a tenth of the ball's cross section, 18 mm², does not count."""
    prepared, _ = plate(15.0, 15.0)
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    from_spot = np.abs(mesh.vertices[:, :2] - [60.0, 20.0]).max(axis=1)
    is_spot = (from_spot <= half_mm) & (np.abs(mesh.normals[:, 2]) > 0.5)
    assert is_spot.any()
    values = np.where(is_spot, 1.0, field.values)
    spotted = replace(prepared, fields={"thickness": replace(field, values=frozen(values))})
    assert max(change.ratio for change in measured(spotted)) == pytest.approx(ratio)


def test_a_rib_and_the_plate_it_stands_on_meet() -> None:
    filled = np.zeros((3, 1, 2), dtype=bool)
    filled[:, :, 0] = True
    filled[1, :, 1] = True
    prepared = blocks([0, 30, 32, 62], [0, 40], [0, 6, 26], filled).assessed.prepared
    changes = by_face(prepared)
    below = changes[at(prepared, 31, 20, 0)]
    assert below.ratio == pytest.approx(3.0)
    assert below.thin_face in (at(prepared, 30, 20, 16), at(prepared, 32, 20, 16))
    assert changes[at(prepared, 30, 20, 16)].ratio == pytest.approx(1.0)


def test_faces_that_only_close_a_section_off_are_not_inspected() -> None:
    prepared, changes = plate(5.0, 15.0)
    rims = [at(prepared, 0, 20, 2), at(prepared, 120, 20, 7), at(prepared, 30, 0, 2)]
    assert not set(rims) & set(changes)


def test_thin_and_thick_that_do_not_touch_make_no_change() -> None:
    filled = np.zeros((5, 1, 1), dtype=bool)
    filled[[0, 4]] = True
    prepared = blocks([0, 2, 30, 60, 90, 110], [0, 60], [0, 60], filled).assessed.prepared
    assert {round(change.thick_mm) for change in by_face(prepared).values()} == {2, 20}
    assert all(change.ratio == pytest.approx(1.0) for change in by_face(prepared).values())


def test_bodies_that_lie_side_by_side_do_not_touch() -> None:
    filled = np.zeros((3, 1, 1), dtype=bool)
    filled[[0, 2]] = True
    prepared = blocks([0, 2, 2.01, 22], [0, 60], [0, 60], filled).assessed.prepared
    assert max(change.ratio for change in by_face(prepared).values()) > 5.0
    right = at(prepared, 22, 30, 30), at(prepared, 2.01, 30, 30)
    faces = tuple(
        replace(face, body=1 if face.id in right or face.inner_point[0] > 2.005 else 0)
        for face in prepared.part.faces
    )
    split_part = replace(prepared, part=replace(prepared.part, faces=faces))
    assert all(change.ratio == pytest.approx(1.0) for change in measured(split_part))


@pytest.mark.parametrize("scale", [0.05, 100.0])
def test_the_ratio_does_not_depend_on_the_size(scale: float) -> None:
    prepared, changes = plate(5.0, 15.0)
    field = prepared.fields["thickness"]
    faces = tuple(replace(face, area_mm2=scale**2 * face.area_mm2) for face in prepared.part.faces)
    scaled = replace(
        prepared,
        part=replace(prepared.part, faces=faces),
        mesh=replace(prepared.mesh, vertices=frozen(scale * prepared.mesh.vertices)),
        fields={"thickness": replace(field, values=frozen(scale * field.values))},
        area_of_triangle=frozen(scale**2 * prepared.area_of_triangle),
    )
    found = by_face(scaled)
    assert set(found) == set(changes)
    for face, change in changes.items():
        assert found[face].ratio == pytest.approx(change.ratio)


def test_a_part_without_any_thickness_has_no_sections() -> None:
    prepared, _ = plate(5.0, 5.0)
    field = replace(prepared.fields["thickness"], values=frozen(np.full(len(prepared.mesh.vertices), np.nan)))
    assert measured(replace(prepared, fields={"thickness": field})) == ()


def test_a_hole_narrower_than_the_wall_beside_it_does_not_make_the_wall_thinner() -> None:
    filled = np.ones((3, 1, 2), dtype=bool)
    filled[1, :, 1] = False
    prepared = with_opposites(blocks([0, 30, 34, 64], [0, 40], [0, 5, 20], filled).assessed.prepared)
    inside = [at(prepared, 30, 20, 12), at(prepared, 34, 20, 12), at(prepared, 32, 20, 5)]
    strongest = max(change.ratio for change in measured(prepared))
    assert strongest == pytest.approx(4.0)
    drilled = hole(*inside, diameter_mm=4.0)
    assert max(change.ratio for change in measured(prepared, drilled)) < 1.6
    cored = hole(*inside, diameter_mm=40.0)
    assert max(change.ratio for change in measured(prepared, cored)) == pytest.approx(strongest)


def test_flanks_are_no_sections() -> None:
    prepared, changes = plate(5.0, 15.0)
    is_thin = prepared.fields["thickness"].values < 10.0
    found = uniformity.measure(RunContext(prepared), Recognition((), (), (), 1.0, {}), is_thin)
    assert found
    assert all(change.ratio < 3.0 for change in found)
    assert any(change.ratio == pytest.approx(3.0) for change in changes.values())


@pytest.mark.parametrize(("length_mm", "height_mm", "ratio"), [(40.0, 12.0, 30.0), (4.0, 2.0, 1.0)])
def test_a_fin_that_is_small_beside_the_section_under_it_does_not_matter(
    length_mm: float, height_mm: float, ratio: float
) -> None:
    filled = np.zeros((3, 3, 2), dtype=bool)
    filled[:, :, 0] = True
    filled[1, 1, 1] = True
    ys = [0.0, 30 - length_mm / 2, 30 + length_mm / 2, 60.0]
    prepared = blocks([0, 30, 31, 60], ys, [0, 30, 30 + height_mm], filled).assessed.prepared
    assert by_face(prepared)[at(prepared, 10, 10, 30)].ratio == pytest.approx(ratio)


def test_a_ray_that_grazed_a_border_into_the_air_is_no_section() -> None:
    frame = np.ones((3, 3, 1), dtype=bool)
    frame[1, 1] = False
    prepared = blocks([0, 4, 56, 60], [0, 4, 56, 60], [0, 3], frame).assessed.prepared
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    rim = at(prepared, 0, 30, 1.5)
    at_border = (
        (mesh.face_of_vertex == rim) & (np.abs(mesh.vertices[:, 1] - 30) < 3) & (mesh.vertices[:, 2] == 0)
    )
    assert at_border.any()
    grazed = replace(field, values=frozen(np.where(at_border, 60.0, field.values)))
    found = measured(replace(prepared, fields={"thickness": grazed}))
    assert max(change.thick_mm for change in found) < 60.0


def test_a_thickness_that_is_hardly_known_is_no_section() -> None:
    prepared, _ = plate(5.0, 15.0)
    vague = replace(prepared.fields["thickness"], absolute_error=0.6)
    found = measured(replace(prepared, fields={"thickness": vague}))
    assert {round(change.thin_mm) for change in found} == {15}


def strongest_of(shape: TopoDS_Shape) -> float:
    """Return the strongest change of a drawn part, on a mesh of some thousand triangles."""
    changes = analyzed(shape, max_edge_mm=2.5, curvature=24.0).assessed.evidence.section_changes
    assert changes is not None
    return max(change.ratio for change in changes)


@pytest.mark.parametrize(
    ("height_mm", "thick_mm", "turn_deg"), [(9.26, 21.26, 0.0), (9.26, 21.26, 30.0), (14.0, 29.3, 30.0)]
)
def test_a_section_is_as_thick_as_what_fits_into_it_wherever_the_mesh_has_rows_on_a_round(
    height_mm: float, thick_mm: float, turn_deg: float
) -> None:
    """The low pad is as thick as it is high for all slanted ways; flat sides of the other are sections."""
    plate = draw.box((90, 64, 12), (-45, -32, 0))
    pad = draw.box((38, 29.3, height_mm), (-19, -14.65, 12))
    part = draw.fillet(draw.fuse(plate, pad), 1.77, (0, 14.65, 12 + height_mm), (0, -14.65, 12 + height_mm))
    turned = mutators.turned_about(part, draw.Z, turn_deg).shape
    assert strongest_of(turned) == pytest.approx(thick_mm / 12, rel=0.01)


def touching(apart: float, side_share: float) -> bool:
    """Whether a ball of radius 1 touches one of radius 2 whose cross section its side has a share of."""
    side_area = np.array([side_share * np.pi * 4.0, 100.0])
    centers = np.array([[0.0, 0.0, 0.0], [3.0 * apart, 0.0, 0.0]])
    thinnest, _ = uniformity._thinnest_touching(
        centers, np.array([1.0, 2.0]), np.zeros(2, dtype=int), side_area
    )
    return bool(thinnest[1] == 0)


@pytest.mark.parametrize(("apart", "touch"), [(1.05, True), (1.15, False)])
def test_balls_touch_up_to_a_tenth_of_their_radii_apart(apart: float, touch: bool) -> None:
    assert touching(apart, 1.0) is touch


@pytest.mark.parametrize(("side_share", "touch"), [(0.11, True), (0.09, False)])
def test_the_side_of_a_light_section_has_a_tenth_of_the_heavy_ball(side_share: float, touch: bool) -> None:
    assert touching(1.0, side_share) is touch


@pytest.mark.parametrize(("thick_mm", "side_mm2"), [(7.2, 4800.0), (7.8, 2400.0)])
def test_what_is_half_as_thick_again_is_no_side_of_a_section(thick_mm: float, side_mm2: float) -> None:
    """The bottom of a plate, 120 x 40, that is 5 mm thick over half of it."""
    prepared, _ = plate(5.0, thick_mm)
    at_bottom = np.flatnonzero(prepared.mesh.face_of_vertex == at(prepared, 60, 20, 0))
    thin = at_bottom[prepared.mesh.vertices[at_bottom, 0] < 30.0]
    found = uniformity._area_of_side(prepared, thin)
    assert found == pytest.approx(side_mm2, rel=0.06)


def room_mm(prepared: PreparedPart, thickness_mm: Floats, air_mm: Floats) -> float:
    """Return the room before the vertex in the middle of the top of a plate that is 5 mm thick."""
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    fields = {
        "thickness": replace(field, values=frozen(thickness_mm)),
        "clearance": replace(prepared.fields["clearance"], values=frozen(air_mm)),
    }
    middle = np.linalg.norm(mesh.vertices - [60.0, 20.0, 5.0], axis=1).argmin()
    (found,) = uniformity._room(
        replace(prepared, fields=fields),
        np.arange(len(mesh.vertices)),
        np.array([middle]),
        np.zeros(len(prepared.part.faces), dtype=int),
    )
    return float(found)


@pytest.mark.parametrize(("from_mm", "expected_mm"), [(8.6, 50.0), (10.4, 5.0)])
def test_a_feeder_feeds_as_far_as_two_thicknesses(from_mm: float, expected_mm: float) -> None:
    """There is room for it from some distance on; the plate is 5 mm thick."""
    prepared, _ = plate(5.0, 5.0)
    vertices = prepared.mesh.vertices
    middle = vertices[np.linalg.norm(vertices - [60.0, 20.0, 5.0], axis=1).argmin()]
    air_mm = np.where(np.linalg.norm(vertices - middle, axis=1) > from_mm, 50.0, 5.0)
    assert room_mm(prepared, np.full(len(vertices), 5.0), air_mm) == expected_mm


@pytest.mark.parametrize(("share", "expected_mm"), [(0.72, 50.0), (0.68, 5.0)])
def test_what_has_seven_tenths_of_a_section_may_carry_its_feeder(share: float, expected_mm: float) -> None:
    prepared, _ = plate(5.0, 5.0)
    vertices = prepared.mesh.vertices
    is_middle = np.arange(len(vertices)) == np.linalg.norm(vertices - [60.0, 20.0, 5.0], axis=1).argmin()
    found = room_mm(prepared, np.where(is_middle, 5.0, 5.0 * share), np.where(is_middle, 5.0, 50.0))
    assert found == expected_mm


@pytest.mark.parametrize(("share", "expected_mm"), [(0.09, 5.0), (0.11, 50.0)])
def test_a_tenth_of_what_lies_near_has_the_room_that_is_reported(share: float, expected_mm: float) -> None:
    prepared, _ = plate(5.0, 5.0)
    n = len(prepared.mesh.vertices)
    open_to_air = np.arange(n) < share * n
    assert room_mm(prepared, np.full(n, 100.0), np.where(open_to_air, 50.0, 5.0)) == expected_mm
