"""What page and paper say alike."""

import dataclasses

import numpy as np
import pytest

from engine import report
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.render import scene
from engine.report import explanations
from engine.report.body_groups import BodyGroup
from tests.support import analyses


@pytest.fixture(scope="module")
def made():
    tray = analyses.with_features(analyses.tray(name="tray"), analyses.fin(analyses.tray()))
    analysis = dataclasses.replace(tray, verdicts=(analyses.verdict(),))
    lit = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    return report.build(analysis, lit, (), "tray.step")


def test_the_part_is_described(made) -> None:
    facts = dict(explanations.facts(made))
    assert facts["Size"] == "120 × 80.0 × 30.0 mm"
    assert facts["Bodies, faces"] == "1 body, 15 faces"
    assert facts["Pull direction"].startswith("+Z, ")


@pytest.mark.parametrize(
    ("title", "is_named"), [("tray.step", False), ("tray", False), ("bracket_v3.step", True)]
)
def test_the_name_in_the_file_is_told_where_the_file_is_called_otherwise(made, title, is_named) -> None:
    facts = dict(explanations.facts(dataclasses.replace(made, title=title)))
    assert facts.get("Name in the file") == ("tray" if is_named else None)


def test_faces_that_no_feature_explains_are_counted_and_named(made) -> None:
    n = len(made.analysis.assessed.recognition.unexplained_faces)
    assert explanations.unchecked(made).startswith(f"No recognized feature explains {n} faces, 25 % of")
    named = explanations.unchecked(made, 3)
    first = [str(face) for face in made.analysis.assessed.recognition.unexplained_faces[:3]]
    assert f"did not look there: {', '.join(first)} and {n - 3} more, which" in named


def test_where_all_faces_are_explained_that_is_said(made) -> None:
    assessed = made.analysis.assessed
    whole = dataclasses.replace(assessed.recognition, unexplained_faces=())
    analysis = dataclasses.replace(made.analysis, assessed=dataclasses.replace(assessed, recognition=whole))
    said = explanations.unchecked(dataclasses.replace(made, analysis=analysis))
    assert said.startswith("Every face belongs to a recognized feature. Threads")


def test_every_term_of_the_layers_is_explained_with_the_size_of_the_mesh(made) -> None:
    first, terms, *_ = explanations.measured(made)
    assert f"{len(made.scene.mesh.triangles):,} triangles" in first
    for term in ("Thickness is", "Clearance is", "Draft is", "Undercut is"):
        assert term in terms


def test_a_process_without_reserve_has_no_remark_and_one_with_idle_rules_has(made) -> None:
    (chapter,) = made.chapters
    (configuration,) = chapter.verdict.configurations
    assert explanations.remark(made, chapter, configuration) == ""
    idle = dataclasses.replace(configuration.rules[0], is_applicable=False)
    with_idle = dataclasses.replace(configuration, rules=(*configuration.rules, idle))
    assert explanations.remark(made, chapter, with_idle) == "1 with nothing to check."


def test_bodies_that_were_not_judged_are_accounted_for(made) -> None:
    size = np.array([1.0, 1.0, 1.0])
    judged = BodyGroup("a", size, ((FaceId(0),),), {}, {"Casting": Severity.PASS})
    beyond = BodyGroup("b", size, ((FaceId(1),),), {}, {})
    assert "not judged" not in explanations.bodies(dataclasses.replace(made, bodies=(judged,)))
    assert "not judged" in explanations.bodies(dataclasses.replace(made, bodies=(judged, beyond)))
