"""Subjects: the things of a part that rules inspect, and the selector sets they are found by."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

import numpy as np

from engine import names
from engine.features.boss import Boss
from engine.features.hole import Hole
from engine.features.threads import ThreadFit
from engine.kinds import KIND_OF_KEY, KINDS
from engine.model.access import Obstruction, ToolAccess
from engine.model.analysis import Assessed
from engine.model.arrays import Bools, Ints, frozen_ints
from engine.model.face_graph import FaceGraph, Joint
from engine.model.feature import Feature, Kind
from engine.model.metric import Domain, SelectorSet, Subject
from engine.model.metric_table import SubjectPattern
from engine.model.part import FaceId
from engine.model.pattern import Pattern
from engine.stages import StageFailed, available

SELECTOR_SETS: tuple[SelectorSet, ...] = (
    *(
        SelectorSet(kind.selector, Domain.FEATURE, f"Every recognized {kind.noun}.", (str(kind.key),))
        for kind in KINDS
    ),
    SelectorSet("all_features", Domain.FEATURE, "Every recognized feature of any kind."),
    SelectorSet(
        "thread_candidates",
        Domain.FEATURE,
        "Holes whose diameter is that of a tap drill and bosses whose diameter is that of a thread.",
        (Kind.HOLE.value, Kind.BOSS.value),
    ),
    SelectorSet(
        "cutouts",
        Domain.FEATURE,
        "Holes, slots and windows that go through sheet metal, with sheet all round them.",
        (Kind.HOLE.value, Kind.SLOT.value, Kind.POCKET.value),
    ),
    SelectorSet("all_faces", Domain.FACE, "Every face of the bodies."),
    SelectorSet("undercut_faces", Domain.FACE, "Faces that the pull direction frees from neither side."),
    SelectorSet("low_draft_faces", Domain.FACE, "Faces that are freed, with less draft than alpha_warn."),
    SelectorSet(
        "overhang_faces", Domain.FACE, "Faces that hang over by more than 45 degrees as the part is printed."
    ),
    SelectorSet(
        "inaccessible_faces", Domain.FACE, "Faces that no straight tool sees along the part's own directions."
    ),
    SelectorSet(
        "sharp_internal_corners", Domain.CORNER, "Concave joints that no fillet covers; not those of threads."
    ),
    SelectorSet("part", Domain.PART, "The part as a whole."),
)

FACES_OF_SET: dict[str, Callable[[Assessed], Iterable[FaceId]]] = {
    "undercut_faces": lambda assessed: _flagged(assessed.pull.is_undercut),
    "low_draft_faces": lambda assessed: _flagged(assessed.pull.is_low_draft),
    "inaccessible_faces": lambda assessed: _inaccessible(assessed.evidence.tool_access),
    "overhang_faces": lambda assessed: (each.face for each in assessed.evidence.overhangs),
}
"""The faces of the sets that hold some of all."""


EVERY_SET = frozenset(each.name for each in SELECTOR_SETS)


def gather(assessed: Assessed, asked: Collection[str] = EVERY_SET) -> tuple[Subject, ...]:
    """List the part, its features, the faces of its bodies and its sharp internal corners, in this order.

    Features come in the order of the recognition, faces by id, corners by edge. Of a set whose stage failed
    there are none; `missing_sets` tells. Sets that rest on evidence tell their subjects where they are asked
    for; the subjects and their places are the same.
    """
    subjects = [part_alone(assessed)]
    cut_out: set[int] = set()
    if "cutouts" in asked:
        cut_out = {cutout.feature for cutout in available(lambda: assessed.evidence.cutouts) or ()}
    which = {
        place: f"{number} of {pattern.count}"
        for pattern in available(lambda: assessed.patterns) or ()
        for number, place in enumerate(pattern.features, 1)
    }
    for place, feature in enumerate(assessed.recognition.features):
        further = ("cutouts",) if place in cut_out else ()
        name = names.of_feature(feature, which.get(place, ""))
        subjects.append(_feature(len(subjects), feature, name, assessed, further))
    name_of_face = names.of_faces(assessed.recognition, assessed.prepared.part.faces)
    faces_of_set = {
        name: set(available(partial(faces, assessed)) or ())
        for name, faces in FACES_OF_SET.items()
        if name in asked
    }
    for face in assessed.prepared.part.faces:
        if face.body is not None:
            sets = tuple(name for name, faces in faces_of_set.items() if face.id in faces)
            subjects.append(_face(len(subjects), face.id, name_of_face[face.id], assessed, sets))
    for joints in available(lambda: joints_of_corners(assessed)) or ():
        subjects.append(_corner(len(subjects), joints, name_of_face))
    return tuple(subjects)


def missing_sets(assessed: Assessed, asked: Collection[str] = EVERY_SET) -> dict[str, str]:
    """Return the sets asked for that were not gathered, or not all of them, with the reason as a clause."""
    needs: dict[str, Callable[[], object]] = {
        **{kind.selector: partial(assessed.recognition.require, kind.key) for kind in KINDS},
        "all_features": lambda: assessed.recognition.require(*KIND_OF_KEY),
        "thread_candidates": lambda: assessed.recognition.require(Kind.HOLE, Kind.BOSS),
        "cutouts": lambda: assessed.evidence.cutouts,
        **{name: partial(faces, assessed) for name, faces in FACES_OF_SET.items()},
        "sharp_internal_corners": lambda: joints_of_corners(assessed),
    }
    found: dict[str, str] = {}
    for name in [each for each in needs if each in asked]:
        try:
            needs[name]()
        except StageFailed as missing:
            found[name] = missing.failed.reason
    return found


def neighbors(gathered: Sequence[Subject], graph: FaceGraph | None) -> Ints:
    """Return (P, 2) pairs of subjects that meet, each once: faces that share an edge, features of one kind.

    None are known without a graph.
    """
    if graph is None:
        return frozen_ints(np.empty((0, 2), dtype=np.int64))
    subject_of_face = {each.fid: each.index for each in gathered if each.domain is Domain.FACE}
    features_of_face: dict[FaceId, list[Subject]] = {}
    for each in gathered:
        if each.domain is Domain.FEATURE:
            for face in each.faces:
                features_of_face.setdefault(face, []).append(each)
    pairs: set[tuple[int, int]] = set()
    for joint in graph.joints:
        first, second = joint.faces
        if first in subject_of_face and second in subject_of_face and first != second:
            pairs.add((subject_of_face[first], subject_of_face[second]))
        for one in features_of_face.get(first, ()):
            for other in features_of_face.get(second, ()):
                if one.kind == other.kind and one.index != other.index:
                    pairs.add((min(one.index, other.index), max(one.index, other.index)))
    return frozen_ints(np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2))


def patterns(gathered: Sequence[Subject], found: Sequence[Pattern]) -> tuple[SubjectPattern, ...]:
    """Return the patterns of features as patterns of their subjects; none where features are not listed."""
    features = [each.index for each in gathered if each.domain is Domain.FEATURE]
    return tuple(
        SubjectPattern(each.label, tuple(features[place] for place in each.features))
        for each in found
        if max(each.features) < len(features)
    )


def joints_of_corners(assessed: Assessed) -> list[tuple[Joint, ...]]:
    """Return for each sharp internal corner its joints, the one it is named by first."""
    joint_of_edge = {joint.edge: joint for joint in assessed.prepared.graph.joints}
    evidence = assessed.evidence
    edges_of_corner = [(edge, *evidence.edges_of_corner.get(edge, ())) for edge in evidence.sharp_corners]
    return [tuple(joint_of_edge[edge] for edge in dict.fromkeys(edges)) for edges in edges_of_corner]


def part_alone(assessed: Assessed) -> Subject:
    """Return the part as a whole, the first of all subjects."""
    middle = assessed.prepared.part.box_mm.mean(axis=0)
    return Subject(0, Domain.PART, "PART", None, (), None, middle, ("part",), "the part")


def _flagged(is_in: Bools) -> list[FaceId]:
    return [FaceId(int(face)) for face in np.flatnonzero(is_in)]


def _inaccessible(access: ToolAccess) -> list[FaceId]:
    return [
        FaceId(face)
        for face, obstruction in enumerate(access.obstruction_of_face)
        if obstruction >= Obstruction.TILTED
    ]


def _feature(
    index: int, feature: Feature, name: str, assessed: Assessed, further: tuple[str, ...]
) -> Subject:
    sets = [KIND_OF_KEY[feature.kind].selector, "all_features", *further]
    if isinstance(feature, Hole | Boss) and any(
        reading.fit != ThreadFit.CLEARANCE for reading in feature.thread_candidates
    ):
        sets.append("thread_candidates")
    return Subject(
        index,
        Domain.FEATURE,
        str(feature.kind),
        feature.fid,
        feature.faces,
        None,
        assessed.prepared.part.faces[feature.fid].inner_point,
        tuple(sets),
        name,
        names.size_of(feature),
    )


def _face(index: int, fid: FaceId, name: str, assessed: Assessed, further: tuple[str, ...]) -> Subject:
    point = assessed.prepared.part.faces[fid].inner_point
    return Subject(index, Domain.FACE, "FACE", fid, (fid,), None, point, ("all_faces", *further), name)


def _corner(index: int, joints: tuple[Joint, ...], name_of_face: tuple[str, ...]) -> Subject:
    joint = joints[0]
    first, second = sorted(joint.faces)
    faces = tuple(sorted({face for each in joints for face in each.faces}))
    label = names.of_corner((first, second), name_of_face)
    sets = ("sharp_internal_corners",)
    return Subject(index, Domain.CORNER, "CORNER", first, faces, joint.edge, joint.midpoint, sets, label)
