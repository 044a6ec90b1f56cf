"""Features as a drawing would note them."""

import pytest

from app.state import feature_words
from tests.app.state.answers import feature, result


@pytest.mark.parametrize(
    ("kind", "sizes", "words"),
    [
        ("HOLE", {"diameter_mm": 6, "depth_mm": 24.0}, "Ø6.0 × 24.0"),
        ("HOLE", {"diameter_mm": 6.0, "depth_mm": 24.0, "through": True}, "Ø6.0 × 24.0 thru"),
        ("BOSS", {"diameter_mm": 14.0, "height_mm": 18.0}, "Ø14.0 × 18.0"),
        ("FIN", {"thickness_mm": 2.4, "height_mm": 18.0, "length_mm": 60.0}, "2.4 × 18.0"),
        ("SLOT", {"width_mm": 4.0, "length_mm": 30.0, "depth_mm": 5.0}, "4.0 × 30.0 × 5.0"),
        ("POCKET", {"depth_mm": 24.0, "width_mm": 70.0, "length_mm": 110.0}, "110.0 × 70.0 × 24.0"),
        ("BEND", {"inside_radius_mm": 1.5, "angle_deg": 90.0}, "R1.5, 90°"),
        ("FILLET", {"radius_mm": 3.0, "max_radius_mm": 3.0}, "R3.0"),
        ("FILLET", {"radius_mm": 3.0, "max_radius_mm": 5.0}, "R3.0–5.0"),
        ("WALL", {"thickness_mm": 5.0}, "5.0 thick"),
        ("WALL", {"thickness_mm": 5.0, "min_thickness_mm": 3.0, "max_thickness_mm": 6.0}, "3.0–6.0 thick"),
        ("GUSSET", {"leg_mm": 7.0, "is_flat": True}, "leg 7.0"),
        ("HOLE", {"diameter_mm": 6.7564, "depth_mm": 3.175}, "Ø6.76 × 3.18"),
        ("HOLE", {"diameter_mm": 6.8, "through": True, "span_deg": 207.0}, "Ø6.8 thru, open 153°"),
        ("HOLE", {"diameter_mm": 6.8, "through": True, "span_deg": 360.0}, "Ø6.8 thru"),
        ("WALL", {}, ""),
    ],
)
def test_a_size_reads_as_on_a_drawing(kind, sizes, words):
    assert feature_words.size(feature("1", kind, **sizes)) == words


def test_kinds_have_a_plural():
    assert feature_words.kind("BOSS", is_many=True) == "Bosses"
    assert feature_words.kind("SNAP_FIT") == "Snap fit"


def test_a_face_is_called_by_the_smallest_feature_it_is_of_and_else_by_its_number():
    part = result(
        {"fid": "1", "kind": "POCKET", "related_fids": ["1", "2", "3"]},
        {"fid": "2", "kind": "FILLET", "related_fids": ["2"]},
    )
    assert feature_words.name_of_face(part, "2") == "Fillet 2"
    assert feature_words.name_of_face(part, "3") == "Pocket 1, face 3"
    assert feature_words.name_of_face(part, "9") == "Face 9"
