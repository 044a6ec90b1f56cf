"""What a reader has to fix is told once, worst first."""

import dataclasses

from engine.model.arrays import frozen
from engine.model.finding import PackVerdict
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.report import issues
from tests.support import analyses


def at(fid, severity=Severity.FAIL, **changes):
    return analyses.finding(
        severity, fid=FaceId(fid), faces=(FaceId(fid),), location=frozen([10.0 * fid, 0.0, 0.0]), **changes
    )


def two_configurations(first, second):
    packs = [
        analyses.verdict(*first, configuration="sand"),
        analyses.verdict(*second, configuration="investment"),
    ]
    return PackVerdict("casting", "Casting", tuple(pack.configurations[0] for pack in packs))


def test_fails_come_before_warnings_and_the_larger_miss_first() -> None:
    found = issues.gather(
        analyses.verdict(
            at(1, Severity.WARNING, value=0.1, margin=-2.4),
            at(2, value=2.0, margin=-0.5),
            at(3, value=1.0, margin=-1.5),
        )
    )
    assert [issue.worst.fid for issue in found] == [3, 2, 1]


def test_passes_are_nothing_to_fix() -> None:
    assert issues.gather(analyses.verdict(at(1, Severity.PASS))) == ()


def test_one_place_under_two_configurations_is_one_issue_worded_by_the_stricter() -> None:
    strict = at(1, threshold=4.0, margin=-2.8, message="sand needs 4")
    mild = at(1, Severity.WARNING, threshold=1.5, margin=-0.3, message="investment warns")
    (issue,) = issues.gather(two_configurations([strict], [mild]))
    assert issue.worst.message == "sand needs 4"
    assert [(one.configuration, one.finding.severity) for one in issue.judgments] == [
        ("Sand", Severity.FAIL),
        ("Investment", Severity.WARNING),
    ]


def test_equal_misses_are_reported_once_with_all_their_faces() -> None:
    (issue,) = issues.gather(analyses.verdict(*(at(fid) for fid in (5, 2, 9))))
    assert issue.faces == (2, 5, 9)
    assert [place.fid for place in issue.places] == [2, 5, 9]
    assert issue.where == "3 fins, faces 2, 5, 9"


def test_places_of_other_size_kind_or_severity_are_not_alike() -> None:
    equal = [at(1), at(2), at(3)]
    for other in (at(4, value=1.3), at(4, kind="WALL"), at(4, Severity.WARNING)):
        assert len(issues.gather(analyses.verdict(*equal, other))) == 2
    assert len(issues.gather(analyses.verdict(*equal, at(4)))) == 1


def test_many_faces_are_counted_rather_than_named() -> None:
    (issue,) = issues.gather(analyses.verdict(*(at(fid) for fid in range(11))))
    assert issue.where == "11 fins, faces 0, 1, 2, 3, 4, 5, 6, 7 and 3 more"


def test_places_are_named_as_a_reader_would() -> None:
    named = {}
    for kind, fid in (("FIN", 7), ("FACE", 7), ("PART", None)):
        finding = analyses.finding(kind=kind, fid=fid)
        named[kind] = issues.gather(analyses.verdict(finding))[0].where
    assert named == {"FIN": "fin, face 7", "FACE": "face 7", "PART": "the part"}


def test_topics_gather_what_one_rule_objects_to_and_the_worst_rule_comes_first() -> None:
    findings = [at(1, value=2.4, margin=-0.1), at(2, Severity.WARNING), at(3, value=0.5, margin=-2.0)]
    other = analyses.verdict(at(4, value=2.0, margin=-0.5))
    rule = dataclasses.replace(other.configurations[0].rules[0], key="other", name="Other")
    made = analyses.verdict(*findings)
    both = dataclasses.replace(made.configurations[0], rules=(rule, *made.configurations[0].rules))
    found = issues.topics(issues.gather(dataclasses.replace(made, configurations=(both,))))
    assert [topic.rule_key for topic in found] == ["min_wall_thickness", "other"]
    assert [issue.worst.fid for issue in found[0].issues] == [3, 1, 2]
    assert found[0].counts == {Severity.FAIL: 2, Severity.WARNING: 1}


def test_two_places_on_one_pair_of_faces_stay_two() -> None:
    first = analyses.finding(location=frozen([0, 0, 0]))
    second = analyses.finding(location=frozen([50, 0, 0]))
    (issue,) = issues.gather(analyses.verdict(first, second))
    assert len(issue.places) == 2


def test_a_metric_without_a_size_is_known_by_its_name_or_by_the_unit_of_its_rule() -> None:
    made = analyses.verdict(at(1))
    rule = dataclasses.replace(made.configurations[0].rules[0], metric="undercut.is_locked")
    configuration = dataclasses.replace(made.configurations[0], rules=(rule,))
    (issue,) = issues.gather(dataclasses.replace(made, configurations=(configuration,)))
    assert issue.is_without_size
    assert not issues.gather(made)[0].is_without_size
    (issue,) = issues.gather(analyses.verdict(dataclasses.replace(at(1), unit="level")))
    assert issue.is_without_size
