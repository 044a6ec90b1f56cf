"""Slots of labelled blocks: all that agree with the definition are found, and nothing else is one."""

import json
from collections import Counter

import numpy as np
import pytest

from engine.features import blend, chamfer, slot
from engine.features.slot import Slot
from engine.graph import build, neighborhoods
from engine.kernel.read_step import read_step
from engine.kernel.status import silence
from engine.kernel.topology import measure
from engine.model.analysis import PreparedPart
from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.model.part import FaceId, Part
from engine.run_context import RunContext
from tests.support.corpus import CORPUS, needs_corpus

V_GROOVE, THROUGH, BLIND = 4, 5, 12
"""The labels of triangular and rectangular through slots and of rectangular blind slots among the flat
blocks."""
KINDS = {V_GROOVE, THROUGH, BLIND}
WIDER_THAN_LONG = "4-8-11-12-14-23.step"
"""Has a triangular slot, and a blind one that is wider than it runs."""


def labels() -> dict[str, list[int]]:
    """Return the label of every face by file, of the blocks with slots of all kinds and one that is a pocket.

    `python -m bench accuracy` takes all blocks.
    """
    path = CORPUS / "mfcad" / "labels.json"
    if not path.is_file():
        return {}
    every = json.loads(path.read_text("utf-8"))["labels"]
    return {name: label for name, label in every.items() if set(label) >= KINDS or name == WIDER_THAN_LONG}


def recognized(name: str) -> tuple[PreparedPart, tuple[Slot, ...]]:
    """Read a block and recognize its slots."""
    silence()
    nothing, none = frozen(()), frozen_ints(())
    mesh = Mesh(nothing, nothing, none, none, none, none, none, max_edge_mm=1.0, chord_mm=1.0)
    part = measure(read_step(CORPUS / "mfcad" / name))
    prepared = PreparedPart(part, build.build(part), mesh, {}, nothing)
    context = RunContext(prepared)
    found = chamfer.recognize(context, ())
    found += blend.recognize(context, found)
    return prepared, slot.recognize(context, found)


def runs_far_enough(part: Part, faces: tuple[FaceId, ...]) -> bool:
    """Whether a recess in one of these blocks, all square to the axes, runs as far as it is wide."""
    boxes = np.array([part.faces[face].box_mm for face in faces])
    size = boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)
    normals = np.round([part.faces[face].inner_normal for face in faces])
    across = np.abs(normals.sum(axis=0)) < np.abs(normals).sum(axis=0)
    return bool(size[~across].max() >= size[across].min())


@needs_corpus
@pytest.mark.corpus
def test_the_slots_of_labelled_blocks_are_found_and_no_other_face_is_one() -> None:
    """Blind ones that are wider than they run are pockets by definition."""
    expected: Counter[int] = Counter()
    for name, label in labels().items():
        prepared, slots = recognized(name)
        for each in slots:
            described = {label[face] for face in each.faces}
            same = {V_GROOVE} if each.angle_deg is not None else {THROUGH, BLIND}
            assert described <= same, (name, each.faces)
        found = [set(each.faces) for each in slots]
        for kind in KINDS:
            faces = [face.id for face in prepared.part.faces if label[face.id] == kind]
            for instance in neighborhoods.connected(prepared.graph, faces):
                if kind != BLIND or runs_far_enough(prepared.part, instance):
                    expected[kind] += 1
                    assert set(instance) in found, (name, instance)
    assert expected == {V_GROOVE: 5, THROUGH: 4, BLIND: 4}
