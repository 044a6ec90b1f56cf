"""The trimmed domain of a face: its loops as polygons in the parameters of its surface."""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_SurfaceType
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge
from engine.kernel.curves import Samples
from engine.meshing.trims import Trim
from engine.model.arrays import Floats


def trim(
    face: TopoDS_Face, adaptor: BRepAdaptor_Surface, loops: list[list[Coedge]], samples: Samples
) -> Trim:
    """Return the domain of a face; the box of its parameters where it has no loop."""
    if adaptor.GetType() == GeomAbs_SurfaceType.GeomAbs_Plane:
        polygons = [_in_plane(adaptor, loop, samples) for loop in loops]
    else:
        polygons = [_polygon(face, loop, samples) for loop in loops]
    corners = np.concatenate(polygons) if polygons else np.zeros((0, 2))
    if not len(corners) or not np.isfinite(corners).all():
        u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
        polygons = [np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1]])]
        corners = polygons[0]
    return Trim(polygons, corners.min(axis=0), corners.max(axis=0))


def _in_plane(adaptor: BRepAdaptor_Surface, loop: list[Coedge], samples: Samples) -> Floats:
    """One loop of a planar face: its samples as they are, for a plane's parameters are lengths."""
    pieces = []
    for coedge in loop:
        if coedge.edge < 0:
            continue
        points = samples.points[samples.of(coedge.edge)]
        is_against = samples.is_reversed[coedge.edge] == coedge.is_forward
        pieces.append(points[:0:-1] if is_against else points[:-1])
    frame = adaptor.Plane().Position()
    axes = np.array([frame.XDirection().Coord(), frame.YDirection().Coord()])
    return (np.concatenate(pieces or [np.zeros((0, 3))]) - frame.Location().Coord()) @ axes.T


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
    return np.array([curve.EvalD0(t).Coord() for t in at.tolist()])
