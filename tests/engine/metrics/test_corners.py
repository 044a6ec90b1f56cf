"""Upright corners on drawn parts: which the side of a cutter makes, and what they are told of."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import sharp_corners
from engine.metrics import _corners
from engine.model.feature import Kind
from engine.run_context import RunContext
from tests.support import draw
from tests.support.machined import Machined, block, machined, tee_slotted

RIB = draw.box((30, 3, 15), (4, 18, 4))
RELIEF = draw.box((10, 10, 11), (32, 32, 20))
NEAR_RIB = ((5, 18, 12), (5, 21, 12))

Corners = dict[tuple[Kind, int], list[tuple[float, ...]]]


def corners_by_feature(part: Machined) -> Corners:
    """Return the middles of the upright corners by the kind and defining face of their feature."""
    joint_of_edge = {joint.edge: joint for joint in part.prepared.graph.joints}
    edges = {edge for corner in sharp_corners.find(RunContext(part.prepared)).values() for edge in corner}
    joints = [joint_of_edge[edge] for edge in sorted(edges)]
    found = _corners.upright(part.prepared, part.recognition, joints, part.access.ways_to_face(), marks=())
    feature_of_id = {id(feature): feature for feature in part.recognition.features}
    return {
        (feature_of_id[each].kind, feature_of_id[each].fid): sorted(
            tuple(joint.midpoint.round(3).tolist()) for joint in corners
        )
        for each, corners in found.items()
    }


def corners_of(shape: TopoDS_Shape) -> dict[Kind, list[tuple[float, ...]]]:
    """Return the middles of the upright corners of a shape by the kind of their feature."""
    found: dict[Kind, list[tuple[float, ...]]] = {}
    for (kind, _), middles in corners_by_feature(machined(shape, max_edge_mm=20.0)).items():
        found[kind] = sorted(found.get(kind, []) + middles)
    return found


def side_by_side(*shapes: TopoDS_Shape) -> TopoDS_Shape:
    """Put bodies 100 mm apart along y."""
    return draw.compound(*(draw.moved(shape, (0, 100 * at, 0)) for at, shape in enumerate(shapes)))


def tray() -> TopoDS_Shape:
    """Draw a tray, 60 x 40 x 25, with walls and floor of 5 mm and upright corners of 4 mm."""
    corners = [(x, y, 20) for x in (5, 55) for y in (5, 35)]
    return draw.cut(draw.box((60, 40, 25)), draw.fillet(draw.box((50, 30, 30), (5, 5, 5)), 4, *corners))


def grooved(*reliefs: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a block, 60 x 60 x 30, with two grooves, 12 wide and 15 deep, that cross in its middle."""
    along_x, along_y = draw.box((62, 12, 16), (-1, 24, 15)), draw.box((12, 62, 16), (24, -1, 15))
    return draw.cut(draw.box((60, 60, 30)), along_x, along_y, *reliefs)


def cornered(count: int, depth: float = 10.0) -> TopoDS_Shape:
    """Draw the block with a pocket of so many equal sides in its top, 12 mm from middle to corner."""
    angles = [2 * math.pi * index / count for index in range(count)]
    outline = [(30 + 12 * math.cos(angle), 20 + 12 * math.sin(angle), 30 - depth) for angle in angles]
    return draw.cut(block(), draw.prism(outline, (0, 0, depth + 1)))


def test_the_corners_of_a_rib_at_the_wall_of_a_pocket_are_the_pockets() -> None:
    part = machined(draw.fuse(tray(), RIB), max_edge_mm=20.0)
    (pocket,) = (each for each in part.recognition.features if each.kind == Kind.POCKET)
    assert corners_by_feature(part) == {(Kind.POCKET, pocket.fid): [(5.0, 18.0, 12.0), (5.0, 21.0, 12.0)]}
    assert part.at((20, 18, 12)) not in pocket.faces  # the rib's own side: no pocket holds both faces


def test_the_corners_of_a_rounded_rib_are_its_fillets() -> None:
    assert corners_of(draw.fillet(draw.fuse(tray(), RIB), 2.0, *NEAR_RIB)) == {}


def test_corners_between_a_rib_and_the_boss_at_its_end_are_the_ribs() -> None:
    rib, boss = draw.box((15, 3, 15), (4, 18, 4)), draw.cylinder(6, 16, (22, 19.5, 4))
    body = draw.fillet(draw.fuse(tray(), rib, boss), 2.0, *NEAR_RIB)
    at = round(22 - math.sqrt(6**2 - 1.5**2), 3)
    assert corners_of(body) == {Kind.FIN: [(at, 18.0, 12.0), (at, 21.0, 12.0)]}
    apart = draw.fuse(tray(), rib, draw.cylinder(6, 16, (32, 19.5, 4)))
    assert corners_of(draw.fillet(apart, 2.0, *NEAR_RIB)) == {}


def test_a_relief_where_two_grooves_cross_is_upright_from_its_one_open_side() -> None:
    part = machined(grooved(RELIEF), max_edge_mm=20.0)
    wall = min(part.at((42, 39, 25)), part.at((39, 42, 25)))
    assert corners_by_feature(part) == {(Kind.WALL, wall): [(42.0, 42.0, 25.0)]}


@pytest.mark.parametrize("is_split", [True, False])
def test_the_outer_corner_of_a_bent_groove_is_upright_however_its_walls_are_split(is_split: bool) -> None:
    """Beside it is a groove that meets another, without an outer corner."""
    bent = draw.cut(block(), draw.box((40, 6, 11), (-1, 10, 20)), draw.box((6, 31, 11), (33, 10, 20)))
    tee = draw.cut(block(), draw.box((62, 6, 11), (-1, 10, 20)), draw.box((6, 31, 11), (33, 10, 20)))
    grooves = [bent, tee] if is_split else [draw.unified(bent), draw.unified(tee)]
    assert corners_of(side_by_side(*grooves)) == {Kind.SLOT: [(39.0, 10.0, 25.0)]}


def test_upright_corners_follow_the_part_mirrored_turned_scaled_and_as_splines() -> None:
    moved = draw.scaled(draw.turned(draw.mirrored(draw.fuse(tray(), RIB)), 33, (1, 1, 0)), 0.3)
    found = corners_of(draw.as_nurbs(moved))
    assert {kind: len(middles) for kind, middles in found.items()} == {Kind.POCKET: 2}


def test_what_is_cut_square_from_an_open_side_is_not_upright() -> None:
    """Grooves alone, a relief that is open outwards, a step and a notch."""
    open_outwards = grooved(draw.box((30, 30, 11), (32, 32, 20)))
    step, notch = draw.box((20, 10, 11), (-1, -1, 20)), draw.box((20, 15, 40), (20, -1, -5))
    shapes = grooved(), open_outwards, draw.cut(block(), step), draw.cut(block(), notch)
    assert corners_of(side_by_side(*shapes)) == {}


def test_undercuts_and_keyways_are_made_with_the_corner_of_their_own_cutters() -> None:
    """A T-slot, one that is shut at one end, a dovetail and a keyway."""
    shut = draw.fuse(tee_slotted(60), draw.box((10, 50, 40)))
    tail = draw.prism([(-1, 14, 31), (-1, 26, 31), (-1, 30, 20), (-1, 10, 20)], (62, 0, 0))
    bore, key = draw.cylinder(10, 40, (0, 0, 10)), draw.box((6, 13, 40), (-3, 0, 10))
    shapes = tee_slotted(60), shut, draw.cut(block(), tail), draw.cut(draw.cylinder(25, 30), bore, key)
    assert corners_of(side_by_side(*shapes)) == {}


def test_only_shallow_pockets_are_marks() -> None:
    """They are 3.0 and 3.1 mm deep."""
    marked, pocketed = (draw.cut(block(), draw.box((50, 30, 20), (5, 5, low))) for low in (27.0, 26.9))
    found = corners_of(side_by_side(marked, pocketed))
    assert [y > 100 for _, y, _ in found[Kind.POCKET]] == [True] * 4


def test_low_letters_that_stand_out_are_marks_too() -> None:
    """Four on a block: one as high as a fifth of its width and a higher one, and the same of wide ones."""
    sizes = {0: (10.0, 1.9), 40: (10.0, 2.1), 80: (16.0, 2.9), 120: (16.0, 3.1)}

    def letter(y: float, width_mm: float, high_mm: float) -> list[TopoDS_Shape]:
        def stroke(long_mm: float, wide_mm: float, right: float, up: float) -> TopoDS_Shape:
            return draw.box((long_mm, wide_mm, high_mm + 1), (10 + right, y + 5 + up, 29))

        stop = stroke(3, 16, 2 + width_mm, 0)  # what stands before the letter leaves it the top alone
        return [stroke(3, 16, 0, 0), stroke(width_mm, 3, 0, 0), stroke(width_mm, 3, 0, 13), stop]

    letters = [stroke for y, size in sizes.items() for stroke in letter(y, *size)]
    found = corners_of(draw.fuse(draw.box((60, 160, 30)), *letters))
    assert set(found) == {Kind.PROTRUSION}
    assert {40 * int(y // 40) for _, y, _ in found[Kind.PROTRUSION]} == {40, 120}


def test_a_blunt_corner_wants_no_radius() -> None:
    """Those of eleven sides bend by 33°, those of fourteen by 26°."""
    found = corners_of(side_by_side(cornered(11), cornered(14)))
    assert [y < 100 for _, y, _ in found[Kind.POCKET]] == [True] * 11
