"""STEP files written by hand, for what no CAD kernel would write."""

import re
from pathlib import Path

from OCP.TopoDS import TopoDS_Shape

from engine.kernel.status import silence
from tests.support import draw


def text_of(shape: TopoDS_Shape, folder: Path, unit: str = "MM", schema: str = "AP214IS") -> str:
    """Return a shape as the text of a STEP file."""
    silence()
    return draw.write_step(shape, folder / "written.step", unit, schema).read_text("utf-8")


def named(text: str, name: str) -> str:
    """Give the product another name, as raw STEP text between the apostrophes."""
    return re.sub(r"\bPRODUCT\('[^']*',\s*'[^']*'", lambda _: f"PRODUCT('{name}','{name}'", text)


def mapped(text: str, operator: str) -> str:
    """Let the product be its own body placed by a CARTESIAN_TRANSFORMATION_OPERATOR_3D.

    `operator` is the entity's text; it may refer to #9010, #9011, #9012 (the directions -x, y, z) and
    #9013 (the origin).
    """
    body = re.search(r"#(\d+) = ADVANCED_BREP_SHAPE_REPRESENTATION\('',\((#\d+),#\d+\),\s*(#\d+)\)", text)
    assert body
    number, axes, context = body.groups()
    shown = re.search(rf"SHAPE_DEFINITION_REPRESENTATION\((#\d+),#{number}\)", text)
    assert shown
    text = text.replace(shown.group(0), f"SHAPE_DEFINITION_REPRESENTATION({shown.group(1)},#9004)")
    return with_entities(
        text,
        f"#9001=REPRESENTATION_MAP({axes},#{number});",
        "#9010=DIRECTION('',(-1.,0.,0.));",
        "#9011=DIRECTION('',(0.,1.,0.));",
        "#9012=DIRECTION('',(0.,0.,1.));",
        "#9013=CARTESIAN_POINT('',(0.,0.,0.));",
        f"#9002={operator};",
        "#9003=MAPPED_ITEM('',#9001,#9002);",
        f"#9004=SHAPE_REPRESENTATION('',({axes},#9003),{context});",
    )


def with_entities(text: str, *entities: str) -> str:
    """Add entities at the end of the DATA section."""
    return text.replace("ENDSEC;\nEND-ISO", "\n".join(entities) + "\nENDSEC;\nEND-ISO")
