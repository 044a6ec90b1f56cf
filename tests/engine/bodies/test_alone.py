"""A body of an assembly is judged as it would be alone in a file, and its faces keep their ids."""

import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import pipeline, present
from engine.model.analysis import Analysis
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.model.rulepack import RulePack
from engine.progress import Progress
from engine.rules import packs
from tests.support import draw, parts_molded, parts_turned

pytestmark = pytest.mark.usefixtures("coarse_hollows")


def analyzed(shape: TopoDS_Shape, judged_by: tuple[RulePack, ...] | None = None) -> Analysis:
    """Judge a shape by the packs that ship unless others are named."""
    with tempfile.TemporaryDirectory() as folder:
        file = draw.write_step(shape, Path(folder) / "part.step")
        context = pipeline.prepare(file, MeshOptions(max_edge_mm=10.0, curvature=24.0), Progress())
    chosen = packs.shipped() if judged_by is None else judged_by
    return pipeline.assess(context, PullOptions(), chosen, Progress())


@cache
def alone(at: int) -> Analysis:
    """Judge a body of the assembly in a file of its own."""
    return analyzed((parts_turned.shaft(), shell())[at])


def shell() -> TopoDS_Shape:
    """Draw an open box with a hole in its floor, whose file would have the bodies beside it."""
    return draw.cut(parts_molded.box_shell(size=(60, 40, 20)), draw.cylinder(3, 50, (50, 20, -5)))


@pytest.fixture(scope="module")
def assembly() -> Analysis:
    shaft = draw.moved(parts_turned.shaft(), (0, 100, 0))
    return analyzed(draw.compound(shaft, shell(), draw.moved(shaft, (60, 0, 0))))


def severities(analysis: Analysis) -> dict[str, str]:
    return {
        f"{pack.key}/{configuration.key}/{rule.key}": rule.severity.value
        for pack in analysis.verdicts
        for configuration in pack.configurations
        for rule in configuration.rules
    }


def test_each_different_body_is_judged_once(assembly: Analysis) -> None:
    assert [tuple(map(int, each.bodies)) for each in assembly.bodies] == [(0, 2), (1,)]
    assert [each.analysis.assessed.form.form.value for each in assembly.bodies] == ["turned", "shell"]
    assert [each.analysis.order.ranked[0].pack for each in assembly.bodies] == ["cnc", "injection"]


@pytest.mark.parametrize("at", [0, 1], ids=["shaft", "shell"])
def test_a_body_among_others_is_judged_as_it_is_alone(assembly: Analysis, at: int) -> None:
    among, single = assembly.bodies[at].analysis, alone(at)
    assert severities(among) == severities(single)
    kinds = [str(each.kind) for each in single.assessed.recognition.features]
    assert [str(each.kind) for each in among.assessed.recognition.features] == kinds
    assert among.assessed.prepared.part.size_mm == pytest.approx(single.assessed.prepared.part.size_mm)


def test_faces_keep_the_ids_they_have_in_the_whole(assembly: Analysis) -> None:
    whole = assembly.assessed.prepared.part
    for entry in assembly.bodies:
        part = entry.analysis.assessed.prepared.part
        own = set(whole.bodies[entry.bodies[0]].faces)
        assert {face.id for face in part.faces if face.body is not None} == own
        assert set(np.unique(entry.analysis.assessed.prepared.mesh.face_of_triangle).tolist()) == own
        for face in own:
            assert part.faces[face].area_mm2 == whole.faces[face].area_mm2


def test_the_result_says_that_bodies_were_judged_together_and_lists_each(assembly: Analysis) -> None:
    document = present.result(assembly)
    described = "all are judged by themselves under bodies, equal ones once (2 in all)"
    assert f"3 bodies, judged together here; {described}." in document["notes"]
    assert [(each["solids"], each["count"]) for each in document["bodies"]] == [
        ([0, 2], 2),
        ([1], 1),
    ]
    assert document["bodies"][1]["modules"]["order"][0]["module_key"] == "injection"


def test_a_single_body_is_listed_as_the_part_alone() -> None:
    analysis = alone(1)
    assert analysis.bodies == ()
    document = present.result(analysis)
    assert document["bodies"] == []
    assert not [note for note in document["notes"] if "judged together" in note]


def test_bodies_beyond_so_many_faces_are_judged_with_the_whole_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "MOST_FACES", 12)
    blocks = [draw.moved(draw.box((30 + at, 20, 10)), (100 * at, 0, 0)) for at in range(3)]
    analysis = analyzed(draw.compound(*blocks), judged_by=())
    assert [tuple(map(int, each.bodies)) for each in analysis.bodies] == [(0,), (1,)]
    note = "3 bodies, judged together here; 2 of them are judged by themselves under bodies."
    assert note in present.result(analysis)["notes"]
