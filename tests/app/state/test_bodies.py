"""One body of an assembly alone, as the result has it."""

from app.client import models
from app.state import bodies, rule_rows
from tests.app.views.viewport import served


def judged() -> models.Result:
    return served.two_bodies()


def test_a_body_alone_has_its_own_verdicts() -> None:
    whole = judged()
    lid, base = whole.bodies
    for body, level in ((lid, "fail"), (base, "pass")):
        assert bodies.verdict(body, ("cnc", "3-axis")) == level
        found = rule_rows.find(bodies.alone(whole, body), "cnc", "3-axis")
        assert found is not None
        assert found[1].result.overall_severity == level
    assert bodies.verdict(lid, ("cnc", "5-axis")) is None
    assert (bodies.counts(lid, ("cnc", "3-axis")), bodies.counts(base, ("cnc", "3-axis"))) == ("1 fail", "")


def test_a_body_alone_has_its_own_features_and_patterns_and_no_bodies() -> None:
    features = [
        {"fid": "1", "kind": "HOLE", "related_fids": ["1"], "solid": 0},
        {"fid": "2", "kind": "HOLE", "related_fids": ["2"], "solid": 0},
        {"fid": "7", "kind": "HOLE", "related_fids": ["7"], "solid": 1},
    ]
    whole = judged()
    read = models.read(features, tuple[models.Feature, ...])
    pattern = models.Pattern(kind="HOLE", label="2 × Ø6", fids=("1", "2"))
    changed = models.msgspec.structs.replace(
        whole,
        features=models.msgspec.structs.replace(whole.features, features=read),
        patterns=(pattern,),
    )
    lid, base = (bodies.alone(changed, body) for body in changed.bodies)
    assert [one.fid for one in lid.features.features] == ["1", "2"]
    assert [one.fid for one in base.features.features] == ["7"]
    assert (lid.patterns, base.patterns) == ((pattern,), ())
    assert lid.bodies == ()


def test_a_body_without_a_name_is_counted_from_one() -> None:
    body = models.JudgedBody(solids=(4, 5), fids=(("1", "2"), ("3",)))
    assert bodies.name(body) == "Body 5"
    assert bodies.fids(body) == ("1", "2", "3")
    assert [bodies.fids(body, at) for at in (0, 1, 2)] == [("1", "2"), ("3",), ()]


def test_a_number_is_no_name() -> None:
    assert bodies.name(models.JudgedBody(solids=(0,), name="17")) == "Body 1"
    assert bodies.name(models.JudgedBody(solids=(0,), name="M3x10")) == "M3x10"
