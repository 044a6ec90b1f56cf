"""What is true of several of the shipped packs, on parts that were drawn."""

from dataclasses import replace

from engine.model.rulepack import Severity
from engine.rules import evaluate, packs
from tests.engine.kernel.test_topology import bored_twice
from tests.support import draw
from tests.support.drawn import analyzed, verdict

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS


def test_the_flank_of_a_sharp_edge_is_no_thin_wall() -> None:
    wedge = analyzed(draw.prism([(0, 0, 0), (30, 0, 0), (0, 0, 21)], (0, 40, 0)), max_edge_mm=3.0)
    assert verdict(wedge, "casting/investment/min_wall_thickness").severity == PASS


def test_a_feather_edge_is_a_thin_wall() -> None:
    feather = analyzed(draw.prism([(0, 0, 0), (60, 0, 0), (0, 0, 8)], (0, 40, 0)), max_edge_mm=3.0)
    found = verdict(feather, "casting/investment/min_wall_thickness")
    assert found.severity == FAIL
    assert found.findings[0].location[0] > 54.0


def test_counts_are_true_under_every_pack_and_configuration_whatever_a_gate_says() -> None:
    block = draw.cut(draw.box((40, 30, 20)), draw.cylinder(1.0, 18.0, (20.0, 15.0, 2.0)))
    part = analyzed(block, max_edge_mm=6.0)
    closed = {}
    for pack in packs.shipped():
        judged = evaluate.evaluate(pack, part.metrics)
        ungated = replace(pack, rules=tuple(replace(rule, is_gate=False) for rule in pack.rules))
        for found, bare in zip(
            judged.configurations, evaluate.evaluate(ungated, part.metrics).configurations, strict=True
        ):
            severities = [rule.severity for rule in found.rules]
            asked = [rule for rule in pack.rules if found.key in (rule.configurations or (found.key,))]
            assert len(severities) == len(asked) == sum(found.count_of_severity.values())
            assert found.count_of_severity == {level: severities.count(level) for level in Severity}
            assert [(rule.severity, rule.message) for rule in found.rules] == [
                (rule.severity, rule.message) for rule in bare.rules
            ]
            if found.gate:
                closed.setdefault(pack.key, set()).add(found.gate)
    assert closed == {"injection": {"applicability"}, "sheet-metal": {"applicability"}}


def test_a_body_that_closes_with_faulty_surfaces_is_reported_before_anyone_makes_it() -> None:
    rules = [f"{each}/solid_body" for each in ("casting/sand", "cnc/3-axis", "injection/standard")]
    sound, crossed = (analyzed(bored_twice(apart=apart), through_file=True) for apart in (12, 6))
    for rule in rules:
        assert verdict(sound, rule).severity == PASS
        found = verdict(crossed, rule)
        assert (found.severity, found.findings[0].value) == (WARNING, 0.0)
        assert "Found: faces that cross each other or miss their edges, in" in found.message
