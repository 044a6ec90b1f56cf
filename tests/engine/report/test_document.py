"""A report gathers each issue once, worst first, with places that a reader can be brought to."""

import dataclasses

import pytest

from engine import report
from engine.model.rulepack import Severity
from engine.render import scene
from engine.report import document, gallery
from tests.support import analyses

pytestmark = pytest.mark.usefixtures("small_pictures")


def built(*findings):
    tray = analyses.tray()
    tray = analyses.with_features(tray, analyses.fin(tray))
    analysis = dataclasses.replace(tray, verdicts=(analyses.verdict(*findings),))
    lit = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    return report.build(analysis, lit, gallery.heatmap_views(lit, analysis, {}, width=120), "tray.step")


def places(severity=Severity.FAIL, count=5):
    tray = analyses.tray()
    points = [(0, 40, 15), (120, 40, 15), (60, 0, 15), (60, 80, 15), (60.0, 40, 15)][:count]
    faces = [analyses.face_at(tray, point) for point in points]
    return [
        analyses.finding(severity, fid=face, faces=(face,), value=1.0 + 0.1 * at, margin=-1.5 + 0.1 * at)
        for at, face in enumerate(faces)
    ]


def entries(made):
    return [
        entry
        for chapter in made.chapters
        for section in chapter.sections
        for entry in (section.first, *section.next, *section.rest)
    ]


def test_every_issue_is_an_entry_with_an_anchor_of_its_own() -> None:
    made = built(*places(), *places(Severity.WARNING, 2))
    anchors = [entry.anchor for entry in entries(made)]
    assert (
        len(anchors)
        == len(set(anchors))
        == sum(len(topic.topic.issues) for topic in made.chapters[0].sections)
    )
    assert [entry.issue.severity for entry in entries(made)] == sorted(
        (entry.issue.severity for entry in entries(made)), key=lambda each: -each.rank
    )


def test_every_issue_with_a_place_and_every_listed_feature_can_be_flown_to() -> None:
    made = built(*places(count=3))
    fin = analyses.fin(analyses.tray())
    assert set(made.targets) == {*(entry.anchor for entry in entries(made)), f"face-{fin.fid}"}
    assert made.targets[f"face-{fin.fid}"].feature is not None


def test_an_issue_about_the_whole_part_has_no_place() -> None:
    n = len(analyses.tray().assessed.prepared.part.faces)
    made = built(analyses.finding(fid=None, faces=tuple(range(n))))
    assert set(made.targets) == {f"face-{analyses.fin(analyses.tray()).fid}"}


def test_there_are_no_more_places_than_a_page_can_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_TARGETS", 2)
    assert set(built(*places()).targets) == {"issue-1", "issue-2"}


def test_the_page_opens_with_the_thickness() -> None:
    made = built()
    assert made.hero is made.maps[0].pictures[0][0]
    assert made.maps[0].heatmap.layer.name == "thickness"
    assert dataclasses.replace(made, maps=()).hero is None
