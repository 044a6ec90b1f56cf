"""The order of the stages, and what is left of an analysis when one of them fails."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine import fields, pipeline, present
from engine.errors import Cancelled, InvalidOption
from engine.model.analysis import Analysis
from engine.model.feature import Kind
from engine.model.finding import RuleVerdict
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.pull import PullMode, PullOptions
from engine.model.rulepack import Severity
from engine.progress import Progress
from engine.rules import evaluate, packs
from tests.support import draw, parts
from tests.support.failing import (
    CAUSE,
    break_evidence,
    break_function,
    break_metric,
    break_recognizer,
    failing,
)

LINES: list[str] = []

pytestmark = pytest.mark.usefixtures("coarse_hollows")


@pytest.fixture(scope="module")
def plate() -> tuple[Part, Mesh]:
    """Draw a plate of 60 x 40 x 8 mm with a hole of 6 mm through it and a pocket of 20 x 15 x 4 mm."""
    shape = draw.cut(
        draw.box((60, 40, 8)), draw.cylinder(3, 10, (10, 20, -1)), draw.box((20, 15, 4), (25, 12, 4))
    )
    return parts.read(shape, MeshOptions(max_edge_mm=8.0, curvature=16.0))


def analyzed(plate: tuple[Part, Mesh], progress: Progress | None = None) -> Analysis:
    LINES.clear()
    progress = progress or Progress(on_line=LINES.append, outlives_failures=True)
    context = pipeline.relate(*plate, progress)
    return pipeline.assess(context, PullOptions(), packs.shipped(), progress)


@pytest.fixture(scope="module")
def whole(plate: tuple[Part, Mesh]) -> Analysis:
    return analyzed(plate)


def verdicts(analysis: Analysis) -> dict[str, RuleVerdict]:
    """Return every verdict by `pack.configuration.rule`."""
    return {
        f"{pack.key}.{one.key}.{rule.key}": rule
        for pack in analysis.verdicts
        for one in pack.configurations
        for rule in one.rules
    }


def stages(analysis: Analysis) -> list[str]:
    return [each.stage for each in analysis.failed_stages]


def check_nothing_is_passed_for_want_of(stage: str, analysis: Analysis, whole: Analysis) -> set[str]:
    """Check that each rule answers as ever or says that it was not judged; return those that do that."""
    before, after = verdicts(whole), verdicts(analysis)
    assert before.keys() == after.keys()
    unjudged = set()
    for key, verdict in after.items():
        if CAUSE in verdict.reason:
            assert verdict.severity is not Severity.PASS, key
            assert verdict.n_skipped > 0, key
            unjudged.add(key)
        elif before[key].is_applicable:
            assert (verdict.severity, verdict.n_inspected) == (
                before[key].severity,
                before[key].n_inspected,
            ), key
    assert unjudged, stage
    return unjudged


def test_nothing_fails_on_a_sound_part(whole: Analysis) -> None:
    assert whole.failed_stages == ()
    assert {feature.kind for feature in whole.assessed.recognition.features} >= {Kind.HOLE, Kind.POCKET}


def test_a_recognizer_that_fails_costs_its_own_kind_alone(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_recognizer(monkeypatch, "holes")
    analysis = analyzed(plate)
    assert stages(analysis) == ["features.hole"]
    kinds = {feature.kind for feature in analysis.assessed.recognition.features}
    assert Kind.HOLE not in kinds
    assert Kind.POCKET in kinds
    after, before = verdicts(analysis), verdicts(whole)
    drilled = after["cnc.3-axis.hole_depth_to_diameter"]
    assert (drilled.severity, drilled.n_inspected, drilled.n_skipped) == (Severity.WARNING, 0, 1)
    assert "holes were not recognized" in drilled.reason
    wall = after["additive.sla.min_wall_thickness"]
    assert wall.severity is before["additive.sla.min_wall_thickness"].severity
    assert wall.n_inspected == before["additive.sla.min_wall_thickness"].n_inspected
    assert any("Holes were not recognized" in line for line in LINES)


def test_recognition_as_a_whole_does_not_cost_thickness(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for noun in [each.noun for each in pipeline.recognize.RECOGNIZERS]:
        break_recognizer(monkeypatch, noun)
    analysis = analyzed(plate)
    assert len(stages(analysis)) == len(pipeline.recognize.RECOGNIZERS)
    assert analysis.assessed.recognition.features == ()
    least = analysis.metrics.values["thickness.min"], whole.metrics.values["thickness.min"]
    faces = [subject for subject in analysis.metrics.subjects if subject.kind == "FACE"]
    assert faces
    for face in faces:
        same = next(each for each in whole.metrics.subjects if each.kind == "FACE" and each.fid == face.fid)
        assert least[0][face.index].value == pytest.approx(least[1][same.index].value, nan_ok=True)


def test_thickness_does_not_cost_clearance_draft_and_features(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tuple(failing(each) if "thickness" in each.__module__ else each for each in fields.FIELDS)
    monkeypatch.setattr(fields, "FIELDS", broken)
    analysis = analyzed(plate)
    assert stages(analysis) == ["fields.thickness", "fields.thickness_ray"]
    unjudged = check_nothing_is_passed_for_want_of("thickness", analysis, whole)
    assert "additive.sla.min_wall_thickness" in unjudged
    assert "cnc.3-axis.hole_depth_to_diameter" not in unjudged
    clearance = analysis.assessed.prepared.fields["clearance"].values
    np.testing.assert_array_equal(clearance, whole.assessed.prepared.fields["clearance"].values)


def test_the_pull_does_not_cost_what_knows_no_pull(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_function(monkeypatch, pipeline.choose, "choose")
    analysis = analyzed(plate)
    assert stages(analysis) == ["pull"]
    unjudged = check_nothing_is_passed_for_want_of("pull", analysis, whole)
    assert "cnc.3-axis.undercut_access" in unjudged
    assert "additive.sla.min_wall_thickness" not in unjudged


def test_patterns_cost_nothing_but_themselves(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_function(monkeypatch, pipeline.patterns, "find")
    analysis = analyzed(plate)
    assert stages(analysis) == ["patterns"]
    assert present.result(analysis)["patterns"] is None
    assert present.result(whole)["patterns"] is not None
    assert present.modules(analysis.verdicts, analysis.order) == present.modules(whole.verdicts, whole.order)


def test_evidence_of_one_kind_does_not_cost_the_others(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_evidence(monkeypatch, "traps")
    analysis = analyzed(plate)
    assert stages(analysis) == ["evidence.trapped_volume"]
    unjudged = check_nothing_is_passed_for_want_of("traps", analysis, whole)
    assert "additive.sla.trapped_volume" in unjudged
    assert not any(key.startswith("cnc") for key in unjudged)


def test_a_metric_that_fails_costs_the_rules_that_compare_it(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_metric(monkeypatch, "hole.slenderness")
    analysis = analyzed(plate)
    assert stages(analysis) == ["metrics.hole.slenderness"]
    unjudged = check_nothing_is_passed_for_want_of("metric", analysis, whole)
    assert {key.rpartition(".")[2] for key in unjudged} == {"hole_depth_to_diameter"}
    assert analysis.metrics.values["hole.diameter"].numbers.tolist() == [6.0]


def test_one_rule_that_fails_does_not_cost_the_others(
    plate: tuple[Part, Mesh], whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = evaluate.judge.judge
    fail = failing(judge)
    monkeypatch.setattr(
        evaluate.judge,
        "judge",
        lambda rule, *rest: (fail if rule.key == "overhang_angle" else judge)(rule, *rest),
    )
    analysis = analyzed(plate)
    unjudged = check_nothing_is_passed_for_want_of("rule", analysis, whole)
    assert unjudged == {f"additive.{key}.overhang_angle" for key in ("dmls", "sla", "fdm")}
    assert set(stages(analysis)) == {f"rules.{key}" for key in unjudged}


def test_the_graph_of_faces_does_not_cost_thickness(
    plate: tuple[Part, Mesh], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_function(monkeypatch, pipeline.build, "build")
    analysis = analyzed(plate)
    assert stages(analysis) == ["graph"]
    assert np.nanmin(analysis.assessed.prepared.fields["thickness"].values) == pytest.approx(4.0, abs=1e-6)


def test_a_wish_that_cannot_be_granted_and_a_wish_to_stop_are_no_failures(
    plate: tuple[Part, Mesh], monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = Progress(outlives_failures=True)
    context = pipeline.relate(*plate, progress)
    with pytest.raises(InvalidOption):
        pipeline.assess(context, PullOptions(PullMode.GIVEN, (0.0, 0.0, 0.0)), (), progress)
    stops = stop_soon()
    with pytest.raises(Cancelled):
        analyzed(plate, Progress(is_cancelled=lambda: next(stops), outlives_failures=True))


def stop_soon() -> Iterator[bool]:
    yield from (False, False, False)
    while True:
        yield True


def test_a_failure_is_raised_unless_failures_are_collected(
    plate: tuple[Part, Mesh], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_recognizer(monkeypatch, "holes")
    with pytest.raises(ZeroDivisionError):
        analyzed(plate, Progress())
