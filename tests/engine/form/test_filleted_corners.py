"""Inner corners with fillets, which a founder draws, and without, which a printer needs none of."""

import math
from types import SimpleNamespace
from typing import cast

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.form import filleted_corners, scores
from engine.model.evidence import SheetBody, SheetForm
from engine.model.form import Form
from tests.engine.form.test_find import only
from tests.support import draw
from tests.support.parts import part_of, without_mesh

PLATE = draw.box((120, 80, 10))
WALL = draw.box((120, 10, 30), (0, 0, 10))
INNER = (60, 10, 10)


def shares(shape: TopoDS_Shape) -> float:
    prepared = without_mesh(part_of(shape))
    return filleted_corners.share(prepared.graph, prepared.part.bodies[0])


@pytest.mark.parametrize(("radius_mm", "share"), [(0.0, 0.0), (4.0, 1.0)])
def test_an_angle_has_one_inner_corner(radius_mm: float, share: float) -> None:
    angle = draw.unified(draw.fuse(PLATE, WALL))
    shape = draw.fillet(angle, radius_mm, INNER) if radius_mm else angle
    assert shares(shape) == pytest.approx(share)


def test_corners_count_by_their_length() -> None:
    """Of an angle, filleted along 120, with a round boss of 16 that is not."""
    angle = draw.fillet(draw.unified(draw.fuse(PLATE, WALL)), 4.0, INNER)
    boss = draw.fuse(angle, draw.cylinder(8, 20, (60, 50, 5)))
    assert shares(boss) == pytest.approx(120.0 / (120.0 + 16.0 * math.pi), rel=0.01)


def test_a_block_has_no_inner_corner_to_fillet() -> None:
    assert shares(draw.box((30, 20, 10))) == 1.0


def recessed() -> TopoDS_Shape:
    """Draw a plate, 140 by 120 and 16 thick, with six recesses, 6 deep, whose corners are sharp."""
    recesses = [draw.box((30, 40, 6), (x, y, 10)) for x in (-55, -15, 25) for y in (-50, 10)]
    return draw.cut(draw.box((140, 120, 16), (-70, -60, 0)), *recesses)


def test_what_has_dozens_of_sharp_corners_and_no_fillet_was_drawn_for_no_founder() -> None:
    sharp = only(recessed())
    assert sharp.evidence["uncut_corners"] == 24.0
    assert sharp.evidence["filleted_share"] == 0.0
    assert sharp.form is Form.PRINTED
    no_sheet = cast(SheetBody, SimpleNamespace(form=SheetForm.NONE))
    found = scores.of_measures({**sharp.evidence, "filleted_share": 0.5}, no_sheet, None)
    assert max(found, key=lambda form: found[form]) is Form.CAST
