"""Faces measured: effective surface, area, box, loops and a point well inside."""

from dataclasses import dataclass

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS_Face

from engine.kernel import bounds, mass, splines, split_faces, surfaces
from engine.kernel.boundaries import Boundaries
from engine.kernel.brep import Brep
from engine.kernel.curves import Samples
from engine.kernel.evaluate import (
    Derivatives,
    derivatives,
    first_derivatives,
    one_place_each,
    unit_normals,
)
from engine.kernel.surfaces import Effective
from engine.kernel.trims import PLANE, trims
from engine.meshing.trims import Trim, inside_grid, inside_points
from engine.model.arrays import Floats, frozen
from engine.model.part import BodyId, EdgeId, Face, FaceId, Loop
from engine.model.surface import Freeform
from engine.progress import Progress
from engine.surfaces.table import outward_normals, tabulate
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH

GRID = 9
"""A freeform face is sampled on so many places a side."""
CHECK_EVERY = 256
"""Faces between two looks at whether the caller wants out."""


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    effective: Effective | None
    """None where the surface is known from samples only."""
    at: Derivatives | None
    """Those samples, inside and on the border."""
    inner: Floats
    outward: Floats
    area_mm2: float
    centroid: Floats
    flux: float
    box: Floats
    outer_loop: int


_NOWHERE = frozen(np.full(3, np.nan))
_STRAY = _Measured(
    effective=Effective(Freeform(np.inf, np.inf), 0.0, False),
    at=None,
    inner=_NOWHERE,
    outward=_NOWHERE,
    area_mm2=0.0,
    centroid=_NOWHERE,
    flux=0.0,
    box=frozen(np.full((2, 3), np.nan)),
    outer_loop=0,
)
"""A face beside the bodies: a place in the list of faces, and no more."""


def measure_faces(
    brep: Brep, boundaries: Boundaries, samples: Samples, progress: Progress
) -> tuple[tuple[Face, ...], Floats]:
    """Measure every face of a body; `faces[i].id == i`. Stray faces have an id and no measures.

    Returns
    -------
    tuple
        The faces, and (F,) for each the integral of (p - anchor) . outward normal over its area, mm³.
    """
    ends = samples.points[np.concatenate([samples.start[:-1], samples.start[1:] - 1])]
    anchor = ends.mean(axis=0) if len(ends) else np.zeros(3)  # follows the part, which may not quite be tight
    boxes = np.array([bounds.tight_box(edge) for edge in boundaries.edges]).reshape(-1, 2, 3)
    wanted = np.flatnonzero(brep.body_of_face >= 0).tolist()
    faces = [brep.faces[face] for face in wanted]
    loops_of_face = [boundaries.loops_of_face[face] for face in wanted]
    adaptors = [BRepAdaptor_Surface(face, False) for face in faces]
    domains = trims(faces, adaptors, loops_of_face, samples)
    progress.check()
    turns = np.array([outward_turn(face) for face in faces])
    masses = mass.integrate(faces, adaptors, loops_of_face, turns, anchor)
    progress.check()
    inner, outward = _inner_points(adaptors, domains, turns)
    measured = [_STRAY] * len(brep.faces)
    for number, face_id in enumerate(wanted):
        if number % CHECK_EVERY == 0:
            progress.check()
        edges = [coedge.edge for loop in loops_of_face[number] for coedge in loop if coedge.edge >= 0]
        measured[face_id] = _measure(
            adaptors[number],
            domains[number],
            (inner[number], outward[number]),
            (float(masses.area_mm2[number]), masses.moment[number], float(masses.flux[number])),
            boxes[edges].reshape(-1, 3),
            anchor,
        )
    effective = _effective(brep, boundaries, samples, measured)
    senses = _senses(effective, measured)
    found = tuple(
        _face(face_id, one, lies_on, int(senses[face_id]), int(brep.body_of_face[face_id]), boundaries)
        for face_id, (one, lies_on) in enumerate(zip(measured, effective, strict=True))
    )
    return found, np.array([one.flux for one in measured])


def outward_turn(face: TopoDS_Face) -> float:
    """Return +1 where `du x dv` points out of the material, -1 where it points into it."""
    return -1.0 if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else 1.0


def _measure(
    adaptor: BRepAdaptor_Surface,
    domain: Trim,
    place: tuple[Floats, Floats],
    integrals: tuple[float, Floats, float],
    corners_of_edges: Floats,
    anchor: Floats,
) -> _Measured:
    """Put together what is measured of a face: a point inside and its normal, its area, moment and flux."""
    (inner, outward), (area_mm2, moment, flux) = place, integrals
    effective = surfaces.native(adaptor, inner, outward)
    corners = [corners_of_edges, inner[None]]
    kind, at = adaptor.GetType(), None
    if effective is None:
        grid = inside_grid(domain, GRID)
        looks = np.concatenate([grid, *domain.loops])
        at = derivatives(adaptor, np.concatenate([looks, splines.beside_creases(adaptor, looks)]))
        inside, border = at.point[: len(grid)], at.point[len(grid) : len(looks)]
        corners.append(bounds.bulges_of_freeform(adaptor, domain, grid, inside, border))
    elif kind == Type.GeomAbs_Sphere:
        corners.append(bounds.bulges_of_sphere(adaptor.Sphere(), domain))
    elif kind == Type.GeomAbs_Torus:
        corners.append(bounds.bulges_of_torus(adaptor.Torus(), domain))
    reached = np.concatenate(corners)
    box = np.array([np.nanmin(reached, axis=0), np.nanmax(reached, axis=0)])
    centroid = anchor + moment / area_mm2 if area_mm2 > 0 else inner
    return _Measured(effective, at, inner, outward, area_mm2, centroid, flux, box, domain.outer)


def _effective(
    brep: Brep, boundaries: Boundaries, samples: Samples, measured: list[_Measured]
) -> list[Effective]:
    """Return what each face lies on. Pieces of one face share one surface, the same object.

    Pieces are judged together, as the face they were cut from would be. Where that is none of the five
    surfaces but each piece is one to the last digit, it was cut where one of them ends and the next begins.
    """
    found = [each.effective for each in measured]
    for faces in split_faces.find(brep, boundaries):
        whole = _recovered(brep, boundaries, samples, measured, faces)
        if isinstance(whole.surface, Freeform):
            apart = [_recovered(brep, boundaries, samples, measured, (face,)) for face in faces]
            if all(_is_exact(measured[face], each) for face, each in zip(faces, apart, strict=True)):
                for face, each in zip(faces, apart, strict=True):
                    found[face] = each
                continue
        for face in faces:
            found[face] = whole
    return [
        each or _recovered(brep, boundaries, samples, measured, (face,)) for face, each in enumerate(found)
    ]


def _recovered(
    brep: Brep, boundaries: Boundaries, samples: Samples, measured: list[_Measured], faces: tuple[int, ...]
) -> Effective:
    """Recover the surface of one face, or of pieces that share a surface."""
    ats = [at for face in faces if (at := measured[face].at) is not None]
    outward = [outward_turn(brep.faces[face]) * at.normal for face, at in zip(faces, ats, strict=True)]
    area_mm2 = sum(measured[face].area_mm2 for face in faces)
    edges = [coedge.edge for face in faces for loop in boundaries.loops_of_face[face] for coedge in loop]
    length_mm = sum(
        samples.lengths[edge] for edge in edges if edge >= 0 and not _is_cut(boundaries, edge, faces)
    )
    size_mm = area_mm2**0.5
    width_mm = min(size_mm, 2.0 * area_mm2 / length_mm) if length_mm > 0 else size_mm
    return surfaces.recovered(_joined(ats), np.concatenate(outward), width_mm)


def _joined(several: list[Derivatives]) -> Derivatives:
    """Put the samples of several faces one after the other."""
    names = ("point", "du", "dv", "duu", "dvv", "duv")
    return Derivatives(*(np.concatenate([getattr(each, name) for each in several]) for name in names))


def _is_cut(boundaries: Boundaries, edge: int, faces: tuple[int, ...]) -> bool:
    """Whether an edge parts two of the faces."""
    beside = {face for face, _ in boundaries.uses_of_edge[edge]}
    return len(beside) == 2 and beside.issubset(faces)


def _is_exact(measured: _Measured, effective: Effective) -> bool:
    if isinstance(effective.surface, Freeform):
        return False
    return effective.deviation_mm <= SAME_LENGTH * measured.area_mm2**0.5 + LENGTH_FLOOR_MM


def _inner_points(
    adaptors: list[BRepAdaptor_Surface], domains: list[Trim], turns: Floats
) -> tuple[Floats, Floats]:
    """Find a point inside each face, and the outward normals there; NaN for one without any. (F, 3) both."""
    middles = np.array([(domain.low + domain.high) / 2.0 for domain in domains]).reshape(-1, 2)
    best = inside_points(domains, _speeds(adaptors, middles))
    is_found = np.isfinite(best)
    table = one_place_each(adaptors, np.where(is_found, best, middles))
    normals = turns[:, None] * unit_normals(table[:, 1], table[:, 2])
    normals[~is_found[:, 0]] = np.nan
    points = table[:, 0]
    for index in np.flatnonzero(~np.isfinite(normals).all(axis=1)).tolist():
        points[index], normals[index] = _elsewhere(adaptors[index], domains[index], float(turns[index]))
    return points + 0.0, normals + 0.0


def _elsewhere(adaptor: BRepAdaptor_Surface, domain: Trim, turn: float) -> tuple[Floats, Floats]:
    """Find a point inside a face that has no normal well inside, and its outward normal."""
    point = np.zeros(3)
    for uv in (inside_grid(domain, GRID), (domain.low + domain.high)[None] / 2.0):
        if len(uv):
            points, du, dv = first_derivatives(adaptor, uv)
            normals = turn * unit_normals(du, dv)
            usable = np.flatnonzero(np.isfinite(normals).all(axis=1))
            if len(usable):
                return points[usable[0]], normals[usable[0]]
            point = points[0]
    return point, np.full(3, np.nan)


def _speeds(adaptors: list[BRepAdaptor_Surface], middles: Floats) -> Floats:
    """(F, 2) millimeters per unit of u and of v at `middles` (F, 2); 1 where a surface stands still."""
    speeds = np.ones((len(adaptors), 2))
    curved = [index for index, adaptor in enumerate(adaptors) if int(adaptor.GetType()) != PLANE]
    table = one_place_each([adaptors[index] for index in curved], middles[curved])
    found = np.sqrt(np.einsum("ijk,ijk->ij", table[:, 1:], table[:, 1:]))
    speeds[curved] = np.where(found.min(axis=1, keepdims=True) > 0.0, found, 1.0)
    return speeds


def _senses(effective: list[Effective], measured: list[_Measured]) -> Floats:
    """(F,) +1 where the outward normal is the effective surface's natural one, else -1."""
    table = tabulate([each.surface for each in effective], [1] * len(measured))
    inner = np.array([one.inner for one in measured]).reshape(-1, 3)
    outward = np.array([one.outward for one in measured]).reshape(-1, 3)
    natural = outward_normals(table, np.arange(len(measured)), inner)
    return np.where((natural * outward).sum(axis=1) < 0, -1, 1)


def _face(
    face_id: int, measured: _Measured, effective: Effective, sense: int, body: int, boundaries: Boundaries
) -> Face:
    loops = [
        tuple(EdgeId(coedge.edge) for coedge in loop if coedge.edge >= 0)
        for loop in boundaries.loops_of_face[face_id]
    ]
    return Face(
        id=FaceId(face_id),
        body=BodyId(body) if body >= 0 else None,
        surface=effective.surface,
        sense=sense,
        deviation_mm=effective.deviation_mm,
        is_recovered=effective.is_recovered,
        area_mm2=measured.area_mm2,
        centroid=frozen(measured.centroid),
        box_mm=frozen(measured.box),
        inner_point=frozen(measured.inner),
        inner_normal=frozen(measured.outward),
        loops=tuple(Loop(edges, index == measured.outer_loop) for index, edges in enumerate(loops)),
    )
