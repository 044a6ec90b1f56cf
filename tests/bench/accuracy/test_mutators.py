"""A mutator that changes nothing proves nothing: each must tell the part otherwise, and the same part."""

import json
import struct
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bench.accuracy import command
from engine import formats
from engine.model.part import Part
from engine.progress import Progress
from tests.support import draw, mutators
from tests.support.mutators import Respelled

BLOCK = draw.cut(draw.box((40, 30, 20)), draw.cylinder(4, 30, (12, 11, -5)))
VOLUME = 40 * 30 * 20 - np.pi * 16 * 20
BOX = np.array([[0.0, 0.0, 0.0], [40.0, 30.0, 20.0]])


def read(respelled: Respelled | None) -> Part:
    assert respelled is not None
    with tempfile.TemporaryDirectory() as folder:
        return formats.describe(respelled.write(Path(folder)), Progress())[0]


@cache
def block(mutator: Callable[..., Respelled]) -> tuple[Respelled, Part]:
    """Respell the block and read it, once for all tests."""
    respelled = mutator(BLOCK)
    return respelled, read(respelled)


EVERY = [*mutators.MUTATORS, mutators.turned_as_nurbs, *mutators.SEVERAL, *mutators.BESIDE]


@pytest.mark.parametrize("mutator", EVERY, ids=lambda each: each.__name__)
def test_every_mutator_keeps_the_part_and_moves_its_places_as_it_says(mutator):
    respelled, part = block(mutator)
    share = 1e-3 if respelled.chord_mm else 1e-6
    assert part.volume_mm3 == pytest.approx(VOLUME * respelled.scale**3, rel=share)
    corners = np.array([[x, y, z] for x in BOX[:, 0] for y in BOX[:, 1] for z in BOX[:, 2]])
    moved = corners @ respelled.turn.T + respelled.shift
    expected = np.stack([moved.min(axis=0), moved.max(axis=0)])
    assert part.box_mm == pytest.approx(expected, abs=1e-5 * respelled.scale * 40)


@pytest.mark.parametrize(("mutator", "faces"), [(mutators.halves, 8), (mutators.quarters, 10)])
def test_the_bore_is_split_into_as_many_faces(mutator, faces):
    assert len(block(mutators.unchanged)[1].faces) == 7
    assert len(block(mutator)[1].faces) == faces


def test_sawing_splits_flat_faces_too_and_leaves_parts_of_several_shells():
    part = block(mutators.sawn)[1]
    assert len(part.faces) > 10
    assert len(part.bodies) == 1
    assert mutators.sawn(draw.cut(draw.box((9, 9, 9)), draw.box((3, 3, 3), (3, 3, 3)))) is None


@pytest.mark.parametrize("mutator", [mutators.nurbs, mutators.turned_as_nurbs])
def test_splines_stand_for_every_surface(mutator):
    assert all(face.is_recovered for face in block(mutator)[1].faces)


def test_inches_are_declared():
    assert "inch" in block(mutators.inches)[1].unit.lower()


def test_shuffled_faces_come_in_another_order():
    before, after = (
        [tuple(face.centroid.round(6)) for face in block(mutator)[1].faces]
        for mutator in (mutators.unchanged, mutators.shuffled)
    )
    assert before != after
    assert sorted(before) == sorted(after)


def test_several_at_once_change_all_that_they_say():
    (one, mirrored), (other, turned) = (block(mutator) for mutator in mutators.SEVERAL)
    assert np.linalg.det(one.turn) == pytest.approx(-1.0)
    assert "inch" in mirrored.unit.lower()
    assert (len(mirrored.faces), any(face.is_recovered for face in mirrored.faces)) == (8, False)
    unshuffled = read(mutators.halves(mutators.mirrored(BLOCK).shape))
    assert [face.centroid.round(6).tolist() for face in mirrored.faces] != [
        face.centroid.round(6).tolist() for face in unshuffled.faces
    ]
    assert np.abs(np.linalg.inv(other.turn) - np.eye(3)).max() > 0.1
    assert (len(turned.faces), all(face.is_recovered for face in turned.faces)) == (10, True)


def test_the_command_offers_every_mutator():
    assert tuple(each.__name__ for each in mutators.MUTATORS) == command.MUTATORS
    assert tuple(each.__name__ for each in mutators.BESIDE) == command.BESIDE


def test_faces_share_all_their_corners_or_none(tmp_path):
    def n_corners(respelled: Respelled | None) -> int:
        assert respelled is not None
        content = respelled.write(tmp_path).read_bytes()
        (length,) = struct.unpack_from("<I", content, 12)
        document = json.loads(content[20 : 20 + length])
        return int(document["accessors"][0]["count"])

    box = draw.box((40, 30, 20))
    assert n_corners(mutators.triangles(box)) == 24
    assert n_corners(mutators.triangles_shared(box)) == 8
