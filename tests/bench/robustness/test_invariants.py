"""A sound result breaks no invariant; each that is spoiled by hand is named, and the face or body with it."""

from dataclasses import replace

import numpy as np
import pytest

from bench.robustness import invariants
from engine import pipeline
from engine.model.feature import Kind
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.model.quick_info import QuickInfo
from engine.progress import Progress
from tests.support import draw


@pytest.fixture(scope="module")
def assessed(tmp_path_factory):
    shape = draw.cut(draw.box((20, 15, 5)), draw.cylinder(2, 9, (10, 7, -2)))
    path = draw.write_step(shape, tmp_path_factory.mktemp("part") / "part.step")
    context = pipeline.prepare(path, MeshOptions(3.0, 64.0), Progress())
    return pipeline.assess(context, PullOptions(), (), Progress()).assessed


def broken(assessed, quick_info=None, **changes) -> set[str]:
    prepared = replace(assessed.prepared, **changes)
    return {one.key for one in invariants.broken(replace(assessed, prepared=prepared), quick_info)}


def test_a_sound_result_breaks_none_even_on_a_coarse_mesh(assessed):
    assert broken(assessed, QuickInfo.of(assessed.prepared.part)) == set()


def test_a_wrong_integral_of_a_face_is_found(assessed):
    part = assessed.prepared.part
    faces = tuple(
        replace(face, area_mm2=1.02 * face.area_mm2) if not face.id else face for face in part.faces
    )
    assert broken(assessed, part=replace(part, faces=faces)) == {
        "area of a face against its mesh",
        "area of a body against its faces'",
    }


def test_a_face_beside_the_bodies_has_no_area_and_is_no_defect(assessed):
    part = assessed.prepared.part
    stray = replace(part.faces[0], id=len(part.faces), body=None, area_mm2=0.0, loops=())
    assert broken(assessed, part=replace(part, faces=(*part.faces, stray))) == set()
    flat = replace(part.faces[0], area_mm2=0.0)
    assert "area of a face" in broken(assessed, part=replace(part, faces=(flat, *part.faces[1:])))


def test_a_wrong_volume_of_a_body_is_found(assessed):
    part = assessed.prepared.part
    (body,) = part.bodies
    body = replace(body, volume_mm3=1.05 * body.volume_mm3)
    spoiled = replace(part, bodies=(body,), volume_mm3=body.volume_mm3)
    assert broken(assessed, part=spoiled) == {"volume of a body against its mesh"}


def test_a_box_that_the_mesh_leaves_or_does_not_fill_is_found(assessed):
    part = assessed.prepared.part
    for off_mm in (0.5, -0.5):
        box_mm = part.box_mm + np.array([[off_mm], [-off_mm]])
        assert broken(assessed, part=replace(part, box_mm=box_mm)) == {"box against the mesh"}


def test_a_thickness_beyond_the_diagonal_or_of_nothing_is_found(assessed):
    fields = assessed.prepared.fields
    for spoiled, key in ((30.0, "thickness within the body"), (0.0, "thickness above zero")):
        values = fields["thickness"].values.copy()
        values[0] = spoiled
        changed = fields | {"thickness": replace(fields["thickness"], values=values)}
        assert broken(assessed, fields=changed) == {key}


def test_a_quick_reading_that_says_otherwise_is_found(assessed):
    quick_info = QuickInfo.of(assessed.prepared.part)
    assert broken(
        assessed, replace(quick_info, unit="INCH", n_bodies=2, area_mm2=1.01 * quick_info.area_mm2)
    ) == {
        "unit of quick-info against the analysis",
        "bodies of quick-info against the analysis",
        "area of quick-info against the analysis",
    }


def test_a_chain_of_rounds_is_no_longer_than_its_borders_however_many_edges_it_runs_along(tmp_path):
    """All edges of a box make one chain, which is as long as 4.6 diagonals of it."""
    path = draw.write_step(draw.fillet(draw.box((40, 30, 20)), 4.0), tmp_path / "part.step")
    context = pipeline.prepare(path, MeshOptions(6.0, 24.0), Progress())
    rounded = pipeline.assess(context, PullOptions(), (), Progress()).assessed
    (chain,) = rounded.recognition.of_kind(Kind.ROUND)
    assert chain.length_mm > 4.0 * context.part.diagonal_mm
    for lengths, keys in ((1.0, set()), (3.0, {"ROUND length_mm"})):
        longer = replace(rounded.recognition, features=(replace(chain, length_mm=lengths * chain.length_mm),))
        assert broken(replace(rounded, recognition=longer)) == keys
