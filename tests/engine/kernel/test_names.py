"""Names of products and of their places in an assembly, fit to be shown."""

import re
from pathlib import Path

import pytest

from engine.kernel.names import clean, made_unique
from engine.kernel.read_step import read_step
from tests.support import draw, programs
from tests.support.forked import WORKERS
from tests.support.step_text import text_of, with_entities

PAIR = draw.compound(draw.box((10, 10, 10)), draw.moved(draw.box((5, 5, 5)), (20, 0, 0)))
"""An assembly of two products."""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Housing, left", "Housing, left"),
        ("  two \t words\n", "two words"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("\u202eevil", "evil"),
        ("零件", "零件"),
        ("SOLID", ""),
        ("=>[0:1:1:3]", ""),
        ("Solidworks bracket", "Solidworks bracket"),
        ("n" * 300, "n" * 200),
    ],
)
def test_names_lose_what_cannot_be_shown_and_what_says_nothing(name: str, shown: str) -> None:
    assert clean(name) == shown


def test_equal_names_are_numbered_and_others_are_not() -> None:
    assert made_unique(["nut", "bolt", "nut"]) == ["nut 1", "bolt", "nut 2"]


def renamed(text: str, kind: str, *names: str) -> str:
    """Replace the first strings of the entities of a kind, one entity after the other."""
    rest = iter(names)
    return re.sub(rf"(= {kind}\()(?:'[^']*',\s*)+", lambda found: f"{found[1]}{next(rest)},", text)


def pair(folder: Path, products: tuple[str, str, str], places: tuple[str, str]) -> Path:
    """Write the assembly, its products and places with these strings, as STEP has them."""
    text = renamed(text_of(PAIR, folder), "PRODUCT", *(f"'id',{name},''" for name in products))
    text = renamed(text, "NEXT_ASSEMBLY_USAGE_OCCURRENCE", *places)
    path = folder / "pair.step"
    path.write_text(text)
    return path


def test_a_body_is_called_after_its_product_and_not_after_its_place(tmp_path: Path) -> None:
    path = pair(
        tmp_path, ("'Fixture'", "'Base'", "'Caf\\X2\\00E9\\X0\\'"), ("'1','left',''", "'2','right',''")
    )
    brep = read_step(path)
    assert brep.name == "Fixture"
    assert brep.body_names == ("Base", "Café")


def test_a_product_whose_name_says_nothing_is_called_after_its_place(tmp_path: Path) -> None:
    """The place's description comes first, then its name, then its number."""
    path = pair(
        tmp_path, ("'Fixture'", "'SOLID'", "'COMPOUND'"), ("'1','left','pin, left'", "'2','right',''")
    )
    assert read_step(path).body_names == ("pin, left", "right")
    path = pair(tmp_path, ("'Fixture'", "'SOLID'", "'Base'"), ("'1','',''", "'2','right',''"))
    assert read_step(path).body_names == ("1", "Base")


def test_a_product_without_a_name_is_called_by_its_number(tmp_path: Path) -> None:
    path = pair(tmp_path, ("''", "''", "'Base'"), ("'1','left',''", "'2','right',''"))
    brep = read_step(path)
    assert brep.name == "id"
    assert brep.body_names == ("id", "Base")


def test_a_body_that_an_assembly_holds_by_itself_is_called_after_its_product(tmp_path: Path) -> None:
    """The assembly's own representation holds the base again, 50 mm up, and no place names it."""
    text = renamed(text_of(PAIR, tmp_path), "PRODUCT", "'','Fixture',''", "'','Base',''", "'','Lid',''")
    (tmp_path / "pair.step").write_text(with_a_mapped_body(text))
    brep = read_step(tmp_path / "pair.step")
    assert sorted(brep.body_names) == ["Base 1", "Base 2", "Lid"]


def with_a_mapped_body(text: str) -> str:
    """Let the first representation, which places the others, hold the first body too."""
    body = re.search(r"#(\d+) = ADVANCED_BREP_SHAPE_REPRESENTATION\('',\((#\d+),", text)
    whole = re.search(r"= SHAPE_REPRESENTATION\('',\(([^)]*)\)", text)
    assert body
    assert whole
    return with_entities(
        text.replace(whole[0], f"= SHAPE_REPRESENTATION('',({whole[1]},#9005)", 1),
        "#9001=CARTESIAN_POINT('',(0.,0.,50.));",
        "#9002=DIRECTION('',(0.,0.,1.));",
        "#9003=DIRECTION('',(1.,0.,0.));",
        f"#9004=REPRESENTATION_MAP({body[2]},#{body[1]});",
        "#9006=AXIS2_PLACEMENT_3D('',#9001,#9002,#9003);",
        "#9005=MAPPED_ITEM('',#9004,#9006);",
    )


NAMELESS_LABELS = """
import sys
from pathlib import Path
from OCP.XCAFDoc import XCAFDoc_ShapeTool
XCAFDoc_ShapeTool.SetAutoNaming_s(False)
from engine.kernel.read_step import read_step
print(len(read_step(Path(sys.argv[1])).bodies))
"""
"""OCCT's document gives no names of its own here, as it gives none to some labels of files with PMI: who asks
such a label for its name is ended by signal 11."""


def test_no_label_of_a_document_is_asked_for_a_name_it_may_not_have(tmp_path: Path) -> None:
    path = tmp_path / "pair.step"
    path.write_text(with_a_mapped_body(text_of(PAIR, tmp_path)))
    script = tmp_path / "nameless.py"
    script.write_text(NAMELESS_LABELS)
    ended = programs.run("tests.support.script", script, path, loaded=WORKERS)
    assert (ended.returncode, ended.stdout) == (0, "3\n")
