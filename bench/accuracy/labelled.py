"""Labelled blocks: two public sets with a class for every face, against our kinds.

The classes are machining features, ours are kinds; `MFCAD` and `MFCADPP` say which kind a class may be and
why. A *step* (one wall and a floor, or a corner) gives roles alone: each set of faces that a claim makes a
step counts as one here.

The labels do not say which faces belong together, and are wrong in places where features cut each other.
An *instance* is a set of faces of one class that hang together over concave or smooth joints, faces of one
carrier counted as one. It is *whole* when it has as many carriers as the class has faces; others were cut or
joined by a neighbor, so what they are is anybody's guess: they are told beside, and do not count. Nor is a
hole whole of which less than half the round is left. Faces are counted apart from instances, of whole and of
cut ones: a face of a recess is found when a feature of a kind its class may be has it.

An instance is found when a feature of a kind its class may be has all its faces, or shares at least half of
all faces either has. A feature is false when every one of its faces is stock, and so is a recess (hole,
slot, pocket) whose every face is stock or a step. One that matches no instance is told as *beside*: some are
false, as the island of an O-ring called a pad; some are right, as the rib that two steps leave.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.accuracy import answer, pool
from bench.accuracy.answer import Entry
from bench.accuracy.corpus import CORPUS
from bench.accuracy.matching import Failure, describe
from engine.features import step
from engine.kinds import KINDS
from engine.model.analysis import PreparedPart
from engine.model.feature import Precedence
from engine.tolerances import SMOOTH_DEG

IOU = 0.5
"""Share of the faces of feature and instance together that both must have."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class of a labelled set."""

    name: str
    kinds: tuple[str, ...] = ()
    """Kinds it may be; none: it has no kind here, or is stock."""
    carriers: tuple[int, ...] = ()
    """How many carriers a whole instance may have."""
    is_step: bool = False


MFCAD = (
    Class("chamfer", ("CHAMFER",), (1,)),
    Class("triangular passage", ("POCKET",), (3,)),  # a window, for it is not round
    Class("rectangular passage", ("POCKET",), (4,)),
    Class("6-sided passage", ("POCKET",), (6,)),
    Class("triangular through slot", ("SLOT",), (2,)),  # a V groove
    Class("rectangular through slot", ("SLOT", "POCKET"), (3,)),  # one too wide for a slot is a pocket
    Class("rectangular through step", ("STEP",), (2,), is_step=True),
    Class("2-sided through step", ("STEP",), (3,), is_step=True),
    Class("slanted through step", ("STEP",), (2,), is_step=True),
    Class("triangular pocket", ("POCKET",), (4,)),
    Class("rectangular pocket", ("POCKET",), (5,)),
    Class("6-sided pocket", ("POCKET",), (7,)),
    Class("rectangular blind slot", ("SLOT", "POCKET"), (4,)),  # as its run and its width go
    Class("triangular blind step", ("STEP",), (2,), is_step=True),
    Class("rectangular blind step", ("STEP",), (3,), is_step=True),
    Class("stock"),
)

MFCADPP = (
    Class("chamfer", ("CHAMFER",), (1,)),
    Class("through hole", ("HOLE",), (1,)),
    Class("triangular passage", ("POCKET",), (3,)),
    Class("rectangular passage", ("POCKET",), (4,)),
    Class("6-sided passage", ("POCKET",), (6,)),
    Class("triangular through slot", ("SLOT",), (2,)),
    Class("rectangular through slot", ("SLOT", "POCKET"), (3,)),
    Class("circular through slot", ("SLOT",), (1,)),  # a round channel
    Class("rectangular through step", ("STEP",), (2,), is_step=True),
    Class("2-sided through step", ("STEP",), (3,), is_step=True),
    Class("slanted through step", ("STEP",), (2,), is_step=True),
    Class("O-ring", ("SLOT",), (3,)),  # two round walls that face each other, and a floor
    Class("blind hole", ("HOLE",), (2,)),
    Class("triangular pocket", ("POCKET",), (4,)),
    Class("rectangular pocket", ("POCKET",), (5,)),
    Class("6-sided pocket", ("POCKET",), (7,)),
    Class("circular-end pocket", ("SLOT",), (5,)),  # two flat walls, two half cylinders, a floor: obround
    Class("rectangular blind slot", ("SLOT", "POCKET"), (4,)),
    Class("vertical circular-end blind slot", ("SLOT", "POCKET"), (4,)),
    Class("horizontal circular-end blind slot", ("SLOT", "POCKET"), (3, 4)),  # runs out on a round end
    Class("triangular blind step", ("STEP",), (2,), is_step=True),
    Class("circular blind step", ("STEP",), (2,), is_step=True),
    Class("rectangular blind step", ("STEP",), (3,), is_step=True),
    Class("round", ("ROUND",), (1,)),
    Class("stock"),
)

SETS: Mapping[str, tuple[Class, ...]] = {"mfcad": MFCAD, "mfcadpp": MFCADPP}

STEP = step.KIND.key
HOLE = ("HOLE",)
HALF_DEG = 180.0 - SMOOTH_DEG
RECESSES = frozenset({"HOLE", "SLOT", "POCKET"})
COVERED = frozenset(
    (STEP, *(str(kind.key) for kind in KINDS if kind.precedence is not Precedence.FLAT)),
)
"""Kinds that may be false; walls and slabs take what is left and cannot be."""


@dataclass(slots=True)
class Count:
    """Instances of a class."""

    whole: int = 0
    found: int = 0
    cut: int = 0
    cut_found: int = 0
    faces: int = 0
    """Of all instances, whole and cut."""
    faces_found: int = 0
    """Those on a feature of a kind that the class may be."""
    is_recess: bool = False

    def add(self, other: "Count") -> None:
        """Count another file's in."""
        self.whole += other.whole
        self.found += other.found
        self.cut += other.cut
        self.cut_found += other.cut_found
        self.faces += other.faces
        self.faces_found += other.faces_found
        self.is_recess |= other.is_recess


@dataclass(slots=True)
class Result:
    """What the labelled blocks gave."""

    counts: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    """By set and class."""
    reported: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Features of covered kinds, by kind."""
    false: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    beside: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Features that match no instance, by kind; the false ones count too."""
    failures: list[Failure] = field(default_factory=list)
    n_files: int = 0

    def figures(self) -> dict[str, dict[str, float]]:
        """Return the recall of each class (whole instances) and of faces of recesses, and the precision."""
        recall = {name: one.found / one.whole for name, one in sorted(self.counts.items()) if one.whole}
        precision = {
            kind: 1.0 - self.false[kind] / count for kind, count in sorted(self.reported.items()) if count
        }
        faces, faces_found = self.faces_of_recesses()
        recall |= {"faces of recesses": faces_found / faces} if faces else {}
        return {"recall": recall, "precision": precision}

    def faces_of_recesses(self) -> tuple[int, int]:
        """Return how many faces have the label of a hole, slot or pocket, and how many of them were found."""
        recesses = [count for count in self.counts.values() if count.is_recess]
        return sum(count.faces for count in recesses), sum(count.faces_found for count in recesses)


Measured = tuple[dict[str, Count], dict[str, int], dict[str, int], dict[str, int], list[Failure]]
"""Instances by class; features reported, false and beside by kind; what is wrong, in words."""

Recognized = tuple[PreparedPart, tuple[Entry, ...]]
"""A block, and what was found on it."""


def run(jobs: int, named: Sequence[str]) -> Result:
    """Measure every labelled block of the corpus."""
    result = Result()
    for outcome in pool.run(_tasks(named), jobs):
        result.n_files += 1
        if outcome.error:
            result.failures.append(Failure(outcome.task.name, "(no answer)", outcome.error))
            result.counts["(no answer)"].add(Count(whole=1))
            continue
        counts, reported, false, beside, failures = outcome.value
        for name, count in counts.items():
            result.counts[name].add(count)
        for kind in reported:
            result.reported[kind] += reported[kind]
            result.false[kind] += false.get(kind, 0)
            result.beside[kind] += beside.get(kind, 0)
        result.failures += failures
    result.failures.sort(key=lambda failure: (failure.kind, failure.part, failure.what))
    return result


def measure(path: Path, labels: tuple[int, ...]) -> Measured:
    """Recognize a labelled block and count."""
    return counted(path, recognized(path), labels)


def recognized(path: Path) -> Recognized:
    """Read a block, and recognize its features and steps."""
    from engine import roles
    from engine.progress import Progress
    from engine.recognition.recognize import recognize_all
    from engine.run_context import RunContext

    prepared = answer.prepare(*answer.read(path))
    claims = recognize_all(RunContext(prepared), Progress()).claims
    got = answer.answer(prepared, claims, roles.assign(prepared, claims))
    return prepared, got.entries + answer.steps(prepared, claims)


def counted(path: Path, found: Recognized, labels: tuple[int, ...]) -> Measured:
    """Count what was recognized of a block, by the labels of its faces; the path names it and its set."""
    prepared, entries = found
    name = f"{path.parent.name}/{path.name}"
    classes = SETS[path.parent.name]
    counts: dict[str, Count] = {}
    failures = []
    matched: set[int] = set()
    for number, faces, carriers in instances(prepared.graph, labels):
        one = classes[number]
        if not one.kinds:
            continue
        count = counts.setdefault(f"{path.parent.name} {one.name}", Count())
        of_kinds = {face for each in entries if each.kind in one.kinds for face in each.faces}
        count.is_recess = not RECESSES.isdisjoint(one.kinds)
        count.faces += len(faces)
        count.faces_found += len(faces & of_kinds)
        fitting = {id(each) for each in entries if each.kind in one.kinds and _is_it(each, faces)}
        matched |= fitting
        is_found = bool(fitting)
        is_whole = carriers in one.carriers and (one.kinds != HOLE or _span_deg(prepared, faces) >= HALF_DEG)
        if is_whole:
            count.whole += 1
            count.found += is_found
        else:
            count.cut += 1
            count.cut_found += is_found
        if not is_found and is_whole:
            there = [
                f"{entry.kind} {list(entry.faces)}" for entry in entries if faces.intersection(entry.faces)
            ]
            what = f"missed {one.name} on faces {sorted(faces)}; there is {'; '.join(there) or 'nothing'}"
            failures.append(Failure(name, "/".join(one.kinds), what))
    reported: dict[str, int] = defaultdict(int)
    false: dict[str, int] = defaultdict(int)
    beside: dict[str, int] = defaultdict(int)
    for entry in entries:
        if entry.kind not in COVERED:
            continue
        reported[entry.kind] += 1
        theirs = [classes[labels[face]] for face in entry.faces]
        is_false = all(_explains_nothing(each, entry.kind) for each in theirs)
        false[entry.kind] += is_false
        beside[entry.kind] += id(entry) not in matched
        if is_false or id(entry) not in matched:
            names = ", ".join(sorted({each.name for each in theirs}))
            word = "false" if is_false else "beside"
            failures.append(Failure(name, entry.kind, f"{word}, on {names}: {describe(entry)}"))
    return counts, dict(reported), dict(false), dict(beside), failures


def instances(graph, labels: Sequence[int]):
    """Gather faces of one class that hang together; yield class, faces and number of carriers."""
    from engine.model.face_graph import Convexity

    together = {Convexity.CONCAVE, Convexity.SMOOTH, Convexity.SMOOTH_CONCAVE, Convexity.SMOOTH_CONVEX}
    leader = list(range(len(labels)))

    def root(face: int) -> int:
        while leader[face] != face:
            face = leader[face]
        return face

    def join(a: int, b: int) -> None:
        if labels[a] == labels[b]:
            low, high = sorted((root(a), root(b)))
            leader[high] = low

    for joint in graph.joints:
        a, b = joint.faces
        if b >= 0 and joint.convexity in together:
            join(int(a), int(b))
    for faces in graph.faces_of_group.values():
        for face in faces[1:]:
            join(int(faces[0]), int(face))
    sets: dict[int, set[int]] = defaultdict(set)
    for face in range(len(labels)):
        sets[root(face)].add(face)
    for first, faces in sorted(sets.items()):
        yield labels[first], faces, len({int(graph.group_of_face[face]) for face in faces})


def _is_it(entry: answer.Entry, faces: set[int]) -> bool:
    theirs = set(entry.faces)
    return faces <= theirs or len(faces & theirs) >= IOU * len(faces | theirs)


def _span_deg(prepared: PreparedPart, faces: set[int]) -> float:
    """Return how far round the faces go together that are of revolution."""
    from engine.graph.coaxial import axis_line
    from engine.graph.curved_skins import arc_of

    part = prepared.part
    round_faces = [face for face in faces if axis_line(part.faces[face].surface) is not None]
    if not round_faces:
        return 0.0
    line = axis_line(part.faces[round_faces[0]].surface)
    points = [
        part.edges[joint.edge].points for joint in prepared.graph.joints if not faces.isdisjoint(joint.faces)
    ]
    return arc_of(line, np.concatenate(points)).span_deg


def _explains_nothing(one: Class, kind: str) -> bool:
    return one.name == "stock" or (one.is_step and kind in RECESSES)


def _tasks(named: Sequence[str]) -> list[pool.Task]:
    tasks = []
    for name in SETS:
        path = CORPUS / name / "labels.json"
        if path.is_file():
            for file, labels in sorted(json.loads(path.read_text("utf-8"))["labels"].items()):
                if not named or any(each in f"{name}/{file}" for each in named):
                    tasks.append(pool.Task(f"{name}/{file}", measure, (path.with_name(file), tuple(labels))))
    return tasks
