"""Gauss points round faces without closed formulas, whose surfaces change their formula along u.

They mean what `engine.kernel.contour` says.
"""

from collections.abc import Iterator

import numpy as np

from engine.kernel import contour
from engine.kernel.borders import ends_on
from engine.kernel.contour import PER_SPAN, Contour
from engine.kernel.meshing.patches import Kind, runs
from engine.kernel.patchwork import breaks_along
from engine.kernel.quick_info import bent
from engine.kernel.quick_info.read_topology import Topology
from engine.model.arrays import Floats, Ints


def borders(topology: Topology, faces: Ints) -> Iterator[tuple[int, Contour]]:
    """Yield faces with the Gauss points round them."""
    wanted = np.isin(topology.sides.face, faces)
    breaks = {face: _breaks(topology, face) for face in faces.tolist()}
    drawn = [side for side in topology.curved_pcurves if wanted[side]]
    pieces, ends = _bent(topology, drawn, breaks)
    for side in np.flatnonzero(wanted).tolist():
        if side not in topology.curved_pcurves:
            pieces[side], ends[side] = _straight(topology, side, breaks[int(topology.sides.face[side])])
    is_forward = topology.sides.is_forward
    for face in faces.tolist():
        found = [np.zeros((3, 0))]
        of_face = np.flatnonzero(topology.sides.face == face)
        for start, end in runs(topology.loop[of_face]):
            sides = of_face[start:end].tolist()
            found += [pieces[side] * [[1.0], [1.0], [1.0 if is_forward[side] else -1.0]] for side in sides]
            around = [ends[side] if is_forward[side] else ends[side][::-1] for side in sides]
            found.append(contour.across_gaps(ends_on(topology.patches.adaptors[face], around), breaks[face]))
        yield face, Contour(*np.concatenate(found, axis=1))


def _breaks(topology: Topology, face: int) -> Floats:
    """Return where along u the surface of a face changes its formula."""
    is_torus = topology.patches.kind[face] == Kind.TORUS
    return np.zeros(0) if is_torus else breaks_along(topology.patches.adaptors[face])[0]


def _bent(
    topology: Topology, sides: list[int], breaks: dict[int, Floats]
) -> tuple[dict[int, Floats], dict[int, Floats]]:
    """Return u, v and weighted du (3, K) on bent sides, along the curve, and where each begins and ends."""
    if not sides:
        return {}, {}
    curves = [topology.curved_pcurves[side] for side in sides]
    crossed = [breaks[int(topology.sides.face[side])] for side in sides]
    owner, weight, uv, velocity = bent.along(curves, crossed, PER_SPAN)
    table = np.stack([uv[:, 0], uv[:, 1], velocity[:, 0] * weight])
    pieces = {sides[owner[start]]: table[:, start:end] for start, end in runs(owner)}
    return pieces, dict(zip(sides, bent.ends(curves), strict=True))


def _straight(topology: Topology, side: int, breaks: Floats) -> tuple[Floats, Floats]:
    """Return what `_bent` does, for a side that is drawn as a line."""
    edge = int(topology.sides.edge[side])
    first, last = (topology.sides.span[side] if edge < 0 else topology.curves.span[edge]).tolist()
    origin, direction = topology.sides.line[side]
    points = contour.on_line(tuple(origin.tolist()), tuple(direction.tolist()), first, last, breaks)
    return points, np.stack([origin + first * direction, origin + last * direction])
