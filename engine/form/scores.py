"""How well each form fits the numbers."""

import math
from collections.abc import Mapping

from engine.form.fasteners import Fastener
from engine.model.evidence import SheetBody, SheetForm
from engine.model.form import Form

TURNED_SHARE = (0.55, 0.75)
"""Share of the surface that turns about one axis, or is the hexagon of the bar: hexagon bolts keep 0.65,
shafts with keyways 0.8; a plate with a large bore has 0.45."""

TURNED_FLATNESS = (0.03, 0.05)
"""Shortest side of the box over the middle one: discs and rings that are thinner are cut from sheet."""

TURNED_WALL = (0.025, 0.012)
"""One wall all over, over the diameter: nobody turns a hood of 150 mm to 1 mm; it is molded or spun."""

BEYOND_SHARE = (0.01, 0.03)
"""Share of the surface on handles and arms that reach far out of what turns: no work for a lathe."""

EARS_SHARE = (0.4, 0.5)
"""Share of the solid of revolution in rings of which little is left standing: discs with slender ears or pins
on them have 0.5 and more, and so have forks; hexagon nuts have 0.2, crankshafts 0.2 to 0.3. What stands so
on a gear or a pulley is its teeth."""

ROUND_TEETH = (0.1, 0.2)
"""Share of the area of teeth in rounds along their edges: hobs leave these sharp, or broken by a chamfer."""

SOLID_TURNED, A_DOZEN = (0.8, 0.9), (12.0, 16.0)
"""Share of its solid of revolution that a body fills, of what was turned and has up to so many sharp corners
in pockets: lids and flanges fill 0.9 and more, and knobs that are hollow beneath, with ribs, a third. What
has thin walls, or its inner corners filleted, was drawn for a mold, and a ring of low teeth is for hands."""

ALL_TEETH = (0.12, 0.06)
"""Share of the surface that turns and is no tooth, of what is nothing but an outline of teeth about a bore:
it is milled along that outline. Gears and pulleys have rims, hubs and grooves that were turned, 0.14 and
more."""

TUBE_SHARE = 0.9
"""Share of the surface in cylinders about the axis of a tube, which is cut off however thin it is."""

PRINTED_CM3 = (200.0, 400.0)
"""Solid material: pieces of half a kilogram and more are seldom printed, and seldom drawn for it."""

TOO_THIN_MM = (0.75, 0.6)
"""Nominal wall that printers hardly make, for it is one line of their nozzle: 0.8 mm is drawn for them.
Molds make it, and what has it over much of its surface is a shell, whatever its posts and rims weigh."""

SOLID_MM = (8.5, 11.0)
SOLID_CM3 = (30.0, 60.0)
DOZEN_UNCUT, DOZENS_UNCUT = (8.0, 12.0), (12.0, 24.0)
"""Thickness in the middle of the surface, and material: a printer takes hours to fill what is so thick and
large. It is cut, though some of its corners were drawn sharp; with dozens of them it is for a printer."""

SQUARE_PIECE_SHARE = (0.5, 0.65)
"""Share of such a piece in planes at right angles, by which it was a block: eight sharp corners in it are an
oversight, and a dozen are none. Castings have arms and webs."""

THICKEST_SHEET_MM = 6.0
"""What is thicker is plate and not kept as sheet; brakes of everyday shops bend steel up to that."""

THICKEST_DRAWN_MM = 3.0
"""Sheet that closes in corners without bends is deep-drawn, up to this gauge. What is thicker is welded from
plates, where no mold lets go of it and plates have edges."""

SHEET_FILL = (0.22, 0.16)
"""Share of its box that a sheet fills which no bend shows: what is fuller is a thick-walled box of a printer
or a mold. Angles and boxes of sheet have 0.03 to 0.15."""

LEDGE_SHARE = (0.012, 0.022)
"""Share of the surface of what folds or closes without bends in flats that are neither skin nor cut edge: fan
covers and brackets of sheet have 0.01 at most, boxes with rails and lips 0.02 and more. What is joined from
plates has seats milled into it."""

FOLDED_VOLUME, ONE_GAUGE, ONE_PLATE = (0.9, 0.94), (0.93, 0.96), (0.96, 0.98)
"""Share of the material between two skins of the gauge, of what is folded sharp, and of sheet and of plates
that close in corners: small brackets of sheet keep 0.94 and more, printed ones 0.92 at most."""

LEANING_EDGES = (0.3, 0.5)
"""Share of the edges of a flat plate that lean off square to it: shears and lasers cut them square."""

CHAMFER_SHARE = (0.03, 0.05)
"""Share of the surface of a flat plate in chamfers: what is cut from sheet has its edges broken at most, and
a rim that is chamfered all round was milled."""

LEVEL_SHARE = 1e-4
"""Share of a flat plate's area on levels between its skins: more than this, and a mill goes over it."""

UNCUT_COUNT = (1.0, 5.0)
UNCUT_LENGTH = (0.03, 0.1)
"""Sharp inner corners that no mill makes, and their length over the size of the body. Milled parts have one
or two by oversight; those for molds and printers have dozens. Up to a dozen that go straight through what
has no thin walls do not count: a wire or a broach makes them, and outlines of plates are often drawn so."""

TEETH_SHARE = (0.3, 0.5)
"""Share of the surface that is teeth about the axis of what turns: a gear is hobbed, and its bore is broached
where it is not round. Parts of molds and printers with a ring of teeth have less: 0.27."""

ALL_TURNED, BORED_FILL = (0.8, 0.9), (0.3, 0.4)
"""Share of the surface that turns, teeth apart, and of its box that a body fills, of what was turned though
its socket or splined bore has corners for a broach. Knobs and horns of molds are hollow or toothed."""

SOLID_FILL = (0.6, 0.75)
SQUARE_SHARE = (0.7, 0.85)
"""A block that keeps most of its stock, all planes at right angles, is milled even where its corners were
drawn sharp."""

LEAN_FILL = (0.19, 0.12)
"""Share of its box that a body fills: who mills from block seldom cuts more than four fifths away."""

BLANK_FILL = (0.3, 0.4)
"""Share of its solid of revolution that a body fills, of what is milled out of a blank that was turned:
nobody begins with a block then."""

STEP_SHARE = (0.1, 0.25)
"""Share of the surface on steps that are open along their whole length, where cutters reach all corners:
angles and stepped bars are lean because their stock was. Boxes, clips and triggers have none."""

FLAT_RATIO = (0.12, 0.25)
"""Shortest side of the box over the middle one: what is flat was plate, however little is left of it."""

HOLLOW_FILL = (0.35, 0.2)
"""The same of what has thin walls, or walls of one thickness all over: a box that is a shell."""

EVEN_WALLS = (0.85, 0.95)
"""Share of the surface over walls of one thickness, whatever that is: blocks are not milled to such."""

UPRIGHT_SHARE = (0.25, 0.35)
UNEVEN_SHARE = (0.75, 0.6)
SHARP_SHARE = (0.05, 0.02)
"""Share of the surface that is deep walls without draft, at most so much of it at one thickness, and so
little of it rounds: nobody draws the part of a mold so, and a printer needs neither draft nor rounds. Bottles
and hoods are drawn without draft all the same, and housings whose walls meet in rounds get it later."""

UNDERCUT_SHARE = (0.008, 0.025)
"""Share of the surface that no mold half frees: more than this, and it takes slides or layers."""

SLIDES_SHARE = (0.06, 0.12)
"""The same of a thin wall all of whose inner corners are rounded or within reach: up to this, slides free its
windows and snaps."""

DRAFTED_SHARE = (0.2, 0.5)
"""Share of the walls along the pull that lean as drafted: who draws draft means a mold."""

SHELL_MM = (6.0, 3.5)
"""Nominal wall: of molded plastic up to 4 mm in common use, of castings 3 mm and more."""

MOLDED_MM = (4.5, 3.0)
"""What is thicker, and has a dozen sharp inner corners besides, was drawn for a printer."""

BORE_SHARE = (0.15, 0.25)
BORE_WALL_MM = (2.2, 1.7)
"""Share of the surface of a thin shell that is bores, and its wall: cores of a mold leave so little material
round holes that lie so close, and drills break out of it."""

FILLETED_SHARE = (0.05, 0.2), (0.2, 0.4)
"""Share of the length of inner corners that is filleted: founders fillet half of them and more, and what is
drawn for a printer has none, or a few where the designer thought of it."""

SOLID_CASTING_MM = (80.0, 130.0)
"""Longest side of what is cast though drawn without draft: small solid pieces are printed today."""

UNBENT_SKIN = (0.9, 0.95)
"""Share of the skin at one gauge, of sheet that closes in corners without bends: molded boxes have posts,
ribs and lips."""

WELDED_SKIN = (0.97, 0.99)
"""The same of what is welded: nothing but plates is there. Printed brackets of one wall keep 0.95."""

EVEN_SHELL = (0.9, 0.96)
"""Share of the surface at one thickness, of bottles and other shells that are all wall."""

SHELL_SIDES = 2.3
"""Area times thickness over volume of such a shell, at most."""

SHELL_SHARE = (0.4, 0.7)
"""Share of the surface over thin wall: less, and it is no shell."""

SHELL_VOLUME = (0.45, 0.7)
"""Share of the material that is in that wall: a forged rod has a thin web, and its weight in the flanges."""

BARS_VOLUME = (1.23, 1.3)
"""The same beyond the whole: what lies between two skins is counted once, what is as thin as a wall on all
four sides twice. More than this, and it is bars and rods rather than the walls of a shell, which has up to
1.2 with its posts and ribs."""

ONE_WALL = (0.15, 0.3)
"""Share of the surface at one thickness, by which it is a shell though lips and posts have the weight. What
weighs more than is printed is none: an engine's barrel between its cooling fins is cast."""

SIDE_SHARE = (0.96, 0.985)
"""Share of the surface that runs along one direction in an extrusion; its ends are the rest."""

LONG = (1.5, 3.0)
"""Length of an extrusion over the square root of its cross-section's box."""

LONG_PROFILE = (1.0, 1.8)
"""The same where dozens of corners are sharp that no mill makes: chambers and grooves of a bought profile."""

WORKED_SIDES = (0.88, 0.95)
VERY_LONG = (6.0, 12.0)
"""The same two of a profile that was mitered, drilled and notched afterwards: so long a piece was bought as
one, unless it is a flat bar or plate."""

PANEL_WALL = (0.02, 0.012)
"""One gauge all over, over the width: legs of extruded angles and channels are up to fifty gauges wide, and
panels of what is folded from sheet are of any width."""

WIRE_SIDES = (3.4, 3.8)
"""Area times thickness over volume: 4 of a long wire, 2 of sheet."""

WIRE_SHARE = (0.6, 0.8)
"""Share of the surface that is as thick as the middle of it."""

WIRE_LENGTH = (8.0, 12.0)
"""Volume over the cube of that thickness: what is fewer thicknesses long is a bar, bent or not."""

LUMP_SIDES = 5.0
"""The same of a ball or a cube is 6: what is so thick for its length is no wire."""

PRECEDENCE = {Form.TURNED: 0.98, Form.SHEET: 0.97, Form.WIRE: 0.96, Form.EXTRUDED: 0.95}
"""Of forms that fit a body alike, the first: a washer is turned and sheet too, a disc is sheet too."""

AS_WELL_SHEET = 0.8
"""Score as sheet by which what was extruded is sheet as well: nobody sells the profile, and it is folded."""

LEAST_SCORE = 0.3
"""What a milled part has at least: anything that tools reach can be milled."""


def of_measures(
    evidence: Mapping[str, float], sheet: SheetBody, fastener: Fastener | None
) -> dict[Form, float]:
    """Return how well each form fits, 0 to 1 each."""

    def ramp(name: str, ends: tuple[float, float]) -> float:
        return _ramp(evidence[name], ends)

    is_flat = 1.0 - ramp("flatness", FLAT_RATIO)
    is_block = ramp("fill", SOLID_FILL) * ramp("square_share", SQUARE_SHARE)
    is_light = 1.0 - ramp("volume_cm3", PRINTED_CM3)
    too_thin = ramp("wall_mm", TOO_THIN_MM)
    is_one_wall = max(ramp("thin_volume", SHELL_VOLUME), ramp("even_share", ONE_WALL) * is_light, too_thin)
    bars = ramp("thin_volume", BARS_VOLUME)
    thin = min(ramp("wall_mm", SHELL_MM), ramp("thin_share", SHELL_SHARE), is_one_wall, 1.0 - bars)
    is_sawn = (
        (1.0 - ramp("through_corners", DOZEN_UNCUT))
        * (1.0 - ramp("turned_share", TURNED_SHARE))
        * (1.0 - thin)
    )
    blind_corners = evidence["uncut_corners"] - is_sawn * evidence["through_corners"]
    uncut = min(_ramp(blind_corners, UNCUT_COUNT), ramp("uncut_length", UNCUT_LENGTH))
    uncut *= 1.0 - is_block * (1.0 - ramp("uncut_corners", DOZENS_UNCUT))
    hollow = ramp("fill", HOLLOW_FILL) * max(thin, ramp("thin_share", EVEN_WALLS))
    is_within_reach = 1.0 - _ramp(blind_corners, UNCUT_COUNT)
    stepped = ramp("step_share", STEP_SHARE) * is_within_reach
    is_of_blank = _ramp(evidence["revolved_fill"], BLANK_FILL)
    lean = max(ramp("fill", LEAN_FILL) * (1.0 - is_of_blank), hollow) * (1.0 - max(is_flat, stepped))
    closed = 1.0 if evidence["voids"] else ramp("covered_share", UNDERCUT_SHARE)
    undercut = max(ramp("undercut_share", UNDERCUT_SHARE), closed)
    draft = ramp("drafted_share", DRAFTED_SHARE)
    is_slid = is_within_reach * (1.0 - ramp("undercut_share", SLIDES_SHARE)) * (1.0 - closed)
    undercut *= 1.0 - thin * ramp("wall_mm", MOLDED_MM) * is_slid
    solid = min(ramp("even_mm", SOLID_MM), ramp("volume_cm3", SOLID_CM3))
    solid *= 1.0 - ramp("uncut_corners", DOZENS_UNCUT)
    is_square_piece = solid * ramp("square_share", SQUARE_PIECE_SHARE)
    uncut *= 1.0 - is_square_piece * (1.0 - ramp("uncut_corners", DOZEN_UNCUT))
    is_printable = 1.0 - max(ramp("volume_cm3", PRINTED_CM3), solid, too_thin)
    is_uneven = max(ramp("even_share", UNEVEN_SHARE), 1.0 - ramp("wall_mm", MOLDED_MM))
    upright = min(ramp("upright_share", UPRIGHT_SHARE), is_uneven) * is_printable
    upright *= ramp("blend_share", SHARP_SHARE)
    crude = (1.0 - ramp("wall_mm", MOLDED_MM)) * ramp("uncut_corners", DOZEN_UNCUT) * is_printable
    upright = max(upright, crude)
    bored = min(thin, ramp("bore_share", BORE_SHARE), ramp("wall_mm", BORE_WALL_MM))
    unmilled = max(uncut, lean, closed, bored, draft * (1.0 - undercut))
    molded = unmilled * (1.0 - undercut)
    cored = max(uncut, draft) * undercut * (1.0 - is_printable * (1.0 - draft))
    undrawn = _undrawn(evidence, draft) * is_printable
    is_castable = max(draft, ramp("longest_mm", SOLID_CASTING_MM)) * (1.0 - undrawn)
    is_two_sided = evidence["even_sides"] <= SHELL_SIDES
    even_shell = ramp("even_share", EVEN_SHELL) * (1.0 - is_flat) if is_two_sided else 0.0
    in_sheet = _sheet_score(evidence, sheet, undercut)
    is_foil = in_sheet * (1.0 - ramp("flatness", TURNED_FLATNESS))
    hood = even_shell * ramp("even_over_width", TURNED_WALL) if evidence["tube_share"] < TUBE_SHARE else 0.0
    turned = _turned_score(evidence, uncut) * (1.0 - is_foil) * (1.0 - hood)
    other = (1.0 - ramp("turned_share", TURNED_SHARE)) * (1.0 - is_block)
    wire = min(ramp("even_sides", WIRE_SIDES), ramp("even_share", WIRE_SHARE)) * other
    wire *= ramp("even_length", WIRE_LENGTH) * (evidence["even_sides"] < LUMP_SIDES)
    of_chambers = min(ramp("section_length", LONG_PROFILE), ramp("uncut_corners", DOZENS_UNCUT))
    profile = min(ramp("side_share", SIDE_SHARE), max(ramp("section_length", LONG), of_chambers))
    worked = min(ramp("long_side_share", WORKED_SIDES), ramp("long_section_length", VERY_LONG))
    is_panel = in_sheet * ramp("even_over_width", PANEL_WALL)
    extruded = max(profile, worked * (1.0 - is_flat)) * other * (1.0 - is_panel)
    rest = 1.0 - max(turned, in_sheet, wire, extruded)
    unmolded = (1.0 - thin) * (1.0 - is_castable) + thin * upright
    printed = max(unmilled * undercut, molded * unmolded) * (1.0 - even_shell)
    printed *= is_printable * (1.0 - draft)
    score_of_form = {
        Form.FASTENER: 1.0 if fastener else 0.0,
        Form.TURNED: turned,
        Form.SHEET: in_sheet,
        Form.WIRE: wire,
        Form.EXTRUDED: extruded,
        Form.PRINTED: printed * rest,
        Form.SHELL: max(max(molded * (1.0 - upright), cored) * thin, even_shell) * rest,
        Form.CAST: max(molded, cored) * (1.0 - thin) * is_castable * rest,
        Form.MILLED: max(1.0 - unmilled, LEAST_SCORE * (1.0 - closed)) * rest,
    }
    return {form: PRECEDENCE.get(form, 1.0) * score for form, score in score_of_form.items()}


def _turned_score(evidence: Mapping[str, float], uncut: float) -> float:
    """Return how well a body fits what a lathe makes, whatever other form it fits; `uncut` by its corners."""
    smooth_share = evidence["turned_share"] - evidence["teeth_share"]
    turns = _ramp(evidence["turned_share"], TURNED_SHARE)
    broached = _ramp(smooth_share, ALL_TURNED) * _ramp(evidence["fill"], BORED_FILL)
    is_solid = _ramp(evidence["revolved_fill"], SOLID_TURNED)
    is_solid *= turns * (1.0 - _ramp(evidence["uncut_corners"], A_DOZEN))
    is_solid *= 1.0 - max(_ramp(evidence["filleted_share"], FILLETED_SHARE[1]), evidence["teeth_share"] > 0.0)
    is_solid *= 1.0 - _ramp(evidence["thin_share"], SHELL_SHARE)
    unbroached = uncut * (1.0 - max(_ramp(evidence["teeth_share"], TEETH_SHARE), broached, is_solid))
    unfit = (
        _ramp(evidence["beyond_share"], BEYOND_SHARE),
        _ramp(evidence["ears_share"], EARS_SHARE) * (1.0 - _ramp(evidence["teeth_share"], TEETH_SHARE)),
        _ramp(evidence["round_teeth"], ROUND_TEETH),
        _ramp(smooth_share, ALL_TEETH) * _ramp(evidence["teeth_share"], TEETH_SHARE),
        unbroached,
    )
    return turns * math.prod(1.0 - each for each in unfit)


def _undrawn(evidence: Mapping[str, float], draft: float) -> float:
    """Return how sure it is that no founder drew a body: dozens of sharp inner corners, and no fillets."""
    few, some = FILLETED_SHARE
    deep = _ramp(evidence["upright_share"], UPRIGHT_SHARE) * _ramp(evidence["blend_share"], SHARP_SHARE)
    deep *= 1.0 - _ramp(evidence["filleted_share"], some)
    unfilleted = (1.0 - _ramp(evidence["filleted_share"], few)) * (1.0 - draft)
    return max(deep, unfilleted) * _ramp(evidence["uncut_corners"], DOZENS_UNCUT)


def _sheet_score(evidence: Mapping[str, float], sheet: SheetBody, undercut: float) -> float:
    gauge_mm = evidence["gauge_mm"]
    if not gauge_mm <= THICKEST_SHEET_MM:
        return 0.0
    if sheet.form is SheetForm.FLAT:
        is_cut_through = evidence["level_share"] <= LEVEL_SHARE
        is_square = 1.0 - max(
            _ramp(evidence["edge_lean"], LEANING_EDGES), _ramp(evidence["chamfer_share"], CHAMFER_SHARE)
        )
        return is_cut_through * is_square
    if sheet.form is SheetForm.BENT:
        return 1.0
    is_all_wall = _ramp(evidence["fill"], SHEET_FILL)
    if sheet.form is SheetForm.CREASED:
        folded = min(_ramp(evidence["gauge_volume"], FOLDED_VOLUME), _ramp(sheet.skin_share, UNBENT_SKIN))
        return 0.9 * max(is_all_wall, folded)
    least = 0.9 * is_all_wall
    if sheet.form is SheetForm.UNBENT:
        if gauge_mm <= THICKEST_DRAWN_MM:
            least *= 1.0 - _ramp(evidence["ledge_share"], LEDGE_SHARE)
        drawn = _ramp(sheet.skin_share, UNBENT_SKIN) if gauge_mm <= THICKEST_DRAWN_MM else 0.0
        welded = _ramp(sheet.skin_share, WELDED_SKIN) * undercut if sheet.edges else 0.0
        joined = _ramp(evidence["gauge_volume"], ONE_GAUGE if gauge_mm <= THICKEST_DRAWN_MM else ONE_PLATE)
        return least * max(drawn, welded, joined)
    return 0.0


def _ramp(value: float, ends: tuple[float, float]) -> float:
    """Return 0 before the first end, 1 behind the second, evenly between; 0 where the value is not known."""
    start, stop = ends
    if math.isnan(value):
        return 0.0
    return min(max((value - start) / (stop - start), 0.0), 1.0)
