"""Tool access: which faces straight cutters can touch, and from which directions.

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
thread, on any body, they reach what such tools would. What no direction of the body sees is tried from all
round: a tilted tool may see it. Special cutters (T-slot, lollipop) are left out of account. Every body is
alone: the others do not stand in its way.

Shares rest on 12 to 64 samples of a face, so they are good to about a tenth.
"""

import math
from collections.abc import Sequence

import numpy as np

from engine.evidence.access import cutter, directions, heights, lathe, spread
from engine.features.hole import Hole
from engine.features.slot import Slot
from engine.graph.rings import FULL_TURN_DEG
from engine.model.access import SHARE_ERROR, BodyAccess, Obstruction, Patch, ToolAccess
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Floats, Ints, Vector, frozen
from engine.model.evidence import DrawnThread, Turned
from engine.model.feature import Kind, Role
from engine.model.part import Body, FaceId
from engine.pull.candidates import all_round
from engine.pull.samples import Samples
from engine.raycast import scene as scenes
from engine.raycast.bvh import Bvh

REACHED_SHARE = 0.9
"""A face is accessible when this share of it is: of 12 samples one may lie in a corner."""
MATTERING_SHARE = 1e-4
"""Of the part's area, what is too little to matter where it is not reached but half of it is seen askew: the
place where a thread runs out."""
ALONG_COSINE = math.cos(math.radians(2.0))
"""A direction within 2° of an axis is one along it."""
HOLE_ROLES = (Role.HOLE_WALL, Role.HOLE_FLOOR, Role.HOLE_STEP, Role.COUNTERSINK)
FREE_ROLES = (*HOLE_ROLES, Role.ROUND, Role.FILLET, Role.CHAMFER)
"""What is not asked for a cutter's room."""


def find(
    prepared: PreparedPart,
    recognition: Recognition,
    turned: Sequence[Turned],
    threads: Sequence[DrawnThread] = (),
) -> ToolAccess:
    """Find what cutters reach of every face."""
    part = prepared.part
    scene = scenes.build(prepared.mesh)
    tree_of_body = {body.body: body.tree for body in scene.bodies}
    samples = spread.over_faces(prepared.mesh)
    turned_of_body = {each.body: each for each in turned}
    free = _needs_no_room(recognition)
    survey = _Survey(len(samples.areas))
    bodies = []
    for body in part.bodies:
        chosen = np.flatnonzero(samples.bodies == body.id)
        if body.id in tree_of_body and len(chosen):
            vertices = _vertices(prepared, body)
            work = _Work(
                prepared, recognition, body, tree_of_body[body.id], samples.at(chosen), vertices, free
            )
            own = [thread for thread in threads if thread.body == body.id]
            bodies.append(work.look(turned_of_body.get(body.id), own))
            survey.take(chosen, work)
    return survey.summed_up(len(part.faces), samples, tuple(bodies))


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
    ) -> None:
        self.prepared, self.recognition, self.body = prepared, recognition, body
        self.tree, self.samples, self.vertices = tree, samples, vertices
        self.is_free = np.isin(samples.faces, sorted(free))
        size_of_face = np.sqrt([face.area_mm2 for face in prepared.part.faces])
        self.size_mm = size_of_face[samples.faces]
        self.features = [each for each in recognition.features if each.body == body.id]
        self.threads: list[tuple[DrawnThread, Ints]] = []
        self.bored = self._bored()
        self.directions = np.zeros((0, 3))
        self.seen = np.zeros((len(samples.areas), 0), dtype=np.bool_)
        self.reached = np.zeros((len(samples.areas), 0), dtype=np.bool_)
        self.cutter_mm = np.full(len(samples.areas), np.inf)
        """Of the thinnest stiff cutter, from the direction that asks for the thinnest."""

    def look(self, turned: Turned | None, threads: Sequence[DrawnThread]) -> BodyAccess:
        """Look along all directions and sum up which of them reach what."""
        part = self.prepared.part
        self.threads = [(each, self._on_thread(each)) for each in threads]
        self._along(directions.of_body(part, self.body.faces, self.features, self.samples), turned)
        left = self._unseen_faces()
        further = directions.of_faces(part, left, self.directions[::2])
        if len(further):
            self._along(further, None)
        self.tilted = self._tilted()
        used = np.where(_any(self.reached)[:, None], self.reached, self.seen)
        return BodyAccess(
            self.body.id, frozen(self.directions), turned is not None, _patches(self.samples, used)
        )

    def _along(self, ways: Floats, turned: Turned | None) -> None:
        """Look along further directions; a turned body's axis comes first, and lathe tools along it."""
        if turned is not None:
            axis = turned.direction
            others = np.abs(ways @ axis) <= ALONG_COSINE
            ways = np.concatenate([axis[None], -axis[None], ways[others]])
        looks = [self._one(way) for way in ways]
        seen, reached = (np.stack(each, axis=1) for each in zip(*looks, strict=True))
        if turned is not None:
            on = lathe.on_its_way(self.samples, turned)
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
        self.directions = np.concatenate([self.directions, ways])
        self.seen = np.concatenate([self.seen, seen], axis=1)
        self.reached = np.concatenate([self.reached, reached], axis=1)

    def _one(self, way: Vector) -> tuple[Bools, Bools]:
        """Tell which samples are seen along one direction, and which are reached."""
        samples = self.samples
        seen = cutter.sees(self.tree, samples.points, samples.normals, way)
        with np.errstate(invalid="ignore"):
            seen &= ~(np.abs(self.bored @ way) < ALONG_COSINE)
        reached = seen.copy()
        asked = np.flatnonzero(seen)
        if len(asked):
            stands = heights.HeightMap(self.prepared.mesh, self.vertices, way)
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

    def _tilted(self) -> Bools:
        """Tell which samples are seen along any direction."""
        found = _any(self.seen)
        ways = directions.both_ways(all_round(self.samples.normals, self.samples.areas))
        for way in ways:
            left = np.flatnonzero(~found)
            if not len(left):
                break
            found[left] = cutter.sees(self.tree, self.samples.points[left], self.samples.normals[left], way)
        return found


def _patches(samples: Samples, used: Bools) -> tuple[Patch, ...]:
    """Gather the samples of each face that the same directions reach, by face."""
    kept = np.flatnonzero(_any(used))
    if not len(kept):
        return ()
    keys = np.concatenate([samples.faces[kept, None], used[kept]], axis=1)
    rows, which = np.unique(keys, axis=0, return_inverse=True)
    area = np.bincount(which.ravel(), weights=samples.areas[kept])
    whole = np.bincount(samples.faces, weights=samples.areas)
    return tuple(
        Patch(
            FaceId(int(row[0])),
            float(area[index] / whole[row[0]]),
            tuple(np.flatnonzero(row[1:]).tolist()),
        )
        for index, row in enumerate(rows)
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


class _Survey:
    """What was found out about all samples of the part."""

    def __init__(self, count: int) -> None:
        self.reached, self.seen, self.tilted = (np.zeros(count, dtype=np.bool_) for _ in range(3))
        self.cutter_mm = np.zeros(count)

    def take(self, chosen: Ints, work: _Work) -> None:
        """Take over what was found about the samples of one body."""
        self.reached[chosen] = _any(work.reached)
        self.seen[chosen] = _any(work.seen)
        self.tilted[chosen] = work.tilted
        self.cutter_mm[chosen] = work.cutter_mm

    def summed_up(self, count: int, samples: Samples, bodies: tuple[BodyAccess, ...]) -> ToolAccess:
        """Sum up by face."""
        shares = np.full((3, count), np.nan)
        for row, are in enumerate((self.reached, self.seen, self.tilted)):
            faces, share = _shares(samples, are)
            shares[row, faces] = share
        cutter_mm = np.zeros(count)
        np.maximum.at(cutter_mm, samples.faces, np.where(np.isinf(self.cutter_mm), 0.0, self.cutter_mm))
        area = np.bincount(samples.faces, weights=samples.areas, minlength=count).astype(np.float64)
        obstructions = _obstructions(shares, area)
        better, worse = (_obstructions(shares + off, area) for off in (SHARE_ERROR, -SHARE_ERROR))
        hidden = {
            FaceId(face): frozen(self._hidden_point(samples, face, obstruction))
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
            tuple(
                max(one - low, high - one) for low, one, high in zip(better, obstructions, worse, strict=True)
            ),
        )

    def _hidden_point(self, samples: Samples, face: int, obstruction: Obstruction) -> Vector:
        """Return a sample in the middle of what is obstructed of a face."""
        are = self.reached if obstruction is Obstruction.SLENDER else self.seen
        if obstruction is Obstruction.COVERED:
            are = self.tilted
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
