"""Gauss points round faces without closed formulas, whose surfaces change their formula along u.

They mean what `engine.kernel.contour` says.
"""

from collections.abc import Iterator

import numpy as np

from engine.kernel import contour
from engine.kernel.boundaries import ends_on
from engine.kernel.contour import PER_SPAN, Contour
from engine.kernel.quick_info import curve_quadrature
from engine.kernel.quick_info.read_topology import Topology
from engine.kernel.surface_quadrature import breaks_along
from engine.meshing.patches import runs
from engine.model.arrays import Floats, Ints
from engine.surfaces.kind import SurfaceKind


def borders(topology: Topology, faces: Ints) -> Iterator[tuple[int, Contour]]:
    """Yield faces with the Gauss points round them."""
    wanted = np.isin(topology.coedges.face, faces)
    breaks = {face: _breaks(topology, face) for face in faces.tolist()}
    curved = [coedge for coedge in topology.curved_pcurves if wanted[coedge]]
    pieces, ends = _curved(topology, curved, breaks)
    for coedge in np.flatnonzero(wanted).tolist():
        if coedge not in topology.curved_pcurves:
            pieces[coedge], ends[coedge] = _straight(
                topology, coedge, breaks[int(topology.coedges.face[coedge])]
            )
    is_forward = topology.coedges.is_forward
    for face in faces.tolist():
        found = [np.zeros((3, 0))]
        of_face = np.flatnonzero(topology.coedges.face == face)
        for start, end in runs(topology.loop[of_face]):
            coedges = of_face[start:end].tolist()
            found += [
                pieces[coedge] * [[1.0], [1.0], [1.0 if is_forward[coedge] else -1.0]] for coedge in coedges
            ]
            around = [ends[coedge] if is_forward[coedge] else ends[coedge][::-1] for coedge in coedges]
            found.append(contour.across_gaps(ends_on(topology.patches.adaptors[face], around), breaks[face]))
        yield face, Contour(*np.concatenate(found, axis=1))


def _breaks(topology: Topology, face: int) -> Floats:
    """Return where along u the surface of a face changes its formula."""
    is_torus = topology.patches.kind[face] == SurfaceKind.TORUS
    return np.zeros(0) if is_torus else breaks_along(topology.patches.adaptors[face])[0]


def _curved(
    topology: Topology, coedges: list[int], breaks: dict[int, Floats]
) -> tuple[dict[int, Floats], dict[int, Floats]]:
    """Return u, v and weighted du (3, K) on curved coedges, along the curve, and the ends of each."""
    if not coedges:
        return {}, {}
    curves = [topology.curved_pcurves[coedge] for coedge in coedges]
    crossed = [breaks[int(topology.coedges.face[coedge])] for coedge in coedges]
    owner, weight, uv, velocity = curve_quadrature.along(curves, crossed, PER_SPAN)
    table = np.stack([uv[:, 0], uv[:, 1], velocity[:, 0] * weight])
    pieces = {coedges[owner[start]]: table[:, start:end] for start, end in runs(owner)}
    return pieces, dict(zip(coedges, curve_quadrature.ends(curves), strict=True))


def _straight(topology: Topology, coedge: int, breaks: Floats) -> tuple[Floats, Floats]:
    """Return what `_curved` does, for a coedge that is a line."""
    edge = int(topology.coedges.edge[coedge])
    first, last = (topology.coedges.span[coedge] if edge < 0 else topology.curves.span[edge]).tolist()
    origin, direction = topology.coedges.line[coedge]
    points = contour.on_line(tuple(origin.tolist()), tuple(direction.tolist()), first, last, breaks)
    return points, np.stack([origin + first * direction, origin + last * direction])
