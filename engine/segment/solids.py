"""Solids: measured regions put together into shells and bodies, and what casts doubt on them."""

import numpy as np

from engine.errors import NoSolid
from engine.model.arrays import Bools, Floats, Ints
from engine.model.part import Body, BodyId, FaceId, Shell
from engine.segment import gaps
from engine.segment.face_measures import Measures
from engine.segment.gaps import Gaps
from engine.segment.segmented import Facets

EMPTY = 1e-9
"""Of the cube of the diagonal: bodies that enclose less enclose nothing."""
MOST_NOTES = 5
"""Doubts that are told one by one."""
COARSE, COARSE_FREE = 2e-2, 5e-3
"""Where surfaces would enclose so much more or less than the triangles do, the mesh is too coarse to know.
The second is for bodies of which more than `FREE` of the area is free-form: there surfaces are a guess."""
FREE = 0.1


def refuse_flat(facets: Facets) -> None:
    """Raise where all triangles lie in one plane."""
    away = facets.vertices - facets.vertices.mean(axis=0)
    spread = np.linalg.svd(away, compute_uv=False)
    if len(spread) < 3 or spread[2] <= 4.0 * facets.noise_mm * np.sqrt(len(facets.vertices)):
        raise NoSolid("the file's triangles lie in one plane and enclose no volume")


def refuse_empty(facets: Facets, volume_mm3: float, box_mm: Floats) -> None:
    """Raise where all shells are closed and nothing is in them."""
    diagonal = float(np.linalg.norm(box_mm[1] - box_mm[0]))
    if facets.is_closed.all() and volume_mm3 <= EMPTY * diagonal**3:
        raise NoSolid("the file's triangles enclose no volume")


def bodies(
    facets: Facets,
    region_of_triangle: Ints,
    found: Gaps,
    measures: Measures,
    is_free: Bools,
    name: str,
) -> tuple[tuple[Body, ...], tuple[str, ...]]:
    """Make the bodies, `bodies[i].id == i`, and sentences on those that are open or cross-joined.

    An open shell encloses nothing: its volume is 0, and so is that of its body.
    """
    count = len(measures.area_mm2)
    _, first = np.unique(region_of_triangle, return_index=True)
    shell_of_region = facets.shell_of_triangle[first]
    body_of_region = facets.body_of_triangle[first]
    n_bodies = int(body_of_region.max()) + 1
    doubts = gaps.doubts(found, n_bodies)
    made, notes = [], []
    for body in range(n_bodies):
        own = np.flatnonzero(body_of_region == body)
        called = name if n_bodies == 1 else f"{name} {body + 1}"
        encloses = bool(facets.is_closed[shell_of_region[own]].all())
        is_coarse = encloses and _is_coarse(measures, own, is_free)
        area_mm2 = measures.flat_area_mm2 if is_coarse else measures.area_mm2
        flux_mm3 = measures.flat_flux_mm3 if is_coarse else measures.flux_mm3
        if is_coarse:
            more = measures.flux_mm3[own].sum() / measures.flat_flux_mm3[own].sum() - 1.0
            notes.append(
                f"Body {called!r} is a coarse mesh: its volume is that of its triangles; the surfaces they "
                f"seem to stand for would enclose {abs(more):.1%} {'more' if more > 0 else 'less'}."
            )
        shells, total = [], 0.0
        for shell in np.unique(shell_of_region[own]).tolist():
            members = own[shell_of_region[own] == shell]
            is_closed, is_void = bool(facets.is_closed[shell]), bool(facets.is_void[shell])
            enclosed = float(flux_mm3[members].sum()) / 3.0
            total += enclosed
            shells.append(
                Shell(
                    tuple(FaceId(face) for face in members.tolist()),
                    is_closed,
                    is_void,
                    abs(enclosed) if is_closed else 0.0,
                )
            )
        is_closed = all(shell.is_closed for shell in shells)
        doubt = "" if is_closed else doubts[body]
        if doubt:
            notes.append(f"Body {called!r} {doubt}.")
        made.append(
            Body(
                id=BodyId(body),
                name=called,
                shells=tuple(shells),
                volume_mm3=max(total, 0.0) if is_closed else 0.0,
                area_mm2=float(area_mm2[own].sum()),
                is_valid=not doubt,
            )
        )
    assert sum(len(shell.faces) for body in made for shell in body.shells) == count
    return tuple(made), _merged(tuple(notes))


def _is_coarse(measures: Measures, own: Ints, is_free: Bools) -> bool:
    """Whether a closed body's volume, by its surfaces, is far from that of its triangles."""
    flat, round_ = float(measures.flat_flux_mm3[own].sum()), float(measures.flux_mm3[own].sum())
    area = measures.flat_area_mm2[own]
    is_guess = area[is_free[own]].sum() > FREE * area.sum()
    return abs(round_ - flat) > (COARSE_FREE if is_guess else COARSE) * abs(flat)


def _merged(notes: tuple[str, ...]) -> tuple[str, ...]:
    if len(notes) <= MOST_NOTES:
        return notes
    rest = len(notes) - MOST_NOTES
    return (*notes[:MOST_NOTES], f"There are {rest} more such notes on bodies.")
