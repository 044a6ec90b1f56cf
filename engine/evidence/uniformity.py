"""Finds where a heavy section touches a light one.

Metal shrinks last where it is heaviest, so a sudden change from thick to thin tears or leaves a void. A
section is seen through the ball that its thickness spans (`_sections`). Two sections touch where their balls
do, so a change that is spread over a taper counts only as far as it happens within a ball.

Behind a small round or fillet a way leads through the body at every slant, and which of these is measured
hangs on where the mesh has its rows. A heavy section there is as thick as the largest ball that fits into it,
as foundries measure it by circles drawn into the section (Heuvers): that ball is the same for all ways.

A foundry feeds a heavy section from a lump of metal that freezes later and therefore is at least as thick, or
chills it with one. Either stands on the section, so what counts is whether any side of it has room.
"""

from collections.abc import Mapping

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from engine.evidence import _sections
from engine.features.hole import Hole
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Floats, Ints
from engine.model.evidence import Marks, SectionChange
from engine.model.feature import BLEND_ROLES, Kind, Role
from engine.model.mesh import Mesh
from engine.model.part import FaceId
from engine.run_context import RunContext

MAX_SAMPLES = 3500
"""Sections that are compared, spread over the part by area."""
MAX_BORDER_SAMPLES = 2500
"""Sections that are compared beside those, along the borders of faces."""
SAMPLES_PER_FACE = 6
"""Sections at least on every face, however small, unless the part has very many faces."""
SIDE_SHARE = 0.1
"""The side of a light section has at least this share of the cross section of the heavy ball: raised letters
do not disturb how a plate cools."""
LIKE_SHARE = 1.5
"""What is thicker than this multiple of a section is none of its side: a wedge's thin end is no section."""
TOUCH_SHARE = 1.1
"""Balls touch when their centers are no further apart than this share of their radii together: the samples
are not dense enough to find those that just touch."""
FEEDING = 2.0
"""A feeder feeds a section as far away as so many thicknesses of it: the published distance is 4.5 on plates
of steel, of which 2.5 are owed to the cold end."""
SECTION_SHARE = 0.7
"""What has this share of a section's thickness still is that section, or closes it off."""
ROOM_SHARE = 0.1
"""Share of what lies near a heavy section that has at least the room that is reported: no feeder stands on a
single point that looks out through a hole."""
PLACES = 2
"""A change is reported as strong as so many places of its face show it. What a single vertex sees hangs on
where the mesh happens to have one: written again, the same part would have another."""
CURVED_BLEND_ROLES = BLEND_ROLES - {Role.CHAMFER}
"""Of faces behind which ways lead at every slant."""
CHUNK = 512
"""Samples that are compared with all others at a time; bounds the memory."""


def measure(
    context: RunContext,
    recognition: Recognition,
    flank_of_vertex: Bools,
    marks: Marks | None = None,
    grooves: Mapping[FaceId, float] | None = None,
) -> tuple[SectionChange, ...]:
    """Find for each face the strongest change from its own section to a lighter one that touches it.

    As strong as `PLACES` of the face show it.

    Flanks of edges are no sections, nor are letters. A hole or a cut groove that is narrower than the wall
    beside it counts as made after casting, so that wall is no light section.

    Returns
    -------
    tuple of SectionChange
        By face, for every face over a section; faces that only close a section off (rims, ends, tops) and
        faces without thickness have none. Sections of different bodies do not touch.
    """
    mesh = context.mesh
    is_mark = np.isin(mesh.face_of_vertex, [] if marks is None else list(marks.height_of_side))
    sampled = _samples(context.prepared, ~(flank_of_vertex | is_mark))
    radii = 0.5 * context.prepared.fields["thickness"].values[sampled]
    centers = mesh.vertices[sampled] - radii[:, None] * mesh.normals[sampled]
    lies_inside = _sections.are_sections(context.scene_by_place, sampled, centers, radii)
    everywhere = sampled
    lies_inside &= ~_are_chance(mesh.face_of_vertex[sampled], lies_inside)
    order = np.flatnonzero(lies_inside)[np.argsort(radii[lies_inside], kind="stable")]
    sampled, radii, centers = sampled[order], radii[order], centers[order]
    face = mesh.face_of_vertex[sampled]
    body_of_face = np.array([-1 if each.body is None else each.body for each in context.part.faces])
    side_area = _area_of_side(context.prepared, sampled)
    side_area[_beside_cuts(context.prepared, recognition, grooves or {})[sampled]] = 0.0
    thinnest, second = _thinnest_touching(centers, radii, body_of_face[face], side_area)
    heavy, ratio, without_thinnest = _changes(
        _fitting(context, recognition, sampled, centers, radii), radii, thinnest, second
    )
    thinnest = np.where(ratio > 1.0, thinnest, np.arange(len(radii)))
    strongest, ratio_error = _strongest_of_faces(face, ratio, without_thinnest)
    room_mm = _room(context.prepared, everywhere, sampled[strongest], body_of_face)
    return tuple(
        SectionChange(
            face=FaceId(int(face[thick])),
            thick_mm=float(2.0 * heavy[thick]),
            thick_point=mesh.vertices[sampled[thick]],
            thin_face=FaceId(int(face[thinnest[thick]])),
            thin_mm=float(2.0 * radii[thinnest[thick]]),
            thin_point=mesh.vertices[sampled[thinnest[thick]]],
            room_mm=float(room),
            ratio_error=float(error),
        )
        for thick, room, error in zip(strongest, room_mm, ratio_error, strict=True)
    )


def _are_chance(face: Ints, lies_inside: Bools) -> Bools:
    """Find which places (N,) are on faces that close sections off but for a place or so."""
    n_places, n_inside = np.bincount(face), np.bincount(face, lies_inside)
    return np.asarray(((n_inside < PLACES) & (n_places >= SAMPLES_PER_FACE))[face])


def _room(prepared: PreparedPart, vertices: Ints, heavy: Ints, body_of_face: Ints) -> Floats:
    """Return the most air there is before each of some heavy sections, near enough to feed it from there.

    Sides and ends of the section count alike; `vertices` are where to look. Infinite where air is not known.
    """
    mesh = prepared.mesh
    thickness_mm = prepared.fields["thickness"].values
    clearance = prepared.fields.get("clearance")
    if clearance is None:
        return np.full(len(heavy), np.inf)
    air_mm = np.nan_to_num(clearance.values, nan=0.0, posinf=np.inf)
    body = body_of_face[mesh.face_of_vertex]
    near = cKDTree(mesh.vertices[vertices]).query_ball_point(
        mesh.vertices[heavy], FEEDING * thickness_mm[heavy]
    )
    room_mm = np.zeros(len(heavy))
    for place, (at, found) in enumerate(zip(heavy, near, strict=True)):
        others = vertices[found]
        is_same = (thickness_mm[others] >= SECTION_SHARE * thickness_mm[at]) & (body[others] == body[at])
        air = np.sort(air_mm[others[is_same]])
        room_mm[place] = air[int((1.0 - ROOM_SHARE) * (len(air) - 1))]
    return room_mm


def _beside_cuts(prepared: PreparedPart, recognition: Recognition, grooves: Mapping[FaceId, float]) -> Bools:
    """Find which vertices have their thickness from or to a hole or groove that is narrower than that."""
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    diameter_of_face = np.full(len(prepared.part.faces) + 1, np.inf)
    for feature in recognition.of_kind(Kind.HOLE):
        if isinstance(feature, Hole):
            diameter_of_face[list(feature.faces)] = feature.diameter_mm
    diameter_of_face[list(grooves)] = list(grooves.values())
    narrowest = diameter_of_face[mesh.face_of_vertex]
    if field.opposite is not None:
        across = np.where(field.opposite >= 0, mesh.face_of_triangle[field.opposite], -1)
        narrowest = np.minimum(narrowest, diameter_of_face[across])
    return np.asarray(narrowest < field.values)


def _samples(prepared: PreparedPart, is_section: Bools) -> Ints:
    """Return vertices over sections: some spread over the faces, some along their borders, ascending.

    Sections meet at borders, so those have their own share.
    """
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    is_known = (field.values > 0.0) & np.isfinite(field.values) & np.isfinite(mesh.normals).all(axis=1)
    vertices = np.flatnonzero(is_known & is_section)
    values = field.values[vertices]
    is_reliable = field.absolute_error + field.relative_error * values <= _sections.RELIABLE_SHARE * values
    vertices = vertices[is_reliable]
    n_faces = len(prepared.part.faces)
    area = np.array([each.area_mm2 for each in prepared.part.faces])
    at_border = vertices[_at_borders(mesh)[vertices]]
    n_at_border = np.bincount(mesh.face_of_vertex[at_border], minlength=n_faces)
    spread = _sections.spread(vertices, mesh.face_of_vertex[vertices], area, MAX_SAMPLES, SAMPLES_PER_FACE)
    along = _sections.spread(
        at_border,
        mesh.face_of_vertex[at_border],
        n_at_border.astype(np.float64),
        MAX_BORDER_SAMPLES,
        SAMPLES_PER_FACE,
    )
    return np.union1d(spread, along)


def _at_borders(mesh: Mesh) -> Bools:
    """Find which vertices share their place with one of another face."""
    order = np.lexsort((mesh.face_of_vertex, mesh.weld))
    weld, face = mesh.weld[order], mesh.face_of_vertex[order]
    meets_next = (weld[1:] == weld[:-1]) & (face[1:] != face[:-1])
    return np.isin(mesh.weld, weld[1:][meets_next])


def _area_of_side(prepared: PreparedPart, sampled: Ints) -> Floats:
    """(N,) mm², how much of a sample's face, with all those the file split from it, is about as thin."""
    mesh, values = prepared.mesh, prepared.fields["thickness"].values
    area_of_vertex = prepared.area_of_vertex
    group = prepared.graph.group_of_face[mesh.face_of_vertex]
    known = np.flatnonzero(np.isfinite(values))
    order = known[np.lexsort((values[known], group[known]))]
    # one number line for all groups: each has its own stretch of it, and thickness runs along that
    stretch = 1.0 + LIKE_SHARE * float(values[known].max(initial=0.0))
    place = group[order] * stretch + values[order]
    up_to = np.concatenate([[0.0], np.cumsum(area_of_vertex[order])])
    start = group[sampled] * stretch
    last = np.searchsorted(place, start + LIKE_SHARE * values[sampled], side="right")
    return np.asarray(up_to[last] - up_to[np.searchsorted(place, start, side="left")])


def _thinnest_touching(centers: Floats, radii: Floats, body: Ints, side_area: Floats) -> tuple[Ints, Ints]:
    """Return for each ball the two smallest of its body that touch it, itself where there is no smaller.

    One whose side is too small to matter to the ball does not count.

    Balls ascend by radius, so the first that touches is the smallest, and none behind a ball is smaller.
    """
    thinnest, second = np.empty((2, len(radii)), dtype=np.int64)
    for start in range(0, len(radii), CHUNK):
        chunk, others = slice(start, start + CHUNK), slice(min(start + CHUNK, len(radii)))
        apart = cdist(centers[chunk], centers[others])
        touches = apart <= TOUCH_SHARE * (radii[chunk, None] + radii[others])
        touches &= body[chunk, None] == body[others]
        touches &= side_area[others] >= SIDE_SHARE * np.pi * radii[chunk, None] ** 2
        row = np.arange(len(touches))
        touches[row, start + row] = True
        thinnest[chunk] = touches.argmax(axis=1)
        touches[row, thinnest[chunk]] = False
        touches[row, start + row] = True
        second[chunk] = touches.argmax(axis=1)
    return thinnest, second


def _fitting(
    context: RunContext, recognition: Recognition, sampled: Ints, centers: Floats, radii: Floats
) -> Floats:
    """Return the radii (N,) of the sections, behind rounds and fillets those of the balls that fit into them.

    Known no better than the thickness is: between the chords of a mesh no ball fits that touches the surface.
    """
    field, mesh = context.prepared.fields["thickness"], context.mesh
    blends = [face for face, role in enumerate(recognition.role_of_face) if role in CURVED_BLEND_ROLES]
    rows = np.flatnonzero(np.isin(mesh.face_of_vertex[sampled], blends))
    error_mm = 0.5 * field.absolute_error + field.relative_error * radii[rows]
    fitting = radii.copy()
    fitted = _sections.fitted(context.scene_by_place, sampled[rows], centers[rows], radii[rows])
    fitting[rows] = np.minimum(fitted + error_mm, radii[rows])
    return fitting


def _changes(fitting: Floats, radii: Floats, thinnest: Ints, second: Ints) -> tuple[Floats, Floats, Floats]:
    """Return radii of heavy sections, over those of the thinnest that touch them, and of the second thinnest.

    A section that is no heavier than what it touches is its own size, and no change.
    """
    ratio, without_thinnest = (np.maximum(fitting / radii[each], 1.0) for each in (thinnest, second))
    return np.where(ratio > 1.0, fitting, radii), ratio, without_thinnest


def _strongest_of_faces(face: Ints, ratio: Floats, without_thinnest: Floats) -> tuple[Ints, Floats]:
    """Return for each face that occurs the entry whose ratio `PLACES` of its entries reach, by face.

    With it comes how far the ratio may differ on another mesh: as far as the strongest entry is from the
    one as many places further down, and from what is left of the ratio without the thinnest place that it was
    measured at. A face with fewer entries than that may have none on another mesh, and no change: it closes a
    section off but for a place or so. With too few it returns the weakest.
    """
    order = np.lexsort((-ratio, face))
    start = np.flatnonzero(np.diff(face[order], prepend=-1)) if len(order) else order
    count = np.diff(start, append=len(order))
    strongest = order[start + np.minimum(PLACES, count) - 1]
    further_down = order[start + np.minimum(2 * PLACES, count) - 1]
    least = np.where(count < 2 * PLACES, 1.0, np.minimum(ratio[further_down], without_thinnest[strongest]))
    return strongest, ratio[order[start]] - least
