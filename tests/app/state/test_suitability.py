"""Which process suits the part."""

from app.state import suitability
from tests.app.views.inspect import parts


def test_processes_stand_by_what_speaks_against_them_and_those_that_do_not_suit_last():
    suits = suitability.of_result(parts.judged())
    assert [one.configuration_key for one in suits] == ["investment", "sand", "standard"]
    assert [(one.n_fail, one.n_warning, one.n_places) for one in suits[:2]] == [(0, 0, 0), (1, 1, 3)]


def test_a_gate_says_why_a_process_is_out_and_one_that_fails_a_rule_is_not_out():
    sand, mold = suitability.of_result(parts.judged())[1:]
    assert mold.gate == "The part is no thin shell."
    assert mold.is_out
    assert not sand.is_out


def test_a_variant_is_as_short_as_it_can_be_told_by():
    investment, sand, _ = suitability.of_result(parts.judged())
    assert (investment.label, sand.label) == ("Investment casting", "Sand casting")
