"""Which process suits the part."""

from msgspec.structs import replace

from app.state import suitability
from tests.app.views.inspect import parts


def test_processes_stand_in_the_order_of_the_server():
    suits = suitability.of_result(parts.judged())
    assert [one.configuration_key for one in suits] == ["investment", "sand", "standard"]
    assert [(one.n_fail, one.n_warning, one.n_places) for one in suits[:2]] == [(0, 0, 0), (1, 1, 3)]


def test_an_order_that_is_not_sent_is_that_of_the_result():
    judged = parts.judged()
    assert [
        one.configuration_key for one in suitability.of_result(replace(judged, order=judged.order[::-1]))
    ] == ["standard", "sand", "investment"]
    assert [one.configuration_key for one in suitability.of_result(replace(judged, order=()))] == [
        "sand",
        "investment",
        "standard",
    ]
    partly = replace(judged, order=judged.order[2:])
    assert [one.configuration_key for one in suitability.of_result(partly)] == [
        "standard",
        "sand",
        "investment",
    ]


def test_the_best_process_is_the_first_that_suits_and_none_where_none_does():
    judged = parts.judged()
    best = suitability.best(replace(judged, order=judged.order[::-1]))
    assert best is not None
    assert best.configuration_key == "sand"
    assert suitability.best(replace(judged, packs=judged.packs[1:])) is None


def test_a_gate_says_why_a_process_is_out_and_one_that_fails_a_rule_is_not_out():
    sand, mold = suitability.of_result(parts.judged())[1:]
    assert mold.gate == "The part is no thin shell."
    assert mold.is_out
    assert mold.others == "4 more rules judged, 1 fails, 1 warns"
    assert (mold.n_fail, mold.n_warning, mold.n_pass) == (2, 1, 1)
    assert (sand.is_out, sand.others) == (False, "")


def test_a_variant_is_as_short_as_it_can_be_distinguished_by():
    investment, sand, _ = suitability.of_result(parts.judged())
    assert (investment.label, sand.label) == ("Investment casting", "Sand casting")
