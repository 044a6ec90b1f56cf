"""Names: a face is told by its place in a feature, where it has one."""

import re
from dataclasses import replace

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import names, subjects
from engine.model.analysis import Analysis
from engine.model.feature import Kind
from tests.support import draw
from tests.support.analyses import face_at
from tests.support.drawn import coarsely_analyzed as analyzed
from tests.support.drawn import verdict


def block() -> TopoDS_Shape:
    return draw.box((80, 60, 40))


def name_at(analysis: Analysis, point: tuple[float, float, float]) -> str:
    """Return the name of the face at a point, less its number."""
    face = face_at(analysis, point)
    number, _, name = names.of_faces(analysis.assessed.recognition, analysis.assessed.prepared.part.faces)[
        face
    ].partition(f"face {face}")
    assert not number
    return name


def test_a_face_of_no_feature_is_known_by_its_shape_and_area() -> None:
    plain = analyzed(block(), 10.0)
    names_of_sides = [name_at(plain, point) for point in ((0, 30, 20), (40, 30, 40), (40, 60, 20))]
    assert names_of_sides == [" (flat, 2,400 mm²)", " (flat, 4,800 mm²)", " (flat, 3,200 mm²)"]


def test_a_curved_face_of_no_feature_is_known_by_its_diameter() -> None:
    assert name_at(analyzed(draw.sphere(10), 4.0), (10, 0, 0)) == " (sphere Ø20, 1,257 mm²)"


def test_a_feature_is_distinguished_from_its_equals() -> None:
    holes = [draw.cylinder(3, 60, (x, 30, -5)) for x in (15, 40, 65)]
    drilled = analyzed(draw.cut(block(), *holes, draw.cylinder(4, 60, (40, 10, -5))), 8.0)
    described = [each.label for each in subjects.gather(drilled.assessed) if each.kind == "HOLE"]
    numbered = sorted(label.partition(" (")[2] for label in described)
    assert numbered == ["Ø6.00, 1 of 3)", "Ø6.00, 2 of 3)", "Ø6.00, 3 of 3)", "Ø8.00)"]


def test_the_faces_of_a_pocket_are_known_by_its_size() -> None:
    pocketed = analyzed(draw.cut(block(), draw.box((30, 20, 20), (25, 20, 28))), 8.0)
    assert name_at(pocketed, (40, 30, 28)) == " (floor of pocket 30 × 20 × 12 mm)"
    assert name_at(pocketed, (25, 30, 34)) == " (wall of pocket 30 × 20 × 12 mm)"
    assert name_at(pocketed, (5, 5, 40)) == " (flat, 4,200 mm²)"
    (pocket,) = [each for each in pocketed.assessed.recognition.features if each.kind == Kind.POCKET]
    assert names.of_feature(pocket) == f"pocket {pocket.fid} (30 × 20 × 12 mm)"


def test_a_hole_in_a_pocket_is_a_hole() -> None:
    drilled = draw.cut(block(), draw.box((30, 20, 20), (25, 20, 28)), draw.cylinder(3, 30, (40, 30, 18)))
    analysis = analyzed(drilled, 8.0)
    assert name_at(analysis, (43, 30, 24)) == " (wall of hole Ø6.00)"
    assert name_at(analysis, (40, 30, 18)) == " (floor of hole Ø6.00)"
    assert name_at(analysis, (28, 22, 28)) == " (floor of pocket 30 × 20 × 12 mm)"


def test_a_boss_has_a_wall_and_a_top_and_a_slot_its_width_first() -> None:
    studded = draw.fuse(block(), draw.cylinder(10, 12, (25, 30, 40)))
    analysis = analyzed(draw.cut(studded, draw.box((6, 60, 10), (60, 0, 35))), 8.0)
    assert name_at(analysis, (25, 30, 52)) == " (top of boss Ø20.00)"
    assert name_at(analysis, (35, 30, 46)) == " (wall of boss Ø20.00)"
    assert name_at(analysis, (63, 30, 35)) == " (floor of slot 6 × 60 × 5 mm)"


def test_a_blend_is_all_of_its_feature() -> None:
    filleted = draw.fillet(draw.cut(block(), draw.box((80, 30, 20), (0, 30, 20))), 2.5, (40, 30, 20))
    analysis = analyzed(filleted, 8.0)
    reach = 2.5 * (1 - np.sqrt(0.5))
    assert name_at(analysis, (40, 30 + reach, 20 + reach)) == " (fillet R2.50)"
    chamfered = analyzed(draw.chamfer(block(), 2.0, (40, 0, 40)), 8.0)
    assert name_at(chamfered, (40, 1.0, 39.0)) == " (chamfer)"


@pytest.mark.parametrize(
    ("sides", "described"),
    [
        ((30.0, 20.0, 12.0), "30 × 20 × 12 mm"),
        ((30.456, 20.5, 0.8), "30.46 × 20.5 × 0.8 mm"),
        ((0.0456, 0.02, 0.0), "0.046 × 0.02 × 0 mm"),
        ((100.0, 10.0, float("inf")), ""),
    ],
)
def test_sides_are_written_as_on_a_drawing(sides: tuple[float, float, float], described: str) -> None:
    pocketed = analyzed(draw.cut(block(), draw.box((30, 20, 20), (25, 20, 28))), 8.0)
    (pocket,) = [each for each in pocketed.assessed.recognition.features if each.kind == Kind.POCKET]
    length_mm, width_mm, depth_mm = sides
    resized = replace(pocket, length_mm=length_mm, width_mm=width_mm, depth_mm=depth_mm)  # type: ignore[call-arg]
    assert names.of_feature(resized) == f"pocket {pocket.fid}" + (f" ({described})" if described else "")


def test_a_finding_on_a_face_and_on_a_corner_says_where_that_is() -> None:
    thin = analyzed(draw.cut(block(), draw.box((30, 20, 40), (25, 20, 0.4))), 8.0)
    described = [each.message for each in verdict(thin, "cnc/3-axis/min_wall_thickness").findings]
    floor = face_at(thin, (40, 30, 0.4))
    at_floor = f"The wall at face {floor} (floor of pocket 30 × 20 × 39.6 mm) is 0.40 mm thick"
    assert any(each.startswith(at_floor) for each in described)
    part_of_pocket = r"face \d+ \((wall|floor) of pocket 30 × 20 × 39\.6 mm\)"
    for corner in verdict(thin, "casting/sand/sharp_internal_corner").findings:
        assert re.search(f"in the corner between {part_of_pocket} and {part_of_pocket}, 270°", corner.message)
