"""The tight box of all bodies, without asking of every face where it bulges.

Ends of lines and the extremes of circles are known at once. Other edges and the faces that can bulge are
asked only where a box that surely holds them goes beyond what is known already.
"""

from collections.abc import Iterator

import numpy as np
from OCP.Bnd import Bnd_Box
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_CurveType as Type
from OCP.GeomAbs import GeomAbs_SurfaceType as Surface
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape

from engine.kernel import bounds
from engine.kernel.evaluate import places
from engine.kernel.faces import GRID
from engine.kernel.quick_info.read_topology import Topology
from engine.meshing.patches import Patches, runs
from engine.meshing.trims import Trim, inside_grid
from engine.model.arrays import Floats
from engine.surfaces.kind import FREEFORM, SPHERE, TORUS, SurfaceKind

ALONG = 17
"""Points on a coedge that is no line, where a face's domain is drawn."""
WITHIN = 1e-9
"""What goes beyond the box by less than this share of its diagonal does not."""


def of_bodies(topology: Topology) -> Floats:
    """Return the box (2, 3) of the bodies' true geometry."""
    edges = np.unique(topology.coedges.edge[topology.coedges.edge >= 0])
    known = [topology.on_edges[edges].reshape(-1, 3), topology.curves.vertices, _extremes(topology)]
    known += [sampled.points for sampled in topology.curves.other.values()]
    points = np.concatenate(known)
    box = np.array([points.min(axis=0), points.max(axis=0)]) if len(points) else _nothing()
    shapes = _shape_of_edge(topology)
    for edge in topology.curves.other:
        if edge in shapes and _is_beyond(_loose(shapes[edge]), box):
            box = _joined(box, bounds.tight_box(shapes[edge]))
    for index, loose in _bulging(topology):
        if _is_beyond(loose, box):
            box = _joined(box, _bulges(topology, index))
    return box


def _nothing() -> Floats:
    return np.array([np.full(3, np.inf), np.full(3, -np.inf)])


def _joined(box: Floats, other: Floats) -> Floats:
    """Return the box of both; NaN does not count."""
    return np.array([np.fmin(box[0], other[0]), np.fmax(box[1], other[1])])


def _is_beyond(other: Floats, box: Floats) -> bool:
    with np.errstate(invalid="ignore"):
        slack = WITHIN * np.linalg.norm(box[1] - box[0])
        return not ((other[0] >= box[0] - slack).all() and (other[1] <= box[1] + slack).all())


def _loose(shape: TopoDS_Shape) -> Floats:
    """Return a box (2, 3) that surely holds a shape."""
    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box, False)
    if box.IsVoid():
        return _nothing()
    return np.array([box.CornerMin().Coord(), box.CornerMax().Coord()])


def _extremes(topology: Topology) -> Floats:
    """(N, 3) the points of circular edges that reach furthest along an axis."""
    curves = topology.curves
    circles = np.flatnonzero(np.isfinite(curves.radius) & ~curves.is_line)
    middle, cos, sin = (curves.frame[circles, row] for row in range(3))
    first, last = curves.span[circles].T
    found = [np.zeros((0, 3))]
    for axis in range(3):
        peak = np.arctan2(sin[:, axis], cos[:, axis])
        for turned in (0.0, np.pi):
            at = first + np.mod(peak + turned - first, 2.0 * np.pi)
            here = at <= last
            c, s = np.cos(at[here])[:, None], np.sin(at[here])[:, None]
            found.append(middle[here] + c * cos[here] + s * sin[here])
    return np.concatenate(found)


def _shape_of_edge(topology: Topology) -> dict[int, TopoDS_Shape]:
    other = topology.curves.other
    coedge_of_edge = {
        edge: coedge for coedge, edge in enumerate(topology.coedges.edge.tolist()) if edge in other
    }
    return {edge: topology.shape_of_coedge(coedge) for edge, coedge in coedge_of_edge.items()}


def _bulging(topology: Topology) -> Iterator[tuple[int, Floats]]:
    """Yield the faces that may bulge past their borders, each with a box that surely holds it."""
    patches = topology.patches
    has_border = np.bincount(topology.coedges.face, minlength=len(patches.kind)) > 0
    for index in np.flatnonzero(patches.kind >= SPHERE).tolist():
        if patches.kind[index] == FREEFORM:
            if not (has_border[index] and _is_ruled(patches.adaptors[index])):
                yield index, _loose(topology.faces[index])
        else:
            yield index, _whole(patches, index)


def _is_ruled(adaptor: BRepAdaptor_Surface) -> bool:
    """Whether straight lines run all along a parameter, so that nothing reaches further than their ends."""
    match adaptor.GetType():
        case Surface.GeomAbs_SurfaceOfExtrusion:
            return True
        case Surface.GeomAbs_BSplineSurface | Surface.GeomAbs_BezierSurface:
            along_u = adaptor.NbUPoles() == 2 and not adaptor.IsUPeriodic()
            return along_u or (adaptor.NbVPoles() == 2 and not adaptor.IsVPeriodic())
        case _:
            return False


def _whole(patches: Patches, index: int) -> Floats:
    """Box (2, 3) of a whole sphere or torus."""
    half = np.full(3, patches.first[index])
    if patches.kind[index] == TORUS:
        across = np.sqrt(np.clip(1.0 - patches.z[index] ** 2, 0.0, None))
        half = patches.first[index] * across + patches.second[index]
    return np.array([patches.origin[index] - half, patches.origin[index] + half])


def _bulges(topology: Topology, index: int) -> Floats:
    """Box (2, 3) of the places where a face bulges; NaN where it does not."""
    adaptor = topology.patches.adaptors[index]
    domain = _domain(topology, index)
    match topology.patches.kind[index]:
        case SurfaceKind.SPHERE:
            points = bounds.bulges_of_sphere(adaptor.Sphere(), domain)
        case SurfaceKind.TORUS:
            points = bounds.bulges_of_torus(adaptor.Torus(), domain)
        case _:
            grid = inside_grid(domain, GRID)
            at = places(adaptor, np.concatenate([grid, *domain.loops]))
            inside, border = at[: len(grid)], at[len(grid) :]
            points = bounds.bulges_of_freeform(adaptor, domain, grid, inside, border)
    if not len(points):
        return np.full((2, 3), np.nan)
    return np.array([np.nanmin(points, axis=0), np.nanmax(points, axis=0)])


def _domain(topology: Topology, index: int) -> Trim:
    """Return the domain of a face; the box of its parameters where it has no loop."""
    face, coedges = topology.faces[index], np.flatnonzero(topology.coedges.face == index)
    polygons = [
        np.concatenate([_along(topology, face, coedge) for coedge in coedges[start:end].tolist()])
        for start, end in runs(topology.loop[coedges])
    ]
    if not polygons:
        u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
        polygons = [np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1]])]
    corners = np.concatenate(polygons)
    return Trim(polygons, corners.min(axis=0), corners.max(axis=0))


def _along(topology: Topology, face: TopoDS_Face, coedge: int) -> Floats:
    """(N, 2) parameters on one coedge of a loop, in the loop's direction, without the last."""
    curve = BRepAdaptor_Curve2d(topology.shape_of_coedge(coedge), face)
    count = 2 if curve.GetType() == Type.GeomAbs_Line else ALONG
    at = np.linspace(curve.FirstParameter(), curve.LastParameter(), count)
    if not topology.coedges.is_forward[coedge]:
        at = at[::-1]
    return np.array([curve.EvalD0(t).Coord() for t in at[:-1].tolist()])
