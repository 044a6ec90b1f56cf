"""Each rule pack is a chapter: the one that suits the part best first, every rule once, every issue once."""

import dataclasses

import pytest

from engine.model.rulepack import Severity
from engine.progress import Progress
from engine.render import scene
from engine.report import chapters, gallery
from tests.support import analyses

TRAY = analyses.tray()
LIT = scene.build(TRAY.assessed.prepared.mesh, with_soft_light=False)

pytestmark = pytest.mark.usefixtures("small_pictures")


def findings(count, severity=Severity.FAIL):
    return [
        analyses.finding(severity, fid=face, faces=(face,), value=1.0 + 0.1 * face, margin=-1.5 + 0.1 * face)
        for face in range(count)
    ]


def gathered(*verdicts):
    return chapters.gather(dataclasses.replace(TRAY, verdicts=verdicts), LIT, Progress())


def test_the_worst_issue_comes_first_and_the_failing_ones_have_close_ups() -> None:
    ((section,),) = [
        each.sections for each in gathered(analyses.verdict(*findings(3), *findings(5, Severity.WARNING)[3:]))
    ]
    values = [entry.issue.worst.value for entry in (section.first, *section.next)]
    assert values == pytest.approx([1.0, 1.1, 1.2])
    assert all(entry.closeup is not None for entry in (section.first, *section.next))
    assert [entry.issue.severity for entry in section.rest] == [Severity.WARNING] * 2
    assert all(entry.closeup is None for entry in section.rest)


def test_what_is_not_listed_is_counted(monkeypatch) -> None:
    monkeypatch.setattr(chapters, "MOST_ISSUES", 2)
    monkeypatch.setattr(gallery, "MOST_CLOSEUPS", 1)
    ((section,),) = [each.sections for each in gathered(analyses.verdict(*findings(6)))]
    assert len(section.next) == 0
    assert len(section.rest) == 2
    assert section.n_more == 3
    assert section.n_without_picture == 5


def test_close_ups_that_fail_cost_the_pictures_and_nothing_else(monkeypatch) -> None:
    def broken(*_):
        raise ValueError("no light")

    monkeypatch.setattr(gallery, "closeups", broken)
    analysis = dataclasses.replace(TRAY, verdicts=(analyses.verdict(*findings(2)),))
    progress = Progress(outlives_failures=True)
    ((section,),) = [each.sections for each in chapters.gather(analysis, LIT, progress)]
    assert [each.stage for each in progress.failed_stages] == ["report.closeups"]
    assert section.first.closeup is None
    assert len(section.rest) == 1


def test_each_thing_that_was_left_out_is_told_once() -> None:
    (pack,) = [analyses.verdict()]
    (configuration,) = pack.configurations
    idle = dataclasses.replace(configuration.rules[0], is_applicable=False, reason="There is no hole.")
    partial = dataclasses.replace(configuration.rules[0], key="other", name="Other", n_skipped=2, reason="")
    configuration = dataclasses.replace(configuration, rules=(idle, partial))
    twice = dataclasses.replace(pack, configurations=(configuration, configuration))
    assert chapters.unchecked([twice]) == (
        (pack.name, idle.name, "There is no hole."),
        (pack.name, "Other", "2 places left out"),
    )
    assert chapters.unchecked([pack]) == ()
