"""Findings in the order they matter."""

from app.state import findings
from app.state.findings import Findings
from tests.app.state.answers import placed, result


def test_fails_come_before_warnings_and_the_farthest_beyond_its_limit_first() -> None:
    far_warning = placed(fid="1", severity="warning", margin=-9.0, threshold=10.0)
    near = placed(fid="2", margin=-0.1, threshold=1.0)
    far = placed(fid="3", margin=-0.8, threshold=2.0)
    untold = placed(fid="4")
    found = Findings([far_warning, untold, near, far])
    assert [one.finding.fid for one in found.all] == ["3", "2", "4", "1"]


def test_margins_compare_as_shares_of_their_limits() -> None:
    degrees = placed(fid="1", margin=-5.0, threshold=45.0)
    millimeters = placed(fid="2", margin=-0.5, threshold=1.0)
    assert [one.finding.fid for one in Findings([degrees, millimeters]).all] == ["2", "1"]
    zero = placed(fid="3", margin=-2.0, threshold=0.0)
    assert zero.relative_margin == -2.0


def test_those_of_a_face_are_all_that_touch_it() -> None:
    own, related = placed(fid="1"), placed(fid="5", related_fids=["5", "1"])
    other, whole = placed(fid="11"), placed(fid=None)
    found = Findings([own, related, other, whole])
    assert {one for one in found.all if "1" in one.fids} == {own, related}
    assert whole.fids == ()


def test_rules_are_grouped_with_the_worst_first() -> None:
    mild, bad = placed("mild", severity="warning"), placed("bad")
    groups = Findings([mild, bad, placed("mild", severity="warning")]).by_rule()
    assert [key[2] for key in groups] == ["bad", "mild"]
    assert len(groups["cnc", "3-axis", "mild"]) == 2


def test_a_configuration_has_its_own_findings() -> None:
    found = result(a=[{"fid": "1", "severity": "fail"}], b=[])
    assert len(findings.of_result(found).all) == 1
    assert len(findings.of_result(found, "cnc", "a").all) == 1
    assert findings.of_result(found, "cnc", "b").all == ()
    assert findings.of_result(found, "casting").all == ()
