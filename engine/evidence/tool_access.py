"""Finds which faces straight cutters can touch, and from which directions.

Cutters come along the body's own directions: its frame, the axes of its holes, slots and pockets, the normals
of its planes, and for faces that none of these reaches, their own and those their planes have in common. A
place is *seen* along a direction when it does not face away and nothing stands before it. It is *reached*
when a cutter stiff enough for the depth (`access/heights.py`) finds room there too (`access/cutter.py`).

Not asked for room:

* holes: a drill is as wide as its hole, and how deep it may go is another rule's. Only what comes along the
  axis counts for them;
* plain slots open at both ends: a saw or a side mill goes through;
* blends and chamfers: how large a radius the cutter leaves is another rule's;
* faces smaller than the cutter.

Faces that turn about the axis of a turned body, and threads that wind about it, are reached by lathe tools
too (`access/lathe.py`), coming from either end. Where taps, dies and thread mills come along the axis of a
thread, on any body, they reach what such tools would. Hobs and gear shapers reach the teeth of a gear alike:
along the flanks of helical ones lies no straight direction. T-slot and dovetail cutters come down through the
mouth of a slot that is open at an end, and run along it below its lips. What no direction of the body sees is
tried from all round: a tilted tool may see it. Other special cutters (lollipop) are left out of account. Each
body is alone: the others do not stand in its way.

Shares rest on 12 to 64 samples of a face, so they are good to about a tenth. Faces of which some direction
reaches most but not all are looked at again with up to 128, so that what hangs on nine tenths of a face does
not hang on where its samples fell.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.evidence.access import cutter, directions, heights, lathe, spread
from engine.features.hole import Hole
from engine.features.slot import Slot
from engine.graph import turning
from engine.graph.coaxial import AxisLine
from engine.graph.neighborhoods import neighbors
from engine.graph.rings import FULL_TURN_DEG
from engine.model.access import SHARE_ERROR, BodyAccess, Obstruction, Patch, ToolAccess
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Floats, Ints, Vector, distinct_rows, frozen
from engine.model.evidence import DrawnThread, Turned
from engine.model.feature import BLEND_ROLES, HOLE_ROLES, Kind, Role
from engine.model.part import Body, FaceId
from engine.pull.candidates import LATTICE, all_round
from engine.pull.samples import Samples, joined
from engine.raycast.bvh import Bvh
from engine.run_context import RunContext
from engine.tolerances import at_least

REACHED_SHARE = 0.9
"""A face is accessible when this share of it is: of 12 samples one may lie in a corner."""
CLEAR_SHARES = (0.7, 1.0 - 1e-9)
"""A share between these may be on the other side of nine tenths than its few samples say."""
FINE_LATTICE = 4 * LATTICE
"""Axes all round that they are looked at along: what sees past a lip may be a cone of a few degrees."""
ERROR_OF_ONE = 0.5
"""Error of a share that rests on one sample; it falls with the root of their number. At nine tenths it is 1.7
standard errors of samples strewn at random; these are spread evenly, and do better."""
MATTERING_SHARE = 1e-4
"""Of the part's area, what is too little to matter where it is not reached but half of it is seen askew: the
place where a thread runs out."""
HANGING_ON_FRAME = (Obstruction.SLENDER, Obstruction.TILTED)
"""What is better or worse by one where the ways of cutters lean by some degrees: the frame of a body without
flats is known no better."""
ALONG_COSINE = math.cos(math.radians(2.0))
"""A direction within 2° of an axis is one along it."""
WIDEST_HEAD = 2.0
"""Necks that the head of a T-slot cutter is wide: Sprue's judgment. Metric T-slots of 6 to 12 mm have heads
of 1.6 to 1.9 necks, and up to 2.1 within their tolerance (ISO 299)."""
FREE_ROLES = HOLE_ROLES | BLEND_ROLES
"""What is not asked for a cutter's room."""


def find(
    context: RunContext,
    recognition: Recognition,
    turned: Sequence[Turned],
    threads: Sequence[DrawnThread] = (),
) -> ToolAccess:
    """Find what cutters reach of every face."""
    part = context.part
    tree_of_body = {body.body: body.tree for body in context.scene_by_place.bodies}
    samples = spread.over_faces(context.mesh)
    turned_of_body = {each.body: each for each in turned}
    free = _needs_no_room(recognition)
    bodies, works = [], []
    for body in part.bodies:
        chosen = np.flatnonzero(samples.bodies == body.id)
        if body.id in tree_of_body and len(chosen):
            vertices = _vertices(context.prepared, body)
            own = [thread for thread in threads if thread.body == body.id]
            work = _Work(
                context.prepared,
                recognition,
                body,
                tree_of_body[body.id],
                samples.at(chosen),
                vertices,
                free,
                own,
            )
            bodies.append(work.measure(turned_of_body.get(body.id)))
            works.append(work)
    looked_at = [samples.bodies == work.body.id for work in works]
    beside = np.flatnonzero(~np.any([np.zeros(len(samples.areas), dtype=np.bool_), *looked_at], axis=0))
    return _summed_up(len(part.faces), works, samples.at(beside), tuple(bodies))


def _needs_no_room(recognition: Recognition) -> frozenset[FaceId]:
    """Return the faces that seeing is enough for."""
    found = {FaceId(face) for face, role in enumerate(recognition.role_of_face) if role in FREE_ROLES}
    for feature in recognition.of_kind(Kind.HOLE, Kind.SLOT):
        if isinstance(feature, Hole) or (isinstance(feature, Slot) and feature.is_sawn):
            found.update(feature.faces)
    return frozenset(found)


def _vertices(prepared: PreparedPart, body: Body) -> Floats:
    """Return (N, 3) the vertices of a body, each place once."""
    mesh = prepared.mesh
    own = np.unique(mesh.triangles[mesh.body_of_triangle == body.id])
    _, first = np.unique(mesh.weld[own], return_index=True)
    vertices: Floats = mesh.vertices[own[first]]
    return vertices


class _Hits(NamedTuple):
    """How many samples were first seen along each of some directions."""

    ways: Floats
    counts: Ints


class _Work:
    """One body, looked at along one direction after the other."""

    def __init__(
        self,
        prepared: PreparedPart,
        recognition: Recognition,
        body: Body,
        tree: Bvh,
        samples: Samples,
        vertices: Floats,
        free: frozenset[FaceId],
        threads: Sequence[DrawnThread],
        height_maps: dict[bytes, heights.HeightMap] | None = None,
    ) -> None:
        self.prepared, self.recognition, self.body = prepared, recognition, body
        self.tree, self.samples, self.vertices = tree, samples, vertices
        self.free, self.own_threads = free, threads
        self.height_maps = {} if height_maps is None else height_maps
        self.is_free = np.isin(samples.faces, sorted(free))
        size_of_face = np.sqrt([face.area_mm2 for face in prepared.part.faces])
        self.size_mm = size_of_face[samples.faces]
        self.features = [each for each in recognition.features if each.body == body.id]
        self.threads = [(each, self._on_thread(each)) for each in threads]
        self.gear_axis, self.on_teeth = self._teeth()
        self.undercut = [
            (-each.axis, np.flatnonzero(np.isin(samples.faces, each.faces)))
            for each in self.features
            if isinstance(each, Slot) and each.axis is not None and _takes_undercutter(each)
        ]
        self.hits = _Hits(np.zeros((0, 3)), np.zeros(0, dtype=np.int64))
        self.error_of_face: dict[int, float] = {}
        self.has_drawn_frame = True
        """Of the shares of those that were looked at again."""
        self.bored = self._bored()
        self.directions = np.zeros((0, 3))
        self.seen = np.zeros((len(samples.areas), 0), dtype=np.bool_)
        self.reached = np.zeros((len(samples.areas), 0), dtype=np.bool_)
        self.cutter_mm = np.full(len(samples.areas), np.inf)
        """Of the thinnest stiff cutter, from the direction that asks for the thinnest."""

    def measure(self, turned: Turned | None) -> BodyAccess:
        """Look along all directions and sum up which of them reach what."""
        part = self.prepared.part
        ways = directions.of_body(part, self.body.faces, self.features, self.samples)
        self.has_drawn_frame = turned is not None or directions.are_drawn(part, self.body.faces)
        if turned is not None:  # its axis comes first, and lathe tools along it
            axis = turned.direction
            ways = np.concatenate([axis[None], -axis[None], ways[np.abs(ways @ axis) <= ALONG_COSINE]])
        self._along(ways, turned)
        left = self._unseen_faces()
        further = directions.of_faces(part, left, self.directions[::2])
        if len(further):
            self._along(further, None)
        self.tilted = self._tilted(LATTICE)
        self._refine(turned)
        used = np.where(_any(self.reached)[:, None], self.reached, self.seen)
        return BodyAccess(
            self.body.id, frozen(self.directions), turned is not None, _patches(self.samples, used)
        )

    def _refine(self, turned: Turned | None) -> None:
        """Look along the same directions at more samples of the faces whose shares are not clear."""
        unclear = self._unclear_faces()
        if not len(unclear):
            return
        samples, count = spread.over_some(self.prepared.mesh, unclear, self.samples)
        again = _Work(
            self.prepared,
            self.recognition,
            self.body,
            self.tree,
            samples,
            self.vertices,
            self.free,
            self.own_threads,
            self.height_maps,
        )
        again._along(self.directions, turned)
        again.tilted = again._tilted(FINE_LATTICE, self.hits)
        kept = np.flatnonzero(~np.isin(self.samples.faces, unclear))
        self.samples = joined((self.samples.at(kept), samples))
        self.seen = np.concatenate([self.seen[kept], again.seen])
        self.reached = np.concatenate([self.reached[kept], again.reached])
        self.tilted = np.concatenate([self.tilted[kept], again.tilted])
        self.cutter_mm = np.concatenate([self.cutter_mm[kept], again.cutter_mm])
        error = min(ERROR_OF_ONE / math.sqrt(count), SHARE_ERROR)
        self.error_of_face = dict.fromkeys(unclear.tolist(), error)

    def _unclear_faces(self) -> Ints:
        """Return the faces of which some direction, or all together, reach or see most but not all."""
        least, most = CLEAR_SHARES
        columns = [*self.reached.T, *self.seen.T, _any(self.reached), _any(self.seen)]
        shares = np.array([_shares(self.samples, are)[1] for are in columns])
        faces, tilted = _shares(self.samples, self.tilted)
        is_unclear = ((shares > least) & (shares < most)).any(axis=0) | ((tilted > 0.0) & (tilted < most))
        found: Ints = faces[is_unclear]
        return found

    def _along(self, ways: Floats, turned: Turned | None) -> None:
        """Look along further directions; a turned body's are its axis and the opposite, then others."""
        looks = [self._one(way) for way in ways]
        seen, reached = (np.stack(each, axis=1) for each in zip(*looks, strict=True))
        if turned is not None:
            on = lathe.in_turning_path(self.samples, turned)
            for index in (0, 1):
                touched = lathe.reaches(self.tree, self.samples.at(on), turned.origin, ways[index])
                seen[on, index] |= touched
                reached[on, index] |= touched
                self.cutter_mm[on[touched]] = 0.0
        for thread, on in self.threads:
            touches = lathe.bores if thread.is_inside else lathe.reaches
            for at in np.flatnonzero(np.abs(ways @ thread.direction) >= ALONG_COSINE):
                threaded = on[touches(self.tree, self.samples.at(on), thread.origin, ways[at])]
                seen[threaded, at] = reached[threaded, at] = True
                self.cutter_mm[threaded] = 0.0
        if self.gear_axis is not None:
            for at in np.flatnonzero(np.abs(ways @ self.gear_axis.direction) >= ALONG_COSINE):
                teeth = self.samples.at(self.on_teeth)
                hobbed = self.on_teeth[lathe.reaches(self.tree, teeth, self.gear_axis.origin, ways[at])]
                seen[hobbed, at] = reached[hobbed, at] = True
                self.cutter_mm[hobbed] = 0.0
        for out, on in self.undercut:
            for at in np.flatnonzero(ways @ out >= ALONG_COSINE):
                seen[on, at] = reached[on, at] = True
                self.cutter_mm[on] = 0.0
        self.directions = np.concatenate([self.directions, ways])
        self.seen = np.concatenate([self.seen, seen], axis=1)
        self.reached = np.concatenate([self.reached, reached], axis=1)

    def _one(self, way: Vector) -> tuple[Bools, Bools]:
        """Find which samples are seen along one direction, and which are reached."""
        samples = self.samples
        seen = cutter.are_visible(self.tree, samples.points, samples.normals, way)
        with np.errstate(invalid="ignore"):
            seen &= ~(np.abs(self.bored @ way) < ALONG_COSINE)
        reached = seen.copy()
        asked = np.flatnonzero(seen)
        if len(asked):
            key = way.tobytes()
            if key not in self.height_maps:
                self.height_maps[key] = heights.HeightMap(self.prepared.mesh, self.vertices, way)
            stands = self.height_maps[key]
            radius_mm = stands.least_radius(samples.points[asked])
            radius_mm[self.is_free[asked] | (2.0 * radius_mm >= self.size_mm[asked])] = 0.0
            self.cutter_mm[asked] = np.minimum(self.cutter_mm[asked], 2.0 * radius_mm)
            points, normals = samples.points[asked], samples.normals[asked]
            reached[asked] = cutter.fits(self.tree, points, normals, way, radius_mm)
        return seen, reached

    def _on_thread(self, thread: DrawnThread) -> Ints:
        """Return the samples on a thread, ascending."""
        on: Ints = np.flatnonzero(np.isin(self.samples.faces, [*thread.flanks, *thread.between]))
        return on

    def _teeth(self) -> tuple[AxisLine | None, Ints]:
        """Return the axis of the body's teeth and the samples on them and on what is beside them, ascending.

        None where it has none. Beside them are their tips and roots, which may turn about the axis.
        """
        roles = self.recognition.role_of_face
        teeth = [face for face in self.body.faces if roles[face] is Role.TOOTH]
        if teeth:
            part, graph = self.prepared.part, self.prepared.graph
            teeth += neighbors(graph, teeth)
            revolution = turning.about_best_axis(part, graph, self.body.id, 0.0)
            if revolution is not None:
                return revolution.axis, np.flatnonzero(np.isin(self.samples.faces, teeth))
        return None, np.zeros(0, dtype=np.intp)

    def _bored(self) -> Floats:
        """Return (N, 3) the axis of the whole hole each sample lies in; NaN outside of holes."""
        axis_of_face = np.full((len(self.prepared.part.faces), 3), np.nan)
        for feature in self.recognition.of_kind(Kind.HOLE):
            if isinstance(feature, Hole) and feature.span_deg >= FULL_TURN_DEG and feature.axis is not None:
                walls = [face for face, role in feature.roles if role in HOLE_ROLES]
                axis_of_face[walls] = feature.axis
        axes: Floats = axis_of_face[self.samples.faces]
        return axes

    def _unseen_faces(self) -> list[FaceId]:
        faces, share = _shares(self.samples, _any(self.seen))
        return [FaceId(int(face)) for face in faces[share < REACHED_SHARE]]

    def _tilted(self, count: int, before: _Hits | None = None) -> Bools:
        """Find which samples are seen along any direction, of so many axes all round.

        Directions near those along which most was seen `before` come first: less is left for the others.
        """
        found = _any(self.seen)
        ways = directions.both_ways(all_round(self.samples.normals, self.samples.areas, count))
        if before is not None and len(before.ways):
            like = (ways @ before.ways.T).argmax(axis=1)
            ways = ways[np.argsort(-before.counts[like], kind="stable")]
        left = np.flatnonzero(~found)
        first = cutter.first_way_out(self.tree, self.samples.points[left], self.samples.normals[left], ways)
        found[left] = first >= 0
        self.hits = _Hits(ways, np.bincount(first[first >= 0], minlength=len(ways)))
        return found


def _takes_undercutter(slot: Slot) -> bool:
    """Whether a T-slot or dovetail cutter, let in at an open end, makes what lies below a slot's lips."""
    below_mm = slot.undercut_width_mm
    return below_mm is not None and slot.open_ends > 0 and at_least(WIDEST_HEAD * slot.width_mm, below_mm)


def _patches(samples: Samples, used: Bools) -> tuple[Patch, ...]:
    """Gather the samples of each face that the same directions reach, by face."""
    kept = np.flatnonzero(_any(used))
    if not len(kept):
        return ()
    keys = np.concatenate([samples.faces[kept, None], used[kept]], axis=1)
    first, which = distinct_rows(keys)
    area = np.bincount(which, weights=samples.areas[kept])
    whole = np.bincount(samples.faces, weights=samples.areas)
    return tuple(
        Patch(
            FaceId(int(row[0])),
            float(area[index] / whole[row[0]]),
            tuple(np.flatnonzero(row[1:]).tolist()),
        )
        for index, row in enumerate(keys[first])
    )


def _any(are: Bools) -> Bools:
    """(N,) whether a row holds anything."""
    found: Bools = np.asarray(are.any(axis=1))
    return found


def _shares(samples: Samples, are: Bools) -> tuple[Ints, Floats]:
    """Return the faces that have samples, and the share of each that `are` holds for."""
    faces = np.unique(samples.faces)
    whole = np.bincount(samples.faces, weights=samples.areas)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.bincount(samples.faces, weights=samples.areas * are) / whole
    return faces, share[faces]


def _summed_up(
    n_faces: int, works: Sequence[_Work], beside: Samples, bodies: tuple[BodyAccess, ...]
) -> ToolAccess:
    """Sum up by face what was found of all bodies; the samples beside them are not reached."""
    samples = joined([*(work.samples for work in works), beside])
    none = np.zeros(len(beside.areas), dtype=np.bool_)
    reached = np.concatenate([*(_any(work.reached) for work in works), none])
    seen = np.concatenate([*(_any(work.seen) for work in works), none])
    tilted = np.concatenate([*(work.tilted for work in works), none])
    needed_mm = np.concatenate([*(work.cutter_mm for work in works), np.zeros(len(beside.areas))])
    error = np.full(n_faces, SHARE_ERROR)
    for work in works:
        error[list(work.error_of_face)] = list(work.error_of_face.values())
    shares = np.full((3, n_faces), np.nan)
    for row, are in enumerate((reached, seen, tilted)):
        faces, share = _shares(samples, are)
        shares[row, faces] = share
    cutter_mm = np.zeros(n_faces)
    np.maximum.at(cutter_mm, samples.faces, np.where(np.isinf(needed_mm), 0.0, needed_mm))
    area = np.bincount(samples.faces, weights=samples.areas, minlength=n_faces).astype(np.float64)
    obstructions = _obstructions(shares, area)
    better, worse = (_obstructions(shares + each, area) for each in (error, -error))
    off = [max(one - low, high - one) for low, one, high in zip(better, obstructions, worse, strict=True)]
    for work in works:
        if not work.has_drawn_frame:
            for face in work.body.faces:
                off[face] = max(off[face], int(obstructions[face] in HANGING_ON_FRAME))
    are_of_obstruction = {Obstruction.SLENDER: reached, Obstruction.TILTED: seen, Obstruction.COVERED: tilted}
    hidden = {
        FaceId(face): frozen(_hidden_point(samples, face, are_of_obstruction[obstruction]))
        for face, obstruction in enumerate(obstructions)
        if obstruction is not Obstruction.NONE
    }
    return ToolAccess(
        bodies,
        frozen(shares[0]),
        frozen(shares[1]),
        frozen(shares[2]),
        frozen(cutter_mm),
        obstructions,
        hidden,
        tuple(off),
        frozen(error),
    )


def _hidden_point(samples: Samples, face: int, are: Bools) -> Vector:
    """Return a sample in the middle of those of a face that `are` does not hold for."""
    own = samples.points[(samples.faces == face) & ~are]
    place: Vector = own[np.linalg.norm(own - own.mean(axis=0), axis=1).argmin()]
    return place


def _obstructions(shares: Floats, area: Floats) -> tuple[Obstruction, ...]:
    """Judge all faces by their shares (3, F): reached, seen, and seen askew."""
    missed = (1.0 - shares[0]) * area
    mattering = (missed >= MATTERING_SHARE * area.sum()) | (shares[2] < 0.5)
    return tuple(
        _obstruction(*column) if matters else Obstruction.NONE
        for column, matters in zip(shares.T.tolist(), mattering.tolist(), strict=True)
    )


def _obstruction(reached: float, seen: float, tilted: float) -> Obstruction:
    """Judge one face by its shares; one without a mesh has none."""
    if np.isnan(reached) or reached >= REACHED_SHARE:
        return Obstruction.NONE
    if seen >= REACHED_SHARE:
        return Obstruction.SLENDER
    return Obstruction.TILTED if tilted >= REACHED_SHARE else Obstruction.COVERED
