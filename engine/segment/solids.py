"""Solids: measured regions put together into shells and bodies, and what casts doubt on them."""

import numpy as np

from engine.model.arrays import Bools, Ints
from engine.model.part import Body, BodyId, FaceId, Shell
from engine.segment.borders import Borders
from engine.segment.face_measures import Measures
from engine.segment.segmented import Facets

MOST_TOLD = 5
"""Doubts that are told one by one."""
COARSE, COARSE_FREE = 2e-2, 5e-3
"""Where surfaces would enclose so much more or less than the triangles do, the mesh is too coarse to know.
The second is for bodies of which more than `FREE` of the area is free-form: there surfaces are a guess."""
FREE = 0.1


def bodies(
    facets: Facets,
    region_of_triangle: Ints,
    borders: Borders,
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
        doubt = _doubt(borders, set(own.tolist())) if not is_closed else ""
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
    if len(notes) <= MOST_TOLD:
        return notes
    rest = len(notes) - MOST_TOLD
    return (*notes[:MOST_TOLD], f"There are {rest} more such notes on bodies.")


def _doubt(borders: Borders, members: set[int]) -> str:
    """Say what is wrong with an open body, as the rest of a sentence."""
    own = [chain for chain in borders.chains if chain.faces[0] in members]
    free = [(int(c.vertices[0]), int(c.vertices[-1])) for c in own if len(c.faces) == 1]
    several = sum(len(chain.faces) > 2 for chain in own)
    told = []
    if free:
        count = _rings(free)
        told.append(f"{count} open border{'s' * (count > 1)}")
    if several:
        told.append(f"{several} edge{'s' * (several > 1)} where more than two faces meet")
    if not told:
        return "does not close: it is analyzed as far as its triangles go, without a volume"
    return f"has {' and '.join(told)}: it is analyzed as far as it goes, without a volume"


def _rings(ends: list[tuple[int, int]]) -> int:
    """Count the sets of chains that hang together by their ends."""
    parent: dict[int, int] = {}

    def root(vertex: int) -> int:
        while parent.setdefault(vertex, vertex) != vertex:
            vertex = parent[vertex]
        return vertex

    for a, b in ends:
        parent[root(a)] = root(b)
    return len({root(a) for a, _ in ends})
