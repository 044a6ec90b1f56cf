"""Which bodies are sheet metal, by drawn parts on either side of every threshold."""

import math

import pytest

from engine import roles
from engine.evidence import sheet
from engine.features import bend
from engine.model.evidence import SheetForm
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.corpus import files, needs_corpus
from tests.support.parts import without_mesh
from tests.support.parts_bends import strip
from tests.support.parts_sheets import measured_sheets_of, sheets_of

SMALL = 150_000


def test_a_flat_plate_is_reported_with_the_doubt():
    (body,) = sheets_of(draw.box((80, 60, 2)))
    assert (body.form, body.is_sheet, body.bends) == (SheetForm.FLAT, True, ())
    assert body.reason == "A flat plate of 2.00 mm without bends: a blank, or machined all over."


def test_a_plate_too_thick_for_its_size_is_no_sheet():
    (body,) = sheets_of(draw.box((80, 60, 8)))
    assert (body.form, body.is_sheet) == (SheetForm.NONE, False)
    assert body.reason == "It is too thick for its size (8.00 mm)."


def tray(draft_deg: float = 0.0) -> draw.TopoDS_Shape:
    """Draw a tray of 2 mm, 80 x 60 x 30 outside at its foot, its walls leaning outwards."""
    lean = math.tan(math.radians(draft_deg))

    def block(inset: float, low: float) -> draw.TopoDS_Shape:
        """Draw what the tray would be when filled, moved inwards by `inset`."""
        off = inset / math.cos(math.radians(draft_deg))
        outer = []
        for far, up in ((60, (0, 80)), (80, (0, 60))):
            wide = [off - lean * low, off - lean * 40, far - off + lean * 40, far - off + lean * low]
            heights = [low, 40, 40, low]
            outer.append((list(zip(wide, heights, strict=True)), up))
        across = draw.prism([(80, y, z) for y, z in outer[0][0]], (-80, 0, 0))
        across = draw.fuse(across, draw.prism([(-20, y, z) for y, z in outer[0][0]], (120, 0, 0)))
        along = draw.prism([(x, -20, z) for x, z in outer[1][0]], (0, 120, 0))
        return draw.common(across, along)

    below = draw.box((200, 200, 30), (-50, -50, 0))
    return draw.common(draw.cut(block(0.0, 0.0), block(2.0, 2.0)), below)


def test_closed_corners_are_reported_with_the_doubt_round_or_sharp():
    (sharp,) = sheets_of(tray())
    (round_,) = sheets_of(parts_blends.tray(inside_mm=3, thick_mm=2))
    assert sharp.form == round_.form == SheetForm.UNBENT
    assert sharp.is_sheet
    assert sharp.reason == "Walls of 2.00 mm close in corners without a bend: deep-drawn, welded or molded."


def test_walls_that_lean_a_little_are_drafted_for_a_mold():
    (drafted,) = sheets_of(tray(1.0))
    assert (drafted.form, drafted.is_sheet) == (SheetForm.NONE, False)
    assert drafted.reason == "Its walls of 2.00 mm have no bend and lean as if drafted for a mold."
    assert sheets_of(tray(20.0))[0].form == SheetForm.UNBENT


def test_pipes_and_cups_are_no_sheet_and_a_pan_may_be_one():
    pipe = draw.cut(draw.cylinder(30, 60), draw.cylinder(28, 60))
    cup = draw.cut(draw.cylinder(30, 60), draw.cylinder(28, 60, (0, 0, 2)))
    pan = draw.cut(draw.cylinder(60, 15), draw.cylinder(58, 60, (0, 0, 2)))
    assert [sheets_of(each)[0].form for each in (pipe, cup)] == [SheetForm.NONE, SheetForm.NONE]
    assert sheets_of(cup)[0].reason == (
        "Its walls of 2.00 mm are round and have no bend: drawn, turned or molded."
    )
    assert sheets_of(pan)[0].form == SheetForm.UNBENT


@draw.once
def hanger(closed: bool = False, rib: bool = False) -> draw.TopoDS_Shape:
    """Draw a channel of 2 mm with a flange folded out of each side, all sharp.

    The ends of the sides lie flush with the flanges. With `closed`, a wall closes one end of the channel;
    with `rib`, one stands across it.
    """
    body = draw.fuse(
        draw.box((80, 60, 2)),
        draw.box((2, 60, 50)),
        draw.box((2, 60, 50), (78, 0, 0)),
        draw.box((30, 2, 30), (-28, 0, 20)),
        draw.box((30, 2, 30), (78, 0, 20)),
    )
    if closed:
        body = draw.fuse(body, draw.box((80, 2, 50), (0, 58, 0)))
    return draw.fuse(body, draw.box((40, 2, 30), (20, 30, 0))) if rib else body


def test_folds_drawn_sharp_are_reported_with_the_doubt():
    (body,) = sheets_of(hanger())
    assert (body.form, body.is_sheet, body.is_uniform) == (SheetForm.CREASED, True, True)
    assert body.reason == "A sheet of 2.00 mm whose folds are drawn sharp, without a radius."


def test_sharp_walls_that_close_a_corner_or_stand_on_another_are_not_folded():
    assert sheets_of(hanger(closed=True))[0].form == SheetForm.UNBENT
    assert sheets_of(hanger(rib=True))[0].form == SheetForm.UNBENT


@pytest.mark.parametrize(("leg_mm", "form"), [(6.1, SheetForm.BENT), (5.8, SheetForm.NONE)])
def test_a_clip_with_a_bend_is_five_thicknesses_wide(leg_mm: float, form: SheetForm) -> None:
    """One skin, two legs and a bend of 4.71 mm, 6 mm wide, is 101 or 98 mm²; 10 mm square are 100."""
    (body,) = sheets_of(strip(leg_mm, (2.0, 90.0), leg_mm, width=6.0))
    assert (body.form, len(body.bends)) == (form, 1)


@pytest.mark.parametrize(("thick_mm", "form"), [(6.0, SheetForm.BENT), (6.1, SheetForm.NONE)])
def test_a_clip_with_a_bend_is_bent_on_an_everyday_brake(thick_mm: float, form: SheetForm) -> None:
    (body,) = sheets_of(strip(25, (6.0, 90.0), 25, thick=thick_mm, width=30.0))
    assert body.form == form


def domed(radius_mm: float, *, bent: bool, solid: bool = False) -> draw.TopoDS_Shape:
    """Draw a sheet of 2 mm, 60 x 60, with a dome as thick that has a radius where it leaves the sheet."""
    ball, middle = 40.0, (30.0, 30.0, math.sqrt(40.0**2 - radius_mm**2))
    cap = draw.box((200, 200, 100), (-50, -50, -100))
    leaf = strip(60, (2.0, 90.0), 10, width=60.0) if bent else draw.box((60, 60, 2))
    body = draw.fuse(leaf, draw.common(draw.sphere(ball, middle), cap))
    if solid:
        return body
    above = draw.box((200, 200, 102), (-50, -50, -100))
    return draw.cut(body, draw.common(draw.sphere(ball - 2.0, middle), above))


@pytest.mark.parametrize("bent", [True, False])
def test_a_sheet_of_one_thickness_is_one_when_domes_take_up_its_skins(bent: bool) -> None:
    form = SheetForm.BENT if bent else SheetForm.FLAT
    (formed,) = measured_sheets_of(domed(20.0, bent=bent))
    assert (formed.form, formed.is_uniform) == (form, True)
    assert 0.6 < formed.skin_share < 0.85
    (solid,) = measured_sheets_of(domed(20.0, bent=bent, solid=True))
    assert not solid.is_uniform


@pytest.mark.parametrize(("radius_mm", "form"), [(21.0, SheetForm.FLAT), (22.0, SheetForm.NONE)])
def test_six_tenths_of_a_formed_sheet_lie_in_its_skins(radius_mm: float, form: SheetForm) -> None:
    (body,) = measured_sheets_of(domed(radius_mm, bent=False))
    assert body.form == form
    assert abs(body.skin_share - 0.6) < 0.04


def lipped(high_mm: float) -> draw.TopoDS_Shape:
    """Draw a plate of 4 mm, 60 x 60, with a lip along one side that is nearly as thick."""
    return draw.fuse(draw.box((60, 60, 4)), draw.box((60, 3.8, high_mm)))


def test_a_plate_that_something_stands_on_is_no_flat_sheet_though_all_is_of_one_thickness():
    (plate,), (lip,) = measured_sheets_of(lipped(4.0)), measured_sheets_of(lipped(11.0))
    assert plate.form == SheetForm.FLAT
    assert lip.is_uniform
    assert 0.6 < lip.skin_share < 0.85
    assert lip.form == SheetForm.NONE


def cupped(depth_mm: float) -> draw.TopoDS_Shape:
    """Draw a sheet of 2 mm, 100 x 100, with a cup of Ø50 drawn out of it."""
    body = draw.fuse(draw.box((100, 100, 2)), draw.cylinder(25, depth_mm + 2, (50, 50, -depth_mm)))
    return draw.cut(body, draw.cylinder(23, depth_mm + 10, (50, 50, 2 - depth_mm)))


@pytest.mark.parametrize(("depth_mm", "form"), [(20.0, SheetForm.FLAT), (25.0, SheetForm.UNBENT)])
def test_three_quarters_of_a_flat_sheet_with_formed_places_are_flat(depth_mm: float, form: SheetForm) -> None:
    """Walls of the cup over all skins: 6,000 mm² of 26,000 at 20 mm, 7,500 of 27,500 at 25 mm."""
    (body,) = sheets_of(cupped(depth_mm))
    assert body.form == form
    if form is SheetForm.FLAT:
        assert body.reason == "A flat sheet of 2.00 mm without bends, with places formed out of it."


def test_a_sheet_with_formed_places_ends_in_its_flats() -> None:
    """A pan of Ø120 and 8 mm ends in its wall, which is a fifth of its skins."""
    pan = draw.cut(draw.cylinder(60, 8), draw.cylinder(58, 60, (0, 0, 2)))
    assert sheets_of(pan)[0].form == SheetForm.UNBENT


@needs_corpus
@pytest.mark.corpus
def test_folded_parts_of_the_corpus_are_sheet_and_molded_ones_are_not():
    from engine.kernel.read_step import read_step
    from engine.kernel.status import silence
    from engine.kernel.topology import measure

    silence()
    forms = {}
    for path in files("real/sheet-metal/*") + files("real/injection/*"):
        if path.stat().st_size > SMALL:
            continue
        prepared = without_mesh(measure(read_step(path)))
        found = sheet.find(
            RunContext(prepared), roles.assign(prepared, bend.recognize(RunContext(prepared), ()))
        )
        forms[path.stem] = {body.form for body in found}
    bent = {stem for stem, found in forms.items() if SheetForm.BENT in found}
    molded = {path.stem for path in files("real/injection/*")} & forms.keys()
    assert bent
    assert molded
    assert bent.isdisjoint(molded)


@pytest.mark.parametrize(
    ("side_mm", "thick_mm", "form"),
    [
        (9.8, 2.0, SheetForm.NONE),
        (10.2, 2.0, SheetForm.FLAT),
        (19.6, 3.9, SheetForm.FLAT),
        (40.5, 4.1, SheetForm.NONE),
        (41.5, 4.1, SheetForm.FLAT),
    ],
)
def test_a_plate_is_ten_times_as_wide_as_it_is_thick_and_a_piece_of_sheet_five_times(
    side_mm: float, thick_mm: float, form: SheetForm
) -> None:
    (body,) = sheets_of(draw.box((side_mm, side_mm, thick_mm)))
    assert body.form == form


@pytest.mark.parametrize(("thick_mm", "form"), [(3.9, SheetForm.CREASED), (4.1, SheetForm.NONE)])
def test_a_small_angle_drawn_sharp_is_a_piece_of_sheet_up_to_four_millimeters(
    thick_mm: float, form: SheetForm
) -> None:
    """Legs of 20, 15 wide: some 23 wide as one flat, which is between five and ten times as wide as thick."""
    (body,) = sheets_of(draw.fuse(draw.box((20, 15, thick_mm)), draw.box((thick_mm, 15, 20))))
    assert body.form == form


@pytest.mark.parametrize(("pin_mm2", "form"), [(2.0, SheetForm.FLAT), (16.0, SheetForm.NONE)])
def test_a_small_piece_with_more_on_it_than_skin_is_no_sheet(pin_mm2: float, form: SheetForm) -> None:
    """A pin on a piece, 16 x 16 x 2, that takes 0.4 % or 3 % of its skin."""
    side_mm = math.sqrt(pin_mm2)
    pin = draw.box((side_mm, side_mm, 0.5), (6, 6, 2))
    (body,) = sheets_of(draw.fuse(draw.box((16, 16, 2)), pin))
    assert body.form == form


@pytest.mark.parametrize(("high_mm", "form"), [(12.2, SheetForm.FLAT), (18.6, SheetForm.NONE)])
def test_most_of_a_sheet_is_skin(high_mm: float, form: SheetForm) -> None:
    """A block, 20 x 20, on a plate: its 1376 or 1888 mm² leave 0.87 or 0.83 for the plate's 9200."""
    (body,) = sheets_of(draw.fuse(draw.box((80, 60, 2)), draw.box((20, 20, high_mm), (30, 20, 2))))
    assert body.skin_share == pytest.approx(9200 / (9600 + 80 * high_mm))
    assert body.form == form


@pytest.mark.parametrize(("long_mm", "form"), [(105.0, SheetForm.NONE), (138.0, SheetForm.UNBENT)])
def test_a_tenth_of_the_skin_leans_where_walls_are_drafted(long_mm: float, form: SheetForm) -> None:
    """A tray with one wall of 60 x 30 that leans, of 60 L + 60 L + 3600 mm²: 11 % and 9 % of it."""
    lean = math.tan(math.radians(1.0))

    def block(inset: float, low: float) -> draw.TopoDS_Shape:
        """Draw what the tray would be when filled, moved inwards by `inset`."""
        far = long_mm - inset
        outline = [(inset, low), (far + lean * low, low), (far + lean * 30, 30), (inset, 30)]
        return draw.prism([(x, inset, z) for x, z in outline], (0, 60 - 2 * inset, 0))

    (body,) = sheets_of(draw.cut(block(0.0, 0.0), block(2.0, 2.0)))
    assert body.form == form


@pytest.mark.parametrize(("high_mm", "form"), [(28.0, SheetForm.UNBENT), (34.0, SheetForm.NONE)])
def test_half_of_the_skins_of_a_pan_are_flat(high_mm: float, form: SheetForm) -> None:
    """Its floor is as large as its wall where that is half as high as the floor is wide from its middle."""
    pan = draw.cut(draw.cylinder(60, high_mm), draw.cylinder(58, 60, (0, 0, 2)))
    assert sheets_of(pan)[0].form == form


@pytest.mark.parametrize(
    ("draft_deg", "form"),
    [(0.135, SheetForm.UNBENT), (0.17, SheetForm.NONE), (9.5, SheetForm.NONE), (10.5, SheetForm.UNBENT)],
)
def test_walls_that_lean_by_a_quarter_up_to_ten_degrees_a_tenth_off_are_drafted(
    draft_deg: float, form: SheetForm
) -> None:
    (body,) = sheets_of(tray(draft_deg))
    assert body.form == form


@pytest.mark.parametrize(("count", "form"), [(1, SheetForm.FLAT), (3, SheetForm.NONE)])
def test_plates_side_by_side_on_a_thin_core_are_fins_and_no_sheet(count: int, form: SheetForm) -> None:
    core = draw.cylinder(2, 4.0 * count - 3.0, (30, 30, 0))
    (body,) = sheets_of(draw.fuse(core, *(draw.box((60, 60, 1), (0, 0, 4.0 * k)) for k in range(count))))
    assert body.form == form
    if count > 1:
        assert body.reason == "Its walls of 1.00 mm lie side by side: fins, or a stack."
