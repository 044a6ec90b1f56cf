"""Fillets and rounds drawn with known radii, each with a twin that has none or another one."""

import math

import numpy as np
import pytest

from engine import formats
from engine.features.blend import Blend
from engine.model.feature import Kind, Role
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw, parts_blends, tessellated
from tests.support.parts import face_at, faces_at, part_of
from tests.support.parts_blends import blends_of, claims_in, split

EXACT = 1e-6


def row(blend: Blend) -> tuple:
    """Write a blend as one line: kind, radius and number of faces."""
    return str(blend.kind), round(blend.radius_mm, 4), blend.chain


def rows(blends: list[Blend]) -> list[tuple]:
    return sorted(map(row, blends))


def only(blends: list[Blend]) -> Blend:
    assert len(blends) == 1, rows(blends)
    return blends[0]


# --- one edge -----------------------------------------------------------------------------------


def test_a_rounded_outer_edge_is_a_round_of_its_radius():
    part = part_of(parts_blends.bracket(outer_mm=6))
    blend = only(list(claims_in(part)))
    offset = 6 - 6 * math.sqrt(0.5)
    assert row(blend) == ("ROUND", 6, 1)
    assert blend.faces == (face_at(part, (offset, 20, offset)).id,) == (blend.fid,)
    assert blend.roles == ((blend.fid, Role.ROUND),)
    assert blend.supports == faces_at(part, (0, 20, 25), (30, 20, 0))
    assert blend.length_mm == pytest.approx(40, abs=EXACT)
    assert not blend.variable
    assert not blend.closed
    assert blend.uncertainty_mm == 0


def test_a_filleted_inner_edge_is_a_fillet_of_its_radius():
    part = part_of(parts_blends.bracket(inner_mm=4))
    blend = only(list(claims_in(part)))
    offset = 10 + 4 - 4 * math.sqrt(0.5)
    assert row(blend) == ("FILLET", 4, 1)
    assert blend.fid == face_at(part, (offset, 20, offset)).id
    assert blend.supports == faces_at(part, (10, 20, 30), (30, 20, 10))


def test_sharp_edges_are_no_blends():
    assert blends_of(parts_blends.bracket()) == []


def test_a_chamfered_edge_is_no_blend():
    assert blends_of(draw.chamfer(parts_blends.bracket(), 4, (0, 20, 0))) == []


@pytest.mark.parametrize("lean", [60, 120])
def test_a_fillet_sweeps_what_the_corner_leaves(lean):
    """A corner of 60 degrees through the air is swept by 120, one of 120 by 60; both are fillets."""
    x, z = 60 * math.cos(math.radians(lean)), 60 * math.sin(math.radians(lean))
    outline = [(0, 0, 0), (100, 0, 0), (100, 0, -20), (-120, 0, -20), (-120, 0, z), (x, 0, z)]
    part = part_of(draw.fillet(draw.prism(outline, (0, 30, 0)), 5, (0, 15, 0)))
    blend = only(list(claims_in(part)))
    assert row(blend) == ("FILLET", 5, 1)
    assert blend.sweep_deg == pytest.approx(180 - lean, abs=1e-3)
    area = part.faces[blend.fid].area_mm2
    assert area == pytest.approx(5 * math.radians(180 - lean) * 30, rel=1e-6)


def test_a_fillet_that_runs_into_a_round_leaves_both():
    step = parts_blends.wave_step(fillet_mm=5, round_mm=3)
    assert rows(blends_of(step)) == [("FILLET", 5, 1), ("ROUND", 3, 1)]


@pytest.mark.parametrize("turn_deg", [30, 50])
def test_a_fillet_that_runs_into_a_round_of_a_third_of_its_radius_is_one_however_the_file_turns_it(turn_deg):
    at_limit = draw.turned(parts_blends.wave_step(fillet_mm=9, round_mm=3), turn_deg, (1, 2, 3))
    assert rows(blends_of(at_limit)) == [("FILLET", 9, 1), ("ROUND", 3, 1)]


def test_a_fillet_that_runs_into_a_round_of_less_is_the_neck_between_two():
    assert rows(blends_of(parts_blends.wave_step(fillet_mm=9.1, round_mm=3))) == [("ROUND", 3, 1)]


# --- chains -------------------------------------------------------------------------------------


def test_a_box_rounded_all_over_is_one_closed_round():
    blend = only(blends_of(draw.fillet(draw.box((40, 30, 20)), 3)))
    assert row(blend) == ("ROUND", 3, 12 + 8)
    assert blend.closed
    assert blend.length_mm == pytest.approx(4 * (34 + 24 + 14), abs=EXACT)


def test_two_radii_are_two_chains():
    box = draw.fillet(draw.box((40, 30, 20)), 6, (0, 0, 10), (40, 0, 10), (0, 30, 10), (40, 30, 10))
    part = part_of(draw.fillet(box, 2, (20, 0, 20)))
    blends = [claim for claim in claims_in(part) if isinstance(claim, Blend)]
    assert rows(blends) == [("ROUND", 2, 8)] + 4 * [("ROUND", 6, 1)]
    rim = max(blends, key=lambda blend: blend.chain)
    assert rim.closed
    assert set(rim.supports) > set(faces_at(part, (20, 15, 20), (20, 0, 10)))


def test_the_floor_of_a_pocket_is_filleted_in_one_closed_chain():
    blends = blends_of(parts_blends.pocket(corner_mm=6, floor_mm=2))
    assert rows(blends) == [("FILLET", 2, 8)] + 4 * [("FILLET", 6, 1)]
    floor = max(blends, key=lambda blend: blend.chain)
    straight, corners = 2 * (38 + 18), 2 * math.pi * (6 + 4) / 2
    assert floor.length_mm == pytest.approx(straight + corners, rel=1e-6)
    assert floor.closed


def test_a_pocket_with_equal_radii_is_one_chain_with_balls_in_its_corners():
    blend = only(blends_of(parts_blends.pocket(corner_mm=3, floor_mm=3)))
    assert row(blend) == ("FILLET", 3, 4 + 4 + 4)
    assert not blend.closed


def test_a_pocket_with_sharp_corners_has_four_fillets_at_its_floor():
    assert rows(blends_of(parts_blends.pocket(corner_mm=0, floor_mm=3))) == 4 * [("FILLET", 3, 1)]


def test_the_foot_of_a_boss_is_one_closed_fillet():
    blend = only(blends_of(parts_blends.boss(base_mm=3)))
    assert row(blend) == ("FILLET", 3, 1)
    assert blend.closed
    assert blend.length_mm == pytest.approx(2 * math.pi * (10 + 13) / 2, rel=1e-6)


def test_where_three_radii_meet_the_patch_belongs_to_a_chain():
    part, claims = parts_blends.claims_of(parts_blends.three_radii(5, 4, 3))
    blends = [claim for claim in claims if isinstance(claim, Blend)]
    assert {row(blend)[:2] for blend in blends} == {("ROUND", 5), ("ROUND", 4), ("ROUND", 3)}
    claimed = sorted(face for claim in claims for face in claim.faces)
    assert len(claimed) == len(set(claimed)) == len(part.faces) - 6


def test_blends_of_two_bodies_are_never_one_chain():
    block = draw.fillet(draw.box((20, 20, 20)), 3, (0, 10, 20))
    beside = draw.moved(block, (0, 20, 0))
    blends = blends_of(draw.compound(block, beside))
    assert rows(blends) == 2 * [("ROUND", 3, 1)]
    assert sorted(blend.body for blend in blends) == [0, 1]


# --- radius that varies, cliffs, splines --------------------------------------------------------


def test_a_radius_that_varies_is_known_by_its_smallest():
    blend = only(blends_of(parts_blends.variable_fillet(parts_blends.bracket(), (10, 20, 10), 2, 5)))
    assert (str(blend.kind), blend.variable, blend.chain) == ("FILLET", True, 1)
    assert blend.radius_mm == pytest.approx(2, abs=0.005)
    assert blend.max_radius_mm == pytest.approx(5, abs=0.01)


def test_a_cone_between_two_walls_is_a_round_of_varying_radius():
    blend = only(blends_of(parts_blends.tapered_corner(low_mm=6, high_mm=4)))
    assert (str(blend.kind), blend.variable, blend.chain) == ("ROUND", True, 1)
    assert (blend.radius_mm, blend.max_radius_mm) == pytest.approx((4, 6), rel=1e-4)


def test_a_fillet_along_a_spline_has_the_radius_it_was_drawn_with():
    blend = only(blends_of(parts_blends.spline_fillet(3)))
    assert (str(blend.kind), blend.variable, blend.closed) == ("FILLET", False, True)
    assert abs(blend.radius_mm - 3) <= blend.uncertainty_mm < 0.01


@pytest.mark.parametrize("radius_mm", [2, 4])
def test_a_radius_read_along_a_spline_is_known_to_two_thousandths(radius_mm):
    blend = only(blends_of(parts_blends.spline_fillet(radius_mm)))
    assert blend.uncertainty_mm == pytest.approx(0.002 * radius_mm, rel=0.05)


@pytest.mark.parametrize("radius", [2.0, 7.0])
def test_the_radius_of_a_fillet_known_by_triangles_lies_within_its_uncertainty(tmp_path, radius):
    glb = tessellated.write_glb(parts_blends.bracket(inner_mm=radius), tmp_path / "bracket.glb", 0.5, 30.0)
    part, _ = formats.read(glb, MeshOptions(max_edge_mm=5.0), Progress())
    blend = only([claim for claim in claims_in(part) if isinstance(claim, Blend)])
    # 2e-6: the file has single precision, which rounds coordinates of 30 mm by 1e-6 without any trace
    assert abs(blend.radius_mm - radius) <= blend.uncertainty_mm + 2e-6
    assert blend.uncertainty_mm < 0.01
    assert blend.uncertainty_mm > 3.0 * max(part.faces[face].deviation_mm for face in blend.faces)


@pytest.mark.parametrize("overhang", [20, 3])
def test_a_fillet_outlives_the_loss_of_one_support(overhang):
    blend = only(blends_of(parts_blends.cliff(overhang, radius_mm=6)))
    assert row(blend) == ("FILLET", 6, 1)
    assert len(blend.supports) == (2 if overhang > 6 else 1)


def test_a_step_that_touches_no_wall_smoothly_is_no_fillet():
    assert blends_of(parts_blends.quarter_step()) == []


# --- what is no blend ---------------------------------------------------------------------------


def test_the_ends_of_a_slot_are_no_fillets():
    assert blends_of(parts_blends.stadium()) == []


def test_a_bore_that_breaks_out_is_no_fillet():
    assert blends_of(parts_blends.broken_bore()) == []


def test_a_round_groove_in_a_shaft_is_no_fillet():
    assert blends_of(parts_blends.grooved_shaft()) == []


def test_the_full_round_top_of_a_rib_is_a_round():
    blend = only(blends_of(parts_blends.rib(length_mm=50, thick_mm=6)))
    assert row(blend) == ("ROUND", 3, 1)


def test_the_round_end_of_a_lug_is_not():
    assert blends_of(parts_blends.rib(length_mm=5, thick_mm=12)) == []


def test_the_corner_of_a_plate_is_a_round():
    assert rows(blends_of(parts_blends.outline_plate(10, 80))) == 4 * [("ROUND", 10, 1)]


def test_a_wall_that_curves_in_plan_is_not():
    assert blends_of(parts_blends.outline_plate(80, 20)) == []


def test_a_sheet_bend_is_neither_fillet_nor_round():
    assert blends_of(parts_blends.bent_sheet(inside_mm=3, thick_mm=2)) == []


def test_a_bracket_of_another_thickness_beside_its_corner_has_both():
    """Not coaxial: a machined corner of 3 inside and 3 outside is a fillet and a round."""
    assert rows(blends_of(parts_blends.bracket(inner_mm=3, outer_mm=3))) == [
        ("FILLET", 3, 1),
        ("ROUND", 3, 1),
    ]


def test_the_concentric_corners_of_a_tray_are_fillets_and_rounds():
    rounds = 4 * [("ROUND", 8, 1)]
    assert rows(blends_of(parts_blends.tray(inside_mm=4, thick_mm=4))) == 4 * [("FILLET", 4, 1)] + rounds


# --- the same part, respelled --------------------------------------------------------------


def sampler() -> draw.TopoDS_Shape:
    """Draw a part with a chain of each sort: a pocket with a filleted floor, rounds, a filleted boss."""
    body = parts_blends.pocket(corner_mm=6, floor_mm=2)
    body = draw.fuse(body, draw.cylinder(5, 12, (-32, 0, 25)))
    body = draw.fillet(body, 1.5, (-37, 0, 30))
    return draw.fillet(body, 4, (40, -30, 15), (40, 30, 15))


SAMPLER = 4 * [("FILLET", 6)] + [("FILLET", 2), ("FILLET", 1.5)] + 2 * [("ROUND", 4)]


def signature(blends: list[Blend], scale: float = 1.0) -> list[tuple]:
    return sorted((str(blend.kind), round(blend.radius_mm / scale, 4)) for blend in blends)


@pytest.fixture(scope="module")
def drawn() -> draw.TopoDS_Shape:
    return sampler()


def test_the_sampler_has_what_was_drawn(drawn):
    assert signature(blends_of(drawn)) == sorted(SAMPLER)


@pytest.mark.parametrize(("degrees", "scale"), [(33, 0.05), (-117, 100.0)])
def test_turning_mirroring_and_scaling_changes_nothing(drawn, degrees, scale):
    body = draw.scaled(draw.turned(drawn, degrees, (1, 2, 3)), scale)
    assert signature(blends_of(draw.mirrored(body)), scale) == sorted(SAMPLER)


def test_an_inch_file_says_the_same(drawn):
    assert signature(blends_of(drawn, unit="INCH")) == sorted(SAMPLER)


def test_splines_in_place_of_cylinders_say_the_same(drawn):
    assert signature(blends_of(draw.as_nurbs(drawn))) == sorted(SAMPLER)


def test_faces_split_in_halves_say_the_same(drawn):
    blends = blends_of(split(drawn, (-32, 0, 20), (1, 1, 0)))
    assert signature(blends) == sorted(SAMPLER)


def test_a_fillet_split_in_two_is_one_with_two_faces():
    whole = parts_blends.bracket(inner_mm=4)
    blend, twin = only(blends_of(split(whole, (0, 15, 0), draw.Y))), only(blends_of(whole))
    assert (blend.chain, twin.chain) == (2, 1)
    assert blend.length_mm == pytest.approx(twin.length_mm, rel=1e-6)
    assert blend.kind is Kind.FILLET
    assert np.allclose(blend.box_mm, twin.box_mm, atol=1e-4)


def test_a_spline_fillet_split_along_its_length_is_one():
    whole = parts_blends.variable_fillet(parts_blends.bracket(), (10, 20, 10), 2, 5)
    blend = only(blends_of(split(whole, (10, 0, 10), (1, 0, -1))))
    assert (blend.chain, blend.variable) == (2, True)
    assert blend.radius_mm == pytest.approx(2, abs=0.01)


def test_a_cone_that_runs_out_to_a_point_is_no_round():
    """Down to 0 the ball has no radius left; down to 2 it has."""
    assert only(blends_of(parts_blends.tapered_corner(low_mm=6, high_mm=2))).variable
    assert blends_of(parts_blends.tapered_corner(low_mm=6, high_mm=0.3)) == []
