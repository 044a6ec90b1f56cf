"""Uniformity: where a heavy section touches a light one.

Metal shrinks last where it is heaviest, so a sudden change from thick to thin tears or leaves a void. A
section is seen through the ball that its thickness spans: where that ball lies in the material, the
thickness is that of a section; where it sticks out (a plate seen from its narrow side, a boss seen from its
top), it is a length. Two sections touch where their balls do, so a change that is spread over a taper counts
only as far as it happens within a ball.
"""

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from engine.features.hole import Hole
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Floats, Ints
from engine.model.evidence import SectionChange
from engine.model.part import FaceId

MAX_SAMPLES = 4000
"""Sections that are compared, spread over the part by area."""
SAMPLES_PER_FACE = 6
"""Sections at least on every face, however small, unless the part has very many faces."""
INSIDE_SHARE = 0.7
"""A ball lies in the material when no surface comes nearer to its center than this share of its radius. On a
square bar all sides qualify; the ends of a bar twice as long as wide do not."""
RELIABLE_SHARE = 0.1
"""A thickness that is not known to within this share of itself is no section: the tip of a feather edge."""
TOUCH_SHARE = 1.1
"""Balls touch when their centers are no further apart than this share of their radii together: the samples
are not dense enough to find those that just touch."""
CHUNK = 512
"""Samples that are compared with all others at a time; bounds the memory."""


def measure(
    prepared: PreparedPart, recognition: Recognition, flank_of_vertex: Bools
) -> tuple[SectionChange, ...]:
    """Find for each face the strongest change from its own section to a lighter one that touches it.

    Flanks of edges are no sections. A hole that is narrower than the wall beside it counts as drilled: the
    wall is judged as if it were not there.

    Returns
    -------
    tuple of SectionChange
        By face, for every face over a section; faces that only close a section off (rims, ends, tops) and
        faces without thickness have none. Sections of different bodies do not touch.
    """
    mesh = prepared.mesh
    sampled = _samples(prepared, ~flank_of_vertex & ~_beside_drilled_holes(prepared, recognition))
    radii = 0.5 * prepared.fields["thickness"].values[sampled]
    centers = mesh.vertices[sampled] - radii[:, None] * mesh.normals[sampled]
    lies_inside = _lie_inside(mesh.vertices, centers, radii)
    order = np.flatnonzero(lies_inside)[np.argsort(radii[lies_inside], kind="stable")]
    sampled, radii, centers = sampled[order], radii[order], centers[order]
    face = mesh.face_of_vertex[sampled]
    body_of_face = np.array([-1 if each.body is None else each.body for each in prepared.part.faces])
    thinnest = _thinnest_touching(centers, radii, body_of_face[face])
    return tuple(
        SectionChange(
            face=FaceId(int(face[thick])),
            thick_mm=float(2.0 * radii[thick]),
            thick_point=mesh.vertices[sampled[thick]],
            thin_face=FaceId(int(face[thinnest[thick]])),
            thin_mm=float(2.0 * radii[thinnest[thick]]),
            thin_point=mesh.vertices[sampled[thinnest[thick]]],
        )
        for thick in _strongest_of_faces(face, radii / radii[thinnest])
    )


def _beside_drilled_holes(prepared: PreparedPart, recognition: Recognition) -> Bools:
    """Tell which vertices have their thickness from or to a hole that is narrower than that."""
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    diameter_of_face = np.full(len(prepared.part.faces) + 1, np.inf)
    for feature in recognition.features:
        if isinstance(feature, Hole):
            diameter_of_face[list(feature.faces)] = feature.diameter_mm
    narrowest = diameter_of_face[mesh.face_of_vertex]
    if field.opposite is not None:
        across = np.where(field.opposite >= 0, mesh.face_of_triangle[field.opposite], -1)
        narrowest = np.minimum(narrowest, diameter_of_face[across])
    return np.asarray(narrowest < field.values)


def _samples(prepared: PreparedPart, is_section: Bools) -> Ints:
    """Return vertices over sections, spread over every face, more of them on larger faces."""
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    is_known = (field.values > 0.0) & np.isfinite(field.values) & np.isfinite(mesh.normals).all(axis=1)
    vertices = np.flatnonzero(is_known & is_section)
    values = field.values[vertices]
    is_reliable = field.absolute_error + field.relative_error * values <= RELIABLE_SHARE * values
    vertices = vertices[is_reliable]
    vertices = vertices[np.argsort(mesh.face_of_vertex[vertices], kind="stable")]
    face = mesh.face_of_vertex[vertices]
    n_faces = len(prepared.part.faces)
    count = np.bincount(face, minlength=n_faces)
    area = np.array([each.area_mm2 for each in prepared.part.faces])
    least = np.clip(MAX_SAMPLES // max(n_faces, 1), 1, SAMPLES_PER_FACE)
    quota = np.minimum(np.maximum(least, np.ceil(MAX_SAMPLES * area / area.sum())), count).astype(np.int64)
    place = np.arange(len(vertices)) - (np.cumsum(count) - count)[face]
    # Of n vertices the q are taken at which place * q / n passes a whole number: evenly spaced.
    is_taken = (place * quota[face]) % count[face] < quota[face]
    return np.asarray(vertices[is_taken])


def _lie_inside(surface: Floats, centers: Floats, radii: Floats) -> Bools:
    """Tell which balls lie in the material, by the vertices that come nearest to their centers."""
    distance, _ = cKDTree(surface).query(centers)
    return np.asarray(distance >= INSIDE_SHARE * radii)


def _thinnest_touching(centers: Floats, radii: Floats, body: Ints) -> Ints:
    """Return for each ball the smallest one of its body that touches it, itself where there is no smaller.

    Balls ascend by radius, so the first that touches is the smallest, and none behind a ball is smaller.
    """
    thinnest = np.empty(len(radii), dtype=np.int64)
    for start in range(0, len(radii), CHUNK):
        chunk, others = slice(start, start + CHUNK), slice(min(start + CHUNK, len(radii)))
        apart = cdist(centers[chunk], centers[others])
        touches = apart <= TOUCH_SHARE * (radii[chunk, None] + radii[others])
        thinnest[chunk] = (touches & (body[chunk, None] == body[others])).argmax(axis=1)
    return thinnest


def _strongest_of_faces(face: Ints, ratio: Floats) -> Ints:
    """Return for each face that occurs the entry with its largest ratio, by face."""
    order = np.lexsort((ratio, face))
    is_last = np.append(np.diff(face[order]) > 0, True) if len(order) else np.empty(0, dtype=bool)
    return np.asarray(order[is_last])
