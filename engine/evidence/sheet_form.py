"""Decides which bodies are sheet metal, and how thick they are.

A body is sheet metal when next to all of it lies between two skins at one thickness, the sheet is wide for
that thickness, and it has bends. Without bends geometry shows less. A flat plate may be a blank or machined
all over; walls that meet sharply may be folds drawn without radii; closed corners may be deep-drawn, welded
or molded. These count as sheet, with the doubt said, unless the walls lean a little off square: that is the
draft of a mold.
"""

import math
from collections.abc import Sequence

import numpy as np

from engine.graph import closed_folds, creases, extents, neighborhoods
from engine.graph.sheet import Sheet
from engine.model.analysis import PreparedPart
from engine.model.evidence import SheetForm
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_COSINE, PARALLEL_DEG

SKIN_SHARE = 0.85
"""At least this share of a sheet's area, its edges left out, lies in its skins. Folded enclosures with
louvers and hardware keep 0.9, molded housings of even wall with ribs have 0.8 at most."""

DRAFT_DEG = (0.25 - PARALLEL_DEG, 10.0 + PARALLEL_DEG)
"""Walls off square to the largest one by an angle between these, both included, lean as in a mold."""

DRAFTED_SHARE = 0.1
"""At least this share of the skin leans so where it is draft, and no flange set a little open."""

FLAT_SHARE = 0.5
"""Where no bend shows it, at least this share of the skins is flat: pipes, cups and bottles are no sheet."""

WIDE = 10.0
"""A sheet's skin is this many thicknesses wide and long, taken as a square: thinner than a bar by far."""

EVEN_SKIN, PIECE_MM, PIECE_WIDE = 0.985, 4.0, 5.0
"""A flat piece, or one with folds drawn sharp, that is next to all skin, up to this thick, is cut from sheet
though it is but so many thicknesses wide: washers, tabs, shims, small angles. Thicker ones are sawn from
plate or bar."""

BENT_PIECE_MM = 6.0
"""The same of a piece with bends: clips and angles. Brakes of everyday shops bend steel up to this."""

FORMED_SHARE = 0.6
"""At least this share of a sheet with dimples, louvers or beads lies in its skins, when all of it is of one
thickness: next to round domes none does. It is the least at which bends are looked for."""

LEVEL_SHARE = 0.75
"""A flat sheet with formed places has this share of its skins in parallel planes: a round pan has less from a
twelfth as high as wide on."""

MAIN_SHARE = 0.5
"""Of the flats of such a sheet this share lies on one level: of fins and of stacks each has its own."""


def of(prepared: PreparedPart, found: Sheet, n_bends: int, is_uniform: bool) -> tuple[SheetForm, str]:
    """Return the form of what lies between two skins and a sentence that says why.

    `is_uniform` says whether next to all of it is of one thickness.
    """
    part = prepared.part
    thick, share = f"{found.thickness_mm:.2f} mm", f"{100.0 * found.skin_share:.0f} %"
    are_parallel = _are_parallel(part, found)
    skin = [face for side in found.skins for face in side]
    is_flat = are_parallel and _main_share(part, skin, found.thickness_mm) >= 1.0 - FIT_LENGTH
    is_formed = not n_bends and not is_flat and _is_formed(prepared, found)
    is_even = is_uniform and found.skin_share >= FORMED_SHARE
    is_plate = is_flat and not _has_upright_walls(part, found)
    if found.skin_share < SKIN_SHARE and not (is_even and (n_bends or is_plate or is_formed)):
        return SheetForm.NONE, f"Only {share} of its skin lies at one thickness ({thick})."
    is_creased = (
        not n_bends and not are_parallel and creases.can_be_folded(part, prepared.graph, found.panels)
    )
    piece_mm = BENT_PIECE_MM if n_bends else PIECE_MM if is_flat or is_creased else 0.0
    is_piece = found.skin_share >= EVEN_SKIN and found.thickness_mm <= piece_mm
    if math.sqrt(found.skin_area_mm2 / 2.0) < (PIECE_WIDE if is_piece else WIDE) * found.thickness_mm:
        return SheetForm.NONE, f"It is too thick for its size ({thick})."
    if any(closed_folds.go_round(part, prepared.graph, side) for side in found.skins):
        return SheetForm.NONE, f"Its walls of {thick} close to a ring without a seam: a tube, or molded."
    if n_bends:
        counted = "1 bend" if n_bends == 1 else f"{n_bends} bends"
        return (
            SheetForm.BENT,
            f"A sheet of {thick} with {counted}; {share} of its skin lies at that thickness.",
        )
    if is_flat:
        return SheetForm.FLAT, f"A flat plate of {thick} without bends: a blank, or machined all over."
    if is_formed:
        return SheetForm.FLAT, f"A flat sheet of {thick} without bends, with places formed out of it."
    if are_parallel:
        return SheetForm.NONE, f"Its walls of {thick} lie side by side: fins, or a stack."
    if is_creased:
        return SheetForm.CREASED, f"A sheet of {thick} whose folds are drawn sharp, without a radius."
    flats = [part.faces[face] for skin in found.skins for face in skin]
    if (
        sum(face.area_mm2 for face in flats if isinstance(face.surface, Plane))
        < FLAT_SHARE * found.skin_area_mm2
    ):
        return SheetForm.NONE, f"Its walls of {thick} are round and have no bend: drawn, turned or molded."
    if _is_drafted(part, prepared.graph, found):
        return SheetForm.NONE, f"Its walls of {thick} have no bend and lean as if drafted for a mold."
    return (
        SheetForm.UNBENT,
        f"Walls of {thick} close in corners without a bend: deep-drawn, welded or molded.",
    )


def _is_drafted(part: Part, graph: FaceGraph, found: Sheet) -> bool:
    """Whether walls lean off square to the largest flat, both skins alike, by what a mold asks for."""
    groups = [
        group for panel in found.panels for group in panel if isinstance(part.faces[group].surface, Plane)
    ]
    areas = [sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group]) for group in groups]
    if not groups:
        return False
    largest = part.faces[groups[areas.index(max(areas))]].inner_normal
    low, high = DRAFT_DEG
    off_deg = [
        math.degrees(math.asin(min(abs(float(part.faces[group].inner_normal @ largest)), 1.0)))
        for group in groups
    ]
    leaning = sum(area for area, off in zip(areas, off_deg, strict=True) if low <= off <= high)
    return leaning >= DRAFTED_SHARE * found.skin_area_mm2


def _are_parallel(part: Part, found: Sheet) -> bool:
    """Whether both skins are flat and parallel throughout."""
    faces = [part.faces[face] for skin in found.skins for face in skin]
    if not all(isinstance(face.surface, Plane) for face in faces):
        return False
    first = faces[0].inner_normal
    return all(abs(float(face.inner_normal @ first)) >= PARALLEL_COSINE for face in faces)


def _main_share(part: Part, flats: Sequence[FaceId], thickness_mm: float) -> float:
    """Return the share of flat, parallel faces that lies within one thickness: fins lie on many levels."""
    first = part.faces[flats[0]].inner_normal
    heights_mm = np.array([float(part.faces[face].inner_point @ first) for face in flats])
    areas_mm2 = np.array([part.faces[face].area_mm2 for face in flats])
    apart_mm = heights_mm - heights_mm[:, None]
    is_within = (apart_mm >= -LENGTH_FLOOR_MM) & (apart_mm <= (1.0 + FIT_LENGTH) * thickness_mm)
    return float((is_within @ areas_mm2).max() / areas_mm2.sum())


def _has_upright_walls(part: Part, found: Sheet) -> bool:
    """Whether walls square to a flat sheet are higher than it is thick: something stands on it."""
    first = part.faces[found.skins[0][0]]
    way = first.inner_normal
    for face in part.bodies[first.body].faces if first.body is not None else ():
        surface = part.faces[face].surface
        is_upright = (
            isinstance(surface, Plane)
            and abs(float(part.faces[face].inner_normal @ way)) <= math.sin(math.radians(PARALLEL_DEG))
        ) or (isinstance(surface, Cylinder) and abs(float(surface.axis @ way)) >= PARALLEL_COSINE)
        height_mm = float(np.ptp(extents.border(part, face) @ way)) if is_upright else 0.0
        if height_mm > (1.0 + FIT_LENGTH) * found.thickness_mm + LENGTH_FLOOR_MM:
            return True
    return False


def _is_formed(prepared: PreparedPart, found: Sheet) -> bool:
    """Whether a sheet is flat but for louvers, beads and dimples, and ends in its flats.

    All planes of the skins are parallel then, and what goes round the outline lies beside them.
    """
    part, graph = prepared.part, prepared.graph
    skins = [face for skin in found.skins for face in skin]
    flats = [face for face in skins if isinstance(part.faces[face].surface, Plane)]
    if not flats:
        return False
    first = part.largest_face(flats).inner_normal
    if any(abs(float(part.faces[face].inner_normal @ first)) < PARALLEL_COSINE for face in flats):
        return False
    level_mm2 = sum(part.faces[face].area_mm2 for face in flats)
    beside = set(neighborhoods.neighbors(graph, flats))
    edge_mm2 = sum(part.faces[face].area_mm2 for face in found.edges)
    at_flats_mm2 = sum(part.faces[face].area_mm2 for face in found.edges if face in beside)
    if _main_share(part, flats, found.thickness_mm) < MAIN_SHARE:
        return False
    return level_mm2 >= LEVEL_SHARE * found.skin_area_mm2 and at_flats_mm2 >= 0.5 * edge_mm2 > 0.0
