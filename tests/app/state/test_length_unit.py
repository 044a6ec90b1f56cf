"""The unit of a file, and the same numbers under another."""

import json
import struct
from pathlib import Path

import pytest

from app.state import length_unit
from engine import formats
from engine.progress import Progress
from tests.app.views.viewport import solids
from tests.support import draw

SAMPLE = Path(__file__).parents[3] / "resources" / "sample_parts" / "gear_housing.step"
AP203_INCH = """DATA;
#1=(GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#8))
GLOBAL_UNIT_ASSIGNED_CONTEXT(
(#2,#6,#7)) REPRESENTATION_CONTEXT(' ',' '));
#2 = ( CONVERSION_BASED_UNIT('INCH',#4) LENGTH_UNIT() NAMED_UNIT(#3)
);
#3 = DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);
#4 = LENGTH_MEASURE_WITH_UNIT(25.4,#5);
#5 = ( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) );
#6 = ( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) );
#7 = ( NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT() );
#8 = UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-05),#2,'a','b');
ENDSEC;
"""


@pytest.mark.parametrize(("unit", "mm"), [("mm", 1.0), ("in", 25.4), ("m", 1000.0)])
def test_a_step_file_declares_what_it_was_given_and_its_numbers_stay(
    tmp_path: Path, unit: str, mm: float
) -> None:
    before = SAMPLE.read_bytes()
    after = length_unit.with_unit(before, ".step", unit)
    path = tmp_path / "part.stp"
    path.write_bytes(after)
    assert length_unit.declared_mm(path) == mm
    points = [line for line in before.splitlines() if b"CARTESIAN_POINT" in line]
    assert [line for line in after.splitlines() if b"CARTESIAN_POINT" in line] == points


def test_the_kernel_reads_the_part_in_the_unit_it_was_given(tmp_path: Path) -> None:
    path = draw.write_step(draw.box((0.2, 0.1, 0.1)), tmp_path / "small.step")
    inches = tmp_path / "inches.step"
    inches.write_bytes(length_unit.with_unit(path.read_bytes(), ".step", "in"))
    boxes = [formats.quick_info(each, Progress())[0].box_mm for each in (path, inches)]
    sizes = [float((box[1] - box[0]).max()) for box in boxes]
    assert sizes == pytest.approx([0.2, 5.08], abs=1e-6)


def test_inches_in_the_words_of_older_files_are_known_and_every_reference_goes_to_the_new_unit(
    tmp_path: Path,
) -> None:
    path = tmp_path / "part.step"
    path.write_text(AP203_INCH)
    assert length_unit.declared_mm(path) == pytest.approx(25.4)
    path.write_bytes(length_unit.with_unit(path.read_bytes(), ".step", "mm"))
    text = path.read_text()
    assert length_unit.declared_mm(path) == 1.0
    assert "(#9,#6,#7)" in text
    assert "1.E-05),#9," in text


def test_a_file_of_several_units_or_none_has_no_unit(tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    other = "#12=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#5)));ENDSEC;"
    path.write_text(AP203_INCH.replace("ENDSEC;", other))
    assert length_unit.declared_mm(path) is None
    path.write_text("ISO-10303-21;")
    assert length_unit.declared_mm(path) is None
    assert length_unit.with_unit(b"ISO-10303-21;", ".step", "mm") == b"ISO-10303-21;"
    assert length_unit.declared_mm(tmp_path / "gone.step") is None
    assert length_unit.declared_mm(tmp_path / "part.iges") is None


def test_a_glb_is_scaled_by_a_node_above_everything_and_its_triangles_stay(tmp_path: Path) -> None:
    before = solids.glb(solids.box(20.0, 20.0, 2.0), with_attributes=False, color=(0.5, 0.1, 0.1))
    after = length_unit.with_unit(before, ".glb", "mm")
    (size,) = struct.unpack_from("<I", after, 8)
    assert size == len(after)
    (chunk,) = struct.unpack_from("<I", after, 12)
    document = json.loads(after[20 : 20 + chunk])
    root = document["nodes"][document["scenes"][0]["nodes"][0]]
    assert root["scale"] == [0.001] * 3
    (old,) = struct.unpack_from("<I", before, 12)
    assert after[20 + chunk :] == before[20 + old :]


@pytest.mark.parametrize(("content", "suffix"), [(b"glTF", ".glb"), (b"{}", ".gltf"), (b"[", ".gltf")])
def test_what_is_damaged_comes_back_as_it_is(content: bytes, suffix: str) -> None:
    assert length_unit.with_unit(content, suffix, "in") == content


def test_a_copy_is_sent_under_the_same_name_and_gone_afterwards(tmp_path: Path) -> None:
    with length_unit.read_as(SAMPLE, "in") as copy:
        assert copy.name == SAMPLE.name
        assert copy != SAMPLE
        assert length_unit.declared_mm(copy) == 25.4
    assert not copy.exists()
    with length_unit.read_as(SAMPLE, "") as same:
        assert same == SAMPLE
