"""The trimmed domain of a face: its loops as polygons in the parameters of its surface."""

from collections.abc import Iterator, Sequence

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_SurfaceType
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge
from engine.kernel.curves import Samples
from engine.kernel.evaluate import pcurve_places
from engine.meshing.trims import Trim
from engine.model.arrays import Floats

PLANE = int(GeomAbs_SurfaceType.GeomAbs_Plane)


def trims(
    faces: Sequence[TopoDS_Face],
    adaptors: Sequence[BRepAdaptor_Surface],
    loops_of_face: Sequence[list[list[Coedge]]],
    samples: Samples,
) -> list[Trim]:
    """Return the domain of each face; the box of its parameters where it has no loop."""
    is_plane = [int(adaptor.GetType()) == PLANE for adaptor in adaptors]
    planes = [index for index, is_flat in enumerate(is_plane) if is_flat]
    in_planes = _in_planes([adaptors[i] for i in planes], [loops_of_face[i] for i in planes], samples)
    polygons = [
        next(in_planes) if is_flat else [_polygon(face, loop, samples) for loop in loops]
        for face, loops, is_flat in zip(faces, loops_of_face, is_plane, strict=True)
    ]
    for index, of_face in enumerate(polygons):
        if not any(map(len, of_face)):
            polygons[index] = [_box(faces[index])]
    low, high = _extents(polygons)
    unknown = np.flatnonzero(~np.isfinite(low + high).all(axis=1)).tolist()
    for index in unknown:
        polygons[index] = [_box(faces[index])]
        low[index], high[index] = polygons[index][0][[0, 2]]
    return [Trim(*of_face) for of_face in zip(polygons, low, high, strict=True)]


def _box(face: TopoDS_Face) -> Floats:
    """(4, 2) corners of the box of a face's parameters, counter-clockwise from the lowest."""
    u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
    return np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1]])


def _extents(polygons: list[list[Floats]]) -> tuple[Floats, Floats]:
    """(F, 2) lower and upper corners of the polygons of each face, none of which is without any corner."""
    if not polygons:
        return np.zeros((0, 2)), np.zeros((0, 2))
    sizes = [sum(map(len, of_face)) for of_face in polygons]
    first = np.cumsum([0, *sizes[:-1]])
    corners = np.concatenate([polygon for of_face in polygons for polygon in of_face])
    return np.minimum.reduceat(corners, first), np.maximum.reduceat(corners, first)


def _in_planes(
    adaptors: list[BRepAdaptor_Surface], loops_of_face: list[list[list[Coedge]]], samples: Samples
) -> Iterator[list[Floats]]:
    """Yield the loops of planar faces: their samples as they are, for a plane's parameters are lengths."""
    frames = [adaptor.Plane().Position() for adaptor in adaptors]
    origin = np.array([frame.Location().Coord() for frame in frames]).reshape(-1, 3)
    axes = np.array([(frame.XDirection().Coord(), frame.YDirection().Coord()) for frame in frames])
    coedges = [
        (index, coedge.edge, samples.is_reversed[coedge.edge] == coedge.is_forward)
        for index, loops in enumerate(loops_of_face)
        for loop in loops
        for coedge in loop
        if coedge.edge >= 0
    ]
    face, edge, is_against = np.array(coedges, dtype=np.int64).reshape(-1, 3).T
    first = samples.start[edge]
    pieces = samples.start[edge + 1] - first - 1  # the next coedge begins where this one ends
    nth = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    row = np.repeat(np.where(is_against, first + pieces, first), pieces)
    row += np.where(np.repeat(is_against, pieces), -nth, nth)
    away = samples.points[row] - origin[np.repeat(face, pieces)]
    beyond = iter(np.cumsum(pieces).tolist())
    end = 0
    for index, loops in enumerate(loops_of_face):
        of_face = []
        for loop in loops:
            start = end
            for coedge in loop:
                end = next(beyond) if coedge.edge >= 0 else end
            of_face.append(away[start:end] @ axes[index].T)
        yield of_face


def _polygon(face: TopoDS_Face, loop: list[Coedge], samples: Samples) -> Floats:
    """One loop, degenerate edges included."""
    return np.concatenate([along(face, coedge, samples)[:-1] for coedge in loop])


def along(face: TopoDS_Face, coedge: Coedge, samples: Samples) -> Floats:
    """Return the parameters (N, 2) on one coedge of a loop, in the loop's direction.

    They are those of the edge's samples; the two ends of a degenerate edge, which has none.
    """
    curve = BRepAdaptor_Curve2d(coedge.shape, face)
    if coedge.edge < 0:
        at = np.array([curve.FirstParameter(), curve.LastParameter()])
        is_against = not coedge.is_forward
    else:
        at = samples.parameters[samples.of(coedge.edge)]
        is_against = samples.is_reversed[coedge.edge] == coedge.is_forward
    if is_against:
        at = at[::-1]
    if curve.GetType() == GeomAbs_CurveType.GeomAbs_Line:
        first, last = curve.EvalD0(at[0]).Coord(), curve.EvalD0(at[-1]).Coord()
        share = (at - at[0]) / (at[-1] - at[0])
        return np.column_stack(
            [first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])]
        )
    return pcurve_places(curve, at)
