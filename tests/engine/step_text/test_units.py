"""Length units in every spelling: the geometry has its true size, and the note says what is so."""

import re
from pathlib import Path

import numpy as np
import pytest

from engine.kernel.read_step import NO_UNIT, STRANGE_UNIT, read_step
from engine.kernel.topology import measure
from engine.model.part import Part
from engine.step_text.units import assigned, in_alphabetical_order, respelled
from tests.support import draw
from tests.support.step_text import text_of, with_entities

INCHES = (1.0, 2.0, 3.0)
MM_METER = "SI_UNIT(.MILLI.,.METRE.)"
MILLIMETER = f"( LENGTH_UNIT() NAMED_UNIT(*) {MM_METER} )"


@pytest.fixture(scope="module")
def inches(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write a box of 1 x 2 x 3 inches, in inches."""
    sides = (25.4, 50.8, 76.2)
    return text_of(draw.box(sides), tmp_path_factory.mktemp("inches"), "INCH")


def read(text: str, folder: Path) -> Part:
    (folder / "box.step").write_text(text)
    return measure(read_step(folder / "box.step"))


def assert_box(part: Part, unit: str, mm_of_unit: float) -> None:
    np.testing.assert_allclose(part.size_mm, mm_of_unit * np.array(INCHES), rtol=1e-7)
    assert part.volume_mm3 == pytest.approx(6.0 * mm_of_unit**3)
    assert part.unit == unit
    assert not part.notes


def conversion(text: str, unit: str) -> str:
    """Replace the entity of the inch; `unit` names its dimensions and its factor."""
    found = re.search(
        r"= \( CONVERSION_BASED_UNIT\('INCH',(#\d+)\) LENGTH_UNIT\(\) NAMED_UNIT\(\s*(#\d+)\) \)", text
    )
    assert found
    return text.replace(found[0], "= " + unit.format(dimensions=found[2], factor=found[1]))


def factor(text: str, measure: str, meter: str = MM_METER) -> str:
    """Replace the entity that says how many of another unit an inch is; `{of}` is that unit."""
    found = re.search(r"= LENGTH_MEASURE_WITH_UNIT\(25\.4,(#\d+)\)", text)
    assert found
    return text.replace(found[0], "= " + measure.format(of=found[1])).replace(MM_METER, meter)


@pytest.mark.parametrize("name", ["INCH", "inch", "Inch", "in", "my own"])
def test_a_unit_is_called_as_the_file_calls_it(inches: str, name: str, tmp_path: Path) -> None:
    assert_box(read(inches.replace("'INCH'", f"'{name}'"), tmp_path), name, 25.4)


@pytest.mark.parametrize(
    ("measure", "meter", "unit", "mm"),
    [
        ("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{of})", MM_METER, "inch", 25.4),
        ("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(0.0254),{of})", "SI_UNIT($,.METRE.)", "inch", 25.4),
        ("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(2.54E0),{of})", "SI_UNIT(.CENTI.,.METRE.)", "inch", 25.4),
        ("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(304.8),{of})", MM_METER, "foot", 304.8),
        ("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(3.5),{of})", MM_METER, "unit of 3.5 mm", 3.5),
    ],
)
def test_a_unit_without_a_name_is_called_by_its_length(
    inches: str, measure: str, meter: str, unit: str, mm: float, tmp_path: Path
) -> None:
    text = factor(inches, measure, meter).replace("'INCH'", "''")
    assert_box(read(text, tmp_path), unit, mm)


@pytest.mark.parametrize(
    "measure",
    [
        "MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{of})",
        "LENGTH_MEASURE_WITH_UNIT(POSITIVE_LENGTH_MEASURE(25.4),{of})",
        "( LENGTH_MEASURE_WITH_UNIT() MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{of}) )",
    ],
)
def test_a_factor_that_is_spelled_in_another_way_is_the_same_factor(
    inches: str, measure: str, tmp_path: Path
) -> None:
    assert_box(read(factor(inches, measure), tmp_path), "INCH", 25.4)


def test_a_unit_of_a_unit_is_converted_twice(inches: str, tmp_path: Path) -> None:
    foot = conversion(
        inches, "( CONVERSION_BASED_UNIT('FOOT',#9001) LENGTH_UNIT() NAMED_UNIT({dimensions}) )"
    )
    found = re.search(r"#(\d+) = LENGTH_MEASURE_WITH_UNIT\(25\.4", foot)
    assert found
    text = with_entities(
        foot,
        f"#9000=( CONVERSION_BASED_UNIT('INCH',#{found[1]}) LENGTH_UNIT() NAMED_UNIT(*) );",
        "#9001=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(12.),#9000);",
    )
    assert_box(read(text, tmp_path), "FOOT", 304.8)


def test_parts_of_a_unit_may_stand_in_any_order(inches: str, tmp_path: Path) -> None:
    """OCCT crashes on it as it is."""
    text = conversion(
        inches, "( LENGTH_UNIT() NAMED_UNIT({dimensions}) CONVERSION_BASED_UNIT('INCH',{factor}) )"
    )
    assert_box(read(text, tmp_path), "INCH", 25.4)


def test_parts_of_a_context_may_stand_in_any_order(inches: str, tmp_path: Path) -> None:
    """OCCT takes the numbers for millimeters as it is."""
    context = re.search(
        r"= \( (GEOMETRIC_REPRESENTATION_CONTEXT\(3\))\s*(GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT\(\(#\d+\)\))"
        r"\s*(GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\([^()]*\)\))\s*(REPRESENTATION_CONTEXT\([^)]*\))",
        inches,
    )
    assert context
    text = inches.replace(context[0], f"= ( {context[3]}{context[4]} {context[1]}\n {context[2]}")
    assert_box(read(text, tmp_path), "INCH", 25.4)


def test_a_placement_without_units_leaves_those_of_the_geometry(inches: str, tmp_path: Path) -> None:
    """The product's representation has no units; the body's, which it refers to, has inches."""
    body = re.search(r"#(\d+) = ADVANCED_BREP_SHAPE_REPRESENTATION\('',\((#\d+)", inches)
    shown = re.search(r"SHAPE_DEFINITION_REPRESENTATION\((#\d+),(#\d+)\)", inches)
    assert body
    assert shown
    text = with_entities(
        inches.replace(shown[0], f"SHAPE_DEFINITION_REPRESENTATION({shown[1]},#9001)"),
        f"#9001=SHAPE_REPRESENTATION('',({body[2]}),#9002);",
        "#9002=( GEOMETRIC_REPRESENTATION_CONTEXT(3) REPRESENTATION_CONTEXT('','') );",
        f"#9003=SHAPE_REPRESENTATION_RELATIONSHIP('','',#9001,#{body[1]});",
    )
    assert_box(read(text, tmp_path), "INCH", 25.4)


def test_a_unit_that_does_not_apply_is_distinguished_from_none(inches: str, tmp_path: Path) -> None:
    assigned = r"GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\([^)]*\)\)"
    part = read(re.sub(assigned, "", inches), tmp_path)
    np.testing.assert_allclose(part.size_mm, INCHES, rtol=1e-7)
    assert (part.unit, part.notes) == ("", (STRANGE_UNIT,))
    without = re.sub(r"#\d+ = \([^;]*LENGTH_UNIT\(\)[^;]*\);", "", re.sub(assigned, "", inches))
    assert "LENGTH_UNIT" not in without
    assert read(without, tmp_path).notes == (NO_UNIT,)


def test_the_unit_of_the_geometry_is_found_in_the_text(inches: str) -> None:
    assert assigned(inches.encode()) == "INCH"
    assert assigned(inches.replace("'INCH'", "''").encode()) == "inch"
    assert (
        assigned(re.sub(r"\( CONVERSION_BASED_UNIT[^;]*;", f"{MILLIMETER};", inches).encode()) == "millimetre"
    )
    no_geometry = inches.replace("GEOMETRIC_REPRESENTATION_CONTEXT", "PARAMETRIC_REPRESENTATION_CONTEXT")
    assert assigned(no_geometry.encode()) == ""


def test_what_is_spelled_as_it_should_be_stays_as_it_is(inches: str) -> None:
    assert in_alphabetical_order(inches.encode()) == inches.encode()
    millimeters = re.sub(r"\( CONVERSION_BASED_UNIT[^;]*;", f"{MILLIMETER};", inches).encode()
    assert millimeters != inches.encode()
    assert respelled(millimeters) == millimeters


@pytest.mark.parametrize(
    "unit",
    [
        "( CONVERSION_BASED_UNIT('INCH',#1) LENGTH_UNIT() NAMED_UNIT({dimensions}) )",
        "( CONVERSION_BASED_UNIT('INCH',#999999) LENGTH_UNIT() NAMED_UNIT({dimensions}) )",
        "( LENGTH_UNIT() NAMED_UNIT({dimensions}) CONVERSION_BASED_UNIT('INCH; (',{factor}) )",
        "( LENGTH_UNIT() NAMED_UNIT({dimensions})",
        "( LENGTH_UNIT NAMED_UNIT({dimensions}) )",
    ],
)
def test_a_unit_that_makes_no_sense_is_left_alone_or_put_in_order(inches: str, unit: str) -> None:
    data = conversion(inches, unit).encode()
    for mended in (in_alphabetical_order(data), respelled(data)):
        assert sorted(mended.split()) == sorted(data.split())
