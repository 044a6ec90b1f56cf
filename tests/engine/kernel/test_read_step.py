"""Reading STEP: units, assemblies, names, placements, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location

from engine.errors import KernelError, NoSolid, SprueError, UnreadableFile
from engine.kernel import names
from engine.kernel.brep import explore
from engine.kernel.read_step import NAMES, NO_NAMES, read_step
from engine.kernel.topology import measure
from engine.model.part import Part
from engine.model.surface import Cylinder
from engine.progress import Progress
from tests.support import draw, parts_strays
from tests.support.step_text import mapped, named, text_of, with_entities

HANDED = draw.cut(draw.prism([(0, 0, 0), (10, 0, 0), (0, 6, 0)], (0, 0, 4)), draw.cylinder(1, 4, (2, 2, 0)))
"""A bored wedge: its mirror image is another part."""


def read(text: str | bytes, folder: Path) -> Part:
    path = folder / "part.step"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return measure(read_step(path))


def refused(text: str | bytes, folder: Path, error: type[SprueError] = UnreadableFile) -> str:
    with pytest.raises(error) as raised:
        read(text, folder)
    return str(raised.value)


@pytest.mark.parametrize("schema", ["AP203", "AP214IS", "AP242DIS"])
@pytest.mark.parametrize("unit", ["MM", "INCH", "M"])
def test_every_schema_and_unit_comes_out_in_millimeters(schema: str, unit: str, tmp_path: Path) -> None:
    part = read(text_of(draw.box((10, 20, 30)), tmp_path, unit, schema), tmp_path)
    np.testing.assert_allclose(part.size_mm, (10, 20, 30), atol=1e-9)
    assert part.unit.lower() == {"MM": "millimetre", "INCH": "inch", "M": "metre"}[unit]
    assert not part.notes


def test_a_file_without_units_is_taken_as_millimeters_and_says_so(tmp_path: Path) -> None:
    import re

    text = text_of(draw.box((10, 20, 30)), tmp_path)
    unitless = re.sub(r"GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\([^)]*\)\)", "", text)
    assert unitless != text
    part = read(unitless, tmp_path)
    np.testing.assert_allclose(part.size_mm, (10, 20, 30), atol=1e-9)
    assert part.unit == ""
    assert any("no length unit" in note for note in part.notes)


def placed(shape: draw.TopoDS_Shape, turn_deg: float, by: tuple[float, float, float]) -> draw.TopoDS_Shape:
    turn, shift = gp_Trsf(), gp_Trsf()
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), np.radians(turn_deg))
    shift.SetTranslation(gp_Vec(*by))
    return shape.Moved(TopLoc_Location(shift.Multiplied(turn)))


def test_an_assembly_within_an_assembly_puts_every_body_where_it_belongs(tmp_path: Path) -> None:
    """Pins at (10, 0), and the same pair turned by a quarter and shifted up by 100."""
    pin = draw.cylinder(2, 10)
    pair = draw.compound(placed(pin, 0, (10, 0, 0)), placed(pin, 0, (20, 0, 0)))
    part = read(text_of(draw.compound(pair, placed(pair, 90, (0, 0, 100))), tmp_path), tmp_path)
    axes = []
    for body in part.bodies:
        walls = [part.faces[face] for face in body.faces if isinstance(part.faces[face].surface, Cylinder)]
        axes.append(tuple(np.round(walls[0].centroid, 6) + 0.0))
        assert walls[0].sense == 1
    assert sorted(axes) == [(0, 10, 105), (0, 20, 105), (10, 0, 5), (20, 0, 5)]
    assert len({body.name for body in part.bodies}) == 4


def test_a_body_placed_twice_in_one_spot_counts_once(tmp_path: Path) -> None:
    pin = draw.cylinder(2, 10)
    part = read(text_of(draw.compound(pin, placed(pin, 0, (0, 0, 0))), tmp_path), tmp_path)
    assert len(part.bodies) == 1
    assert any("on top of" in note for note in part.notes)


def test_a_body_mirrored_through_a_point_is_turned_outside_out(tmp_path: Path) -> None:
    text = mapped(text_of(HANDED, tmp_path), "CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',$,$,#9013,-1.,$)")
    part = read(text, tmp_path)
    np.testing.assert_allclose(part.box_mm, [[-10, -6, -4], [0, 0, 0]], atol=1e-6)
    assert part.volume_mm3 == pytest.approx(120 - 4 * np.pi)
    bore = next(face for face in part.faces if isinstance(face.surface, Cylinder))
    assert bore.sense == -1
    middle = np.array([-3, -2, -2])  # deep in the material
    for face in part.faces:
        if face is not bore:
            assert (face.inner_point - middle) @ face.inner_normal > 0


@pytest.mark.parametrize(
    "operator",
    [
        "CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#9010,#9011,#9013,1.,#9012)",
        "(CARTESIAN_TRANSFORMATION_OPERATOR(#9010,#9011,#9013,1.)CARTESIAN_TRANSFORMATION_OPERATOR_3D(#9012)"
        "FUNCTIONALLY_DEFINED_TRANSFORMATION('','')GEOMETRIC_REPRESENTATION_ITEM()REPRESENTATION_ITEM(''))",
    ],
)
def test_a_body_mirrored_by_its_axes_is_refused_rather_than_misread(operator: str, tmp_path: Path) -> None:
    assert "mirror" in refused(mapped(text_of(HANDED, tmp_path), operator), tmp_path)


def test_a_body_turned_by_the_same_operator_is_read(tmp_path: Path) -> None:
    operator = "CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#9010,#9012,#9013,1.,#9011)"
    part = read(mapped(text_of(HANDED, tmp_path), operator), tmp_path)
    np.testing.assert_allclose(part.box_mm, [[-10, 0, 0], [0, 4, 6]], atol=1e-6)


def test_a_scaled_body_is_refused(tmp_path: Path) -> None:
    operator = "CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',$,$,#9013,2.,$)"
    assert "scaled by 2" in refused(mapped(text_of(HANDED, tmp_path), operator), tmp_path)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("bracket", "bracket"),
        (r"\X2\0414043504420430043B044C\X0\ \X\D8 20", "Деталь Ø 20"),
        ("Gehäuse", "Gehäuse"),
        ("it''s", "it's"),
        ("tab\there", "tab here"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("x" * 100_000, "x" * 200),
        ("", "part"),
        ("Open CASCADE STEP translator 7.8 1", "part"),
    ],
)
def test_product_names_are_decoded_cleaned_and_cut(raw: str, shown: str, tmp_path: Path) -> None:
    part = read(named(text_of(draw.box((1, 2, 3)), tmp_path), raw), tmp_path)
    assert part.name == shown
    assert part.bodies[0].name == shown


def test_a_name_in_raw_latin_letters_is_read_as_such(tmp_path: Path) -> None:
    text = named(text_of(draw.box((1, 2, 3)), tmp_path), "Gehäuse Ø20")
    assert read(text.encode("latin-1"), tmp_path).name == "Gehäuse Ø20"


def test_names_that_cannot_be_read_cost_the_names_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = named(text_of(draw.compound(draw.box((1, 2, 3)), draw.box((1, 2, 3), (5, 0, 0))), tmp_path), "pin")
    (tmp_path / "pair.step").write_text(text)
    whole = read_step(tmp_path / "pair.step")
    assert whole.body_names == ("pin 1", "pin 2")
    assert NO_NAMES not in whole.notes
    left_out = Progress(left_out=frozenset({NAMES}))
    nameless = [read_step(tmp_path / "pair.step", progress=left_out)]
    for error in (KernelError("no"), RuntimeError("defect"), UnicodeDecodeError("utf-8", b"", 0, 1, "no")):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(names, "names_of", fail)
        nameless.append(read_step(tmp_path / "pair.step"))
    for brep in nameless:
        assert brep.notes == (*whole.notes, NO_NAMES)
        assert (brep.name, brep.body_names) == ("pair", ("pair 1", "pair 2"))
        assert measure(brep).volume_mm3 == pytest.approx(12.0)


def test_files_that_are_named_are_not_opened(tmp_path: Path) -> None:
    """A document that names another STEP file: the other body must not appear, nor its name be asked."""
    (tmp_path / "other.step").write_text(text_of(draw.sphere(50), tmp_path))
    text = with_entities(
        text_of(draw.box((10, 20, 30)), tmp_path),
        "#9000=DOCUMENT_TYPE('geometry');",
        "#9001=DOCUMENT_FILE('other.step','','',#9000,'',$);",
    )
    part = read(text, tmp_path)
    assert len(part.bodies) == 1
    np.testing.assert_allclose(part.size_mm, (10, 20, 30), atol=1e-9)


def test_what_is_no_solid_is_refused_by_what_it_is(tmp_path: Path) -> None:
    from OCP.BRep import BRep_Builder
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopoDS import TopoDS_Shell

    from engine.kernel.brep import explore

    box = draw.box((10, 20, 30))
    faces = explore(box, TopAbs_ShapeEnum.TopAbs_FACE)
    builder, shell = BRep_Builder(), TopoDS_Shell()
    builder.MakeShell(shell)
    for face in faces[:-1]:
        builder.Add(shell, face)
    cases = {
        "open surface": shell,
        "6 loose surfaces": draw.compound(*faces),
        "wireframe (12 curves)": draw.compound(*draw.edges(box)),
        "only 8 points": draw.compound(
            *{v.TShape(): v for v in explore(box, TopAbs_ShapeEnum.TopAbs_VERTEX)}.values()
        ),
    }
    for words, shape in cases.items():
        message = refused(text_of(shape, tmp_path), tmp_path, NoSolid)
        assert words in message
        assert "solid body" in message


def test_a_closed_shell_stands_for_the_solid_it_bounds(tmp_path: Path) -> None:
    from OCP.TopAbs import TopAbs_ShapeEnum

    from engine.kernel.brep import explore

    shell = explore(draw.box((10, 20, 30)), TopAbs_ShapeEnum.TopAbs_SHELL)[0]
    for turned in (shell, shell.Reversed()):
        part = read(text_of(turned, tmp_path), tmp_path)
        assert part.volume_mm3 == pytest.approx(6000)
        assert part.bodies[0].is_closed
        assert any("closed surface" in note for note in part.notes)
        for face in part.faces:
            assert (face.inner_point - [5, 10, 15]) @ face.inner_normal > 0


def test_loose_faces_beside_a_solid_are_reported_and_left_out(tmp_path: Path) -> None:
    from OCP.TopAbs import TopAbs_ShapeEnum

    from engine.kernel.brep import explore

    lid = explore(draw.box((50, 50, 50), (100, 0, 0)), TopAbs_ShapeEnum.TopAbs_FACE)[0]
    part = read(text_of(draw.compound(draw.box((10, 20, 30)), lid), tmp_path), tmp_path)
    assert len(part.bodies) == 1
    assert [face.body for face in part.faces].count(None) == 1
    assert part.area_mm2 == pytest.approx(2200)
    np.testing.assert_allclose(part.size_mm, (10, 20, 30), atol=1e-9)
    assert any("1 loose surface" in note for note in part.notes)


def test_open_surfaces_beside_a_closed_one_are_reported(tmp_path: Path) -> None:
    lid = parts_strays.shell(parts_strays.faces(draw.box((50, 50, 50), (100, 0, 0)))[:1])
    closed = explore(draw.box((10, 20, 30)), TopAbs_ShapeEnum.TopAbs_SHELL)[0]
    part = read(text_of(draw.compound(closed, lid), tmp_path), tmp_path)
    assert part.volume_mm3 == pytest.approx(6000)
    assert any(
        note == "Besides it the file holds 1 loose surface; they are not analyzed." for note in part.notes
    )
    alone = read(text_of(closed, tmp_path), tmp_path)
    assert not any("Besides" in note for note in alone.notes)


def test_a_solid_whose_entities_are_missing_is_refused(tmp_path: Path) -> None:
    import re

    text = text_of(draw.box((10, 20, 30)), tmp_path)
    broken = re.sub(r"#\d+ = PLANE\([^;]*;", "", text, count=1)
    assert broken != text
    assert "solid" in refused(broken, tmp_path, NoSolid)


@pytest.mark.parametrize(("side_mm", "words"), [(0.001, "too small"), (1_000_000.0, "too large")])
def test_sizes_that_no_part_has_are_refused(side_mm: float, words: str, tmp_path: Path) -> None:
    assert words in refused(text_of(draw.box((side_mm,) * 3), tmp_path), tmp_path)


@pytest.mark.parametrize("side_mm", [0.05, 20_000.0])
def test_sizes_that_few_parts_have_are_read_and_doubted(side_mm: float, tmp_path: Path) -> None:
    part = read(text_of(draw.box((side_mm,) * 3), tmp_path), tmp_path)
    assert any("Check that this is meant" in note for note in part.notes)


def test_a_text_without_the_sections_of_a_step_file_is_refused(tmp_path: Path) -> None:
    text = text_of(draw.box((10, 20, 30)), tmp_path)
    assert "syntax" in refused(text.replace("HEADER;", ""), tmp_path)
