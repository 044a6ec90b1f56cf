"""Pcurves laid anew where they leave their edges by more than the measures can bear.

Whoever computes a pcurve (the program that wrote the file, or OCCT from a curve in space) is content
with the accuracy that the file declares, often 0.01 mm. Areas, volumes and angles between faces are measured
along pcurves, so that they would differ between a file and the same part written again. The curve in space is
the same in both, and its projection is the pcurve here. What counts is how far the two are apart *along* the
surface; where an edge lies off its face, across the surface, no pcurve is nearer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.collections import Array1_double, Array1_gp_Pnt2d, Array1_int
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.Geom2d import Geom2d_BSplineCurve
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Pnt2d
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face

from engine.kernel import splines
from engine.kernel.brep import explore
from engine.kernel.evaluate import curve_places, first_derivatives, pcurve_places
from engine.kernel.read_patches import FacePatches, tabulate
from engine.kernel.smooth_intervals import intervals
from engine.meshing.patches import evaluate, parameters, runs
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.kind import FREEFORM

APART_MM = 1e-6
"""A pcurve that lies no further than this from its edge, along the surface, stays as it is."""
FITTED_MM = 3e-7
"""A pcurve laid anew strays no further than this from the projection of its edge."""
BEYOND_MM = 0.02
"""A pcurve that runs further than this beyond the border of its surface stays: one laid anew ends there."""
LOOK_AT = np.linspace(0.37, 8.37, 9) / 9.0
"""Shares of an edge at which the two are compared: between the places by which pcurves are usually fitted."""
TOLERANCE_AT = np.linspace(0.0, 1.0, 45)
"""Shares of an edge at which its tolerance is measured: the 23 of OCCT's own check, and those between."""
DEGREE = 5
NODES = (1.0 - np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)) / 2.0
"""Shares of a span at which a pcurve is laid (Chebyshev's: in between the polynomial strays least)."""
TESTS = np.array([0.04, 0.2, 0.5, 0.8, 0.96])
"""Shares of a span at which it is tested."""
MOST_HALVINGS = 6
MOST_STEPS, STILL_MM = 12, 1e-9
"""Most steps to the place of a freeform surface that is nearest to a point, and a step that is none."""
FLAT = 1e-12
"""Square of the sine below which two derivatives of a surface have one direction."""
MOST_MOVED = 0.1
"""A pcurve that would move by more (radians, mm, or shares of a freeform surface) stays as it is: near a pole
the place does not determine the parameters, and one so far off is no inexact projection but a wrong one."""
LEAST_TOLERANCE_MM = 1e-7
"""OCCT's own."""
FORWARD = TopAbs_Orientation.TopAbs_FORWARD
FLAT_TYPE = int(GeomAbs_SurfaceType.GeomAbs_Plane)
"""By number: to compare what OCCT enumerates takes as long as several questions to it."""


def _powers(at: Floats) -> Floats:
    """Return what Bernstein's polynomials are at shares (N,) of a span, (N, `DEGREE` + 1)."""
    return np.stack([comb(DEGREE, k) * at**k * (1.0 - at) ** (DEGREE - k) for k in range(DEGREE + 1)], axis=1)


POLES_OF_NODES = np.linalg.inv(_powers(NODES))
TESTS_OF_NODES = _powers(TESTS) @ POLES_OF_NODES


@dataclass(frozen=True, slots=True, eq=False)
class _Coedge:
    """An edge on a face, both in the face's own frame; the face is forward."""

    face: int
    edge: TopoDS_Edge
    """Turned as its loop runs: this distinguishes the two pcurves of a seam."""
    curve: BRepAdaptor_Curve
    pcurve: BRepAdaptor_Curve2d


def mend(faces: Iterable[TopoDS_Face]) -> int:
    """Lay pcurves anew, in place, that are further from their edges than `APART_MM`; return how many.

    Tolerances of edges and vertices rise where one laid anew is further from its edge.
    """
    own = _unplaced(faces)
    curved = [face for face in own if not _is_plane(face)]
    if not curved:
        return 0
    patches = _tabulated(curved)
    coedges = [coedge for index, face in enumerate(curved) for coedge in _coedges(index, face)]
    apart = _apart(patches, coedges)
    if not apart:
        return 0
    laid = _laid(patches, [coedges[index] for index in apart])
    mended = ShapeMap()
    for index, pcurve in zip(apart, laid, strict=True):
        if pcurve is not None:
            _replace(curved[coedges[index].face], coedges[index].edge, pcurve)
            mended.Add(coedges[index].edge)
    if mended.Extent():
        _raise_tolerances(own, _tabulated(own), mended)
    return sum(pcurve is not None for pcurve in laid)


def _unplaced(faces: Iterable[TopoDS_Face]) -> list[TopoDS_Face]:
    """List faces that have a surface, each once, forward and in their own frames."""
    known = ShapeMap()
    for face in faces:
        if BRep_Tool.Surface_s(face) is not None:
            known.Add(face.Located(TopLoc_Location()).Oriented(FORWARD))
    return [TopoDS.Face(known.FindKey(index)) for index in range(1, known.Extent() + 1)]


def _is_plane(face: TopoDS_Face) -> bool:
    """Whether a face lies on a plane: pcurves there stay as they are."""
    adaptor = BRepAdaptor_Surface(face, False)
    return int(adaptor.GetType()) == FLAT_TYPE and abs(adaptor.Trsf().ScaleFactor()) == 1.0


def _tabulated(faces: Sequence[TopoDS_Face]) -> FacePatches:
    return tabulate(tuple(faces), np.zeros((len(faces), 3)))


def _coedges(index: int, face: TopoDS_Face, only: ShapeMap | None = None) -> Iterator[_Coedge]:
    """Yield the coedges of a face, or of some edges, that have a curve in space and one in its parameters.

    Not those that end at a pole: the line there, which has no curve in space, would no longer meet them.
    """
    edges = [TopoDS.Edge(shape) for shape in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)]
    poles = ShapeMap()
    for edge in edges:
        if BRep_Tool.Degenerated_s(edge):
            for vertex in explore(edge, TopAbs_ShapeEnum.TopAbs_VERTEX):
                poles.Add(vertex)
    for edge in edges:
        if only is not None and not only.Contains(edge):
            continue
        if any(poles.Contains(vertex) for vertex in explore(edge, TopAbs_ShapeEnum.TopAbs_VERTEX)):
            continue
        if BRep_Tool.Degenerated_s(edge) or BRep_Tool.CurveOnSurface_s(edge, face, 0.0, 0.0) is None:
            continue
        curve = BRepAdaptor_Curve(edge)
        if curve.Is3DCurve():
            yield _Coedge(index, edge, curve, BRepAdaptor_Curve2d(edge, face))


def _apart(patches: FacePatches, coedges: Sequence[_Coedge]) -> list[int]:
    """Return which pcurves are further from the projections of their edges than `APART_MM`."""
    gaps_mm, face, points, uv = _looks(patches, coedges, LOOK_AT)
    doubted = np.flatnonzero(gaps_mm[:, :, 1].max(axis=1) > APART_MM)
    if not len(doubted):
        return []
    looks = np.isin(np.arange(len(face)) // len(LOOK_AT), doubted)
    face, points, uv = face[looks], points[looks], uv[looks]
    there = evaluate(patches, face, _projected(patches, face, points, uv))[0]
    moved_mm = np.linalg.norm(there - evaluate(patches, face, uv)[0], axis=1).reshape(-1, len(LOOK_AT))
    return doubted[moved_mm.max(axis=1, initial=0.0) > APART_MM].tolist()


def _looks(
    patches: FacePatches, coedges: Sequence[_Coedge], shares: Floats
) -> tuple[Floats, Ints, Floats, Floats]:
    """Compare edges with their pcurves at shares (L,) of each.

    Returns
    -------
    (N, L, 2) float64
        How far they are apart, as of `_gaps`.
    (N * L,) int64, (N * L, 3) and (N * L, 2) float64
        Faces, places and parameters there.
    """
    owner, share = np.repeat(np.arange(len(coedges)), len(shares)), np.tile(shares, len(coedges))
    points, uv = _both(coedges, owner, share)
    face = _face_of(coedges)[owner]
    return _gaps(patches, face, points, uv).reshape(-1, len(shares), 2), face, points, uv


def _face_of(coedges: Sequence[_Coedge]) -> Ints:
    return np.array([coedge.face for coedge in coedges], dtype=np.int64)


def _both(coedges: Sequence[_Coedge], owner: Ints, share: Floats) -> tuple[Floats, Floats]:
    """Return places in space (N, 3) and in the parameters (N, 2) at shares (N,) of coedges `owner` (N,)."""
    points, uv = [np.zeros((0, 3))], [np.zeros((0, 2))]
    for start, end in runs(owner):
        coedge = coedges[owner[start]]
        for curve, places_of, found in (
            (coedge.curve, curve_places, points),
            (coedge.pcurve, pcurve_places, uv),
        ):
            first, last = curve.FirstParameter(), curve.LastParameter()
            found.append(places_of(curve, first + share[start:end] * (last - first)))
    return np.concatenate(points), np.concatenate(uv)


def _gaps(patches: FacePatches, face: Ints, points: Floats, uv: Floats) -> Floats:
    """Return how far points (N, 3) are from surfaces at parameters (N, 2): (N, 2), in all, and along them."""
    at, normals = evaluate(patches, face, uv)
    away, normals = points - at, np.nan_to_num(normals)
    across = np.einsum("ij,ij->i", away, normals)[:, None] * normals
    return np.linalg.norm(np.stack([away, away - across], axis=1), axis=2)


def _laid(patches: FacePatches, coedges: Sequence[_Coedge]) -> list[Geom2d_BSplineCurve | None]:
    """Lay pcurves anew; None for one that would be no nearer to its edge than it is."""
    every, of_face = np.concatenate([NODES, TESTS]), _face_of(coedges)
    starts = [_stretches(coedge.curve) for coedge in coedges]
    owner = np.repeat(np.arange(len(coedges)), [len(start) - 1 for start in starts])
    low = np.concatenate([np.zeros(0), *(start[:-1] for start in starts)])
    high = np.concatenate([np.zeros(0), *(start[1:] for start in starts)])
    spans: list[list[tuple[float, float, Floats]]] = [[] for _ in coedges]
    most_mm, is_lost = np.zeros((2, len(coedges), 2)), np.zeros(len(coedges), dtype=bool)
    for halvings in range(MOST_HALVINGS + 1):
        if not len(owner):
            break
        share = low[:, None] + (high - low)[:, None] * every
        of, face = np.repeat(owner, len(every)), np.repeat(of_face[owner], len(every))
        points, near = _both(coedges, of, share.ravel())
        uv = _projected(patches, face, points, near)
        within = _within(patches, face, near)
        moved = np.abs(uv - near) / _extents(patches, of_face)[of]
        is_lost[of[~(moved.max(axis=1) <= MOST_MOVED)]] = True
        out = np.flatnonzero((near != within).any(axis=1))
        beyond = evaluate(patches, face[out], near[out])[0] - evaluate(patches, face[out], within[out])[0]
        is_lost[of[out[np.linalg.norm(beyond, axis=1) > BEYOND_MM]]] = True
        uv, at_test = uv.reshape(*share.shape, 2), np.tile(np.arange(len(every)) >= len(NODES), len(owner))
        fitted = np.einsum("tn,snc->stc", TESTS_OF_NODES, uv[:, : len(NODES)]).reshape(-1, 2)
        exact = uv[:, len(NODES) :].reshape(-1, 2)
        stray = evaluate(patches, face[at_test], fitted)[0] - evaluate(patches, face[at_test], exact)[0]
        stray_mm = np.linalg.norm(stray, axis=1).reshape(len(owner), -1).max(axis=1)
        is_done = (stray_mm <= FITTED_MM) | (halvings == MOST_HALVINGS) | is_lost[owner]
        for most, there in zip(most_mm, (within[at_test], fitted), strict=True):
            gaps = _gaps(patches, face[at_test], points[at_test], there)
            np.maximum.at(most, owner[is_done], gaps.reshape(len(owner), -1, 2).max(axis=1)[is_done])
        for span in np.flatnonzero(is_done).tolist():
            spans[owner[span]].append((low[span], high[span], uv[span, : len(NODES)]))
        owner, low, high = (np.repeat(of_span[~is_done], 2) for of_span in (owner, low, high))
        middle, is_first = (low + high) / 2.0, np.arange(len(owner)) % 2 == 0
        low, high = np.where(is_first, low, middle), np.where(is_first, middle, high)
    is_nearer = (most_mm[1] <= most_mm[0] + FITTED_MM).all(axis=1) & ~is_lost
    return [
        _curve(coedge, sorted(of_spans, key=lambda span: span[0])) if nearer else None
        for coedge, of_spans, nearer in zip(coedges, spans, is_nearer.tolist(), strict=True)
    ]


def _stretches(curve: BRepAdaptor_Curve) -> Floats:
    """Return the shares of an edge, ascending, between which its formula is one."""
    first, last = curve.FirstParameter(), curve.LastParameter()
    return (intervals(curve.NbIntervals, curve.Intervals, first, last) - first) / (last - first)


def _extents(patches: FacePatches, face: Ints) -> Floats:
    """Return what `MOST_MOVED` is a share of on faces (N,): (N, 2), 1 but for freeform surfaces."""
    found = np.ones((len(face), 2))
    for row in np.flatnonzero(patches.kind[face] == FREEFORM).tolist():
        adaptor = patches.adaptors[face[row]]
        found[row] = (
            adaptor.LastUParameter() - adaptor.FirstUParameter(),
            adaptor.LastVParameter() - adaptor.FirstVParameter(),
        )
    return found


def _within(patches: FacePatches, face: Ints, uv: Floats) -> Floats:
    """Return the nearest parameters (N, 2) within the borders of freeform surfaces."""
    found = np.array(uv)
    for index in np.unique(face[patches.kind[face] == FREEFORM]).tolist():
        here = face == index
        found[here] = np.clip(uv[here], *_bounds(patches.adaptors[index]))
    return found


def _projected(patches: FacePatches, face: Ints, points: Floats, near: Floats) -> Floats:
    """Return the parameters (N, 2) of the places nearest to points (N, 3), from parameters near them on."""
    uv = parameters(patches, face, points, near)
    for index in np.unique(face[patches.kind[face] == FREEFORM]).tolist():
        here = face == index
        uv[here] = _projected_on_free(patches.adaptors[index], points[here], near[here])
    return uv


def _projected_on_free(surface: BRepAdaptor_Surface, points: Floats, near: Floats) -> Floats:
    """Do what `_projected` does, on one surface without a closed formula (Gauss and Newton)."""
    spline = splines.read(surface) if len(points) > splines.FEW else None
    least, most = _bounds(surface)
    uv, moving = np.clip(near, least, most), np.arange(len(near))
    for _ in range(MOST_STEPS):
        here = uv[moving]
        at, du, dv = first_derivatives(surface, here) if spline is None else spline.at(here)
        away = points[moving] - at
        step = _step(away, du, dv)
        is_held = ((here <= least) & (step < 0.0)) | ((here >= most) & (step > 0.0))
        step = np.where(is_held.any(axis=1)[:, None], _step_along_border(away, du, dv, is_held), step)
        uv[moving] = np.clip(here + step, least, most)
        step = uv[moving] - here
        step_mm = np.linalg.norm(step[:, :1] * du + step[:, 1:] * dv, axis=1)
        moving = moving[step_mm > STILL_MM]
        if not len(moving):
            break
    return uv


def _bounds(surface: BRepAdaptor_Surface) -> Floats:
    """Return the least and the most parameters of a surface (2, 2), infinite where it is periodic."""
    found = np.array(
        [
            [surface.FirstUParameter(), surface.FirstVParameter()],
            [surface.LastUParameter(), surface.LastVParameter()],
        ]
    )
    found[:, [surface.IsUPeriodic(), surface.IsVPeriodic()]] = [[-np.inf], [np.inf]]
    return found


def _step_along_border(away: Floats, du: Floats, dv: Floats, is_held: Bools) -> Floats:
    """Return what `_step` does where one parameter cannot move, or both (N, 2): the other one moves alone."""
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = np.stack(
            [(away * along).sum(axis=1) / (along * along).sum(axis=1) for along in (du, dv)], axis=1
        )
    return np.where(is_held | ~np.isfinite(alone), 0.0, alone)


def _step(away: Floats, du: Floats, dv: Floats) -> Floats:
    """Return the change of parameters (N, 2) that moves a place on a surface by `away` (N, 3), nearly.

    Where the derivatives have one direction, or one of them is nothing, along the longer one alone.
    """
    uu, uv, vv = ((a * b).sum(axis=1) for a, b in ((du, du), (du, dv), (dv, dv)))
    along_u, along_v = ((away * a).sum(axis=1) for a in (du, dv))
    determinant = uu * vv - uv * uv
    is_flat = ~(determinant > FLAT * np.maximum(uu, vv) ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        both = np.stack([along_u * vv - along_v * uv, along_v * uu - along_u * uv], axis=1)
        both /= determinant[:, None]
        alone = np.stack(
            [np.where(uu >= vv, along_u / uu, 0.0), np.where(uu >= vv, 0.0, along_v / vv)], axis=1
        )
    return np.nan_to_num(np.where(is_flat[:, None], alone, both), posinf=0.0, neginf=0.0)


def _curve(coedge: _Coedge, spans: Sequence[tuple[float, float, Floats]]) -> Geom2d_BSplineCurve:
    """Return the curve through the nodes of spans, as (share, share, (`DEGREE` + 1, 2) parameters) each."""
    first, last = coedge.curve.FirstParameter(), coedge.curve.LastParameter()
    at = first + np.array([spans[0][0], *(span[1] for span in spans)]) * (last - first)
    at[0], at[-1] = first, last
    rows = np.concatenate([(POLES_OF_NODES @ nodes)[skipped:] for skipped, nodes in _numbered(spans)])
    poles, knots, counts = (
        Array1_gp_Pnt2d(1, len(rows)),
        Array1_double(1, len(at)),
        Array1_int(1, len(at)),
    )
    for index, (u, v) in enumerate(rows.tolist(), start=1):
        poles.SetValue(index, gp_Pnt2d(u, v))
    for index, knot in enumerate(at.tolist(), start=1):
        knots.SetValue(index, knot)
        counts.SetValue(index, DEGREE + (index in (1, len(at))))
    return Geom2d_BSplineCurve(poles, knots, counts, DEGREE)


def _numbered(spans: Sequence[tuple[float, float, Floats]]) -> Iterator[tuple[int, Floats]]:
    """Yield the nodes of spans, with how many poles of each are those of the span before it."""
    for index, (_, _, nodes) in enumerate(spans):
        yield min(index, 1), nodes


def _replace(face: TopoDS_Face, edge: TopoDS_Edge, pcurve: Geom2d_BSplineCurve) -> None:
    """Give an edge another pcurve on a face, on a seam that of the side as which `edge` is turned."""
    builder, least = BRep_Builder(), LEAST_TOLERANCE_MM
    if not BRep_Tool.IsClosed_s(edge, face):
        builder.UpdateEdge(edge, pcurve, face, least)
        return
    forward, other = TopoDS.Edge(edge.Oriented(FORWARD)), TopoDS.Edge(edge.Reversed())
    kept = BRep_Tool.CurveOnSurface_s(other, face, 0.0, 0.0)
    both = (pcurve, kept) if edge.Orientation() == FORWARD else (kept, pcurve)
    builder.UpdateEdge(forward, *both, face, least)


def _raise_tolerances(faces: Sequence[TopoDS_Face], patches: FacePatches, mended: ShapeMap) -> None:
    """Give edges, and the vertices at their ends, tolerances that cover how far they are from their pcurves.

    None is lowered: where two edges of a wire touch, the file relies on the tolerances that it came with.
    """
    coedges = [coedge for index, face in enumerate(faces) for coedge in _coedges(index, face, mended)]
    place_of = np.array([mended.FindIndex(coedge.edge) - 1 for coedge in coedges])
    apart_mm = np.zeros(mended.Extent())
    gaps_mm = _looks(patches, coedges, TOLERANCE_AT)[0][:, :, 0].max(axis=1)
    np.maximum.at(apart_mm, place_of, gaps_mm + LEAST_TOLERANCE_MM)
    builder = BRep_Builder()
    for place, least_mm in enumerate(apart_mm.tolist(), start=1):
        edge = TopoDS.Edge(mended.FindKey(place))
        builder.UpdateEdge(edge, least_mm)
        for vertex in explore(edge, TopAbs_ShapeEnum.TopAbs_VERTEX):
            builder.UpdateVertex(TopoDS.Vertex(vertex), least_mm)
