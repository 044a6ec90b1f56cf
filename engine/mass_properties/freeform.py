"""Gauss points round faces without closed formulas, whose surfaces change their formula along u.

They mean what `gauss_points` says.
"""

from collections.abc import Iterator

import numpy as np

from engine.mass_properties import curve_quadrature, gauss_points
from engine.mass_properties.bordered_faces import BorderedFaces
from engine.mass_properties.gauss_points import PER_SPAN, Contour
from engine.meshing.patches import runs
from engine.model.arrays import Floats, Ints
from engine.surfaces.kind import TORUS


def borders(faces: BorderedFaces, wanted: Ints) -> Iterator[tuple[int, Contour]]:
    """Yield the wanted faces with the Gauss points round them."""
    is_asked = np.isin(faces.coedges.face, wanted)
    breaks = {face: _breaks(faces, face) for face in wanted.tolist()}
    curved = [coedge for coedge in faces.curved_pcurves if is_asked[coedge]]
    pieces, ends = _curved(faces, curved, breaks)
    for coedge in np.flatnonzero(is_asked).tolist():
        if coedge not in faces.curved_pcurves:
            pieces[coedge], ends[coedge] = _straight(faces, coedge, breaks[int(faces.coedges.face[coedge])])
    is_forward = faces.coedges.is_forward
    for face in wanted.tolist():
        found = [np.zeros((3, 0))]
        of_face = np.flatnonzero(faces.coedges.face == face)
        for start, end in runs(faces.loop[of_face]):
            coedges = of_face[start:end].tolist()
            found += [
                pieces[coedge] * [[1.0], [1.0], [1.0 if is_forward[coedge] else -1.0]] for coedge in coedges
            ]
            around = [ends[coedge] if is_forward[coedge] else ends[coedge][::-1] for coedge in coedges]
            found.append(gauss_points.across_gaps(faces.ends_on[face](around), breaks[face]))
        yield face, Contour(*np.concatenate(found, axis=1))


def _breaks(faces: BorderedFaces, face: int) -> Floats:
    """Return where along u the surface of a face changes its formula."""
    is_torus = faces.patches.kind[face] == TORUS
    return np.zeros(0) if is_torus else faces.smooth_patches[face]().u


def _curved(
    faces: BorderedFaces, coedges: list[int], breaks: dict[int, Floats]
) -> tuple[dict[int, Floats], dict[int, Floats]]:
    """Return u, v and weighted du (3, K) on curved coedges, along the curve, and the ends of each."""
    if not coedges:
        return {}, {}
    curves = [faces.curved_pcurves[coedge] for coedge in coedges]
    crossed = [breaks[int(faces.coedges.face[coedge])] for coedge in coedges]
    owner, weight, uv, velocity = curve_quadrature.along(curves, crossed, PER_SPAN)
    table = np.stack([uv[:, 0], uv[:, 1], velocity[:, 0] * weight])
    pieces = {coedges[owner[start]]: table[:, start:end] for start, end in runs(owner)}
    return pieces, dict(zip(coedges, curve_quadrature.ends(curves), strict=True))


def _straight(faces: BorderedFaces, coedge: int, breaks: Floats) -> tuple[Floats, Floats]:
    """Return what `_curved` does, for a coedge that is a line."""
    edge = int(faces.coedges.edge[coedge])
    first, last = (faces.coedges.span[coedge] if edge < 0 else faces.curves.span[edge]).tolist()
    origin, direction = faces.coedges.line[coedge]
    points = gauss_points.on_line(tuple(origin.tolist()), tuple(direction.tolist()), first, last, breaks)
    return points, np.stack([origin + first * direction, origin + last * direction])
