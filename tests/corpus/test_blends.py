"""Blends of real parts, counted by eye on their pictures."""

from collections import Counter

import pytest

from engine.features.blend import Blend
from tests.support import corpus
from tests.support.parts_blends import claims_in

pytestmark = [corpus.needs_corpus, pytest.mark.corpus]


def blends_of(name: str) -> list[Blend]:
    (path,) = corpus.files(f"real/*/{name}")
    part = corpus.part(path.relative_to(corpus.CORPUS).as_posix())
    return [claim for claim in claims_in(part) if isinstance(claim, Blend)]


def counted(name: str) -> Counter:
    return Counter((str(blend.kind), round(blend.radius_mm, 2), blend.chain) for blend in blends_of(name))


def test_one_rounded_edge_of_a_machined_bar():
    (blend,) = blends_of("topEdgeFillets_2.stp")
    assert (str(blend.kind), blend.radius_mm, blend.chain) == ("ROUND", 5, 1)
    assert blend.length_mm == pytest.approx(30)


def test_a_domed_cover_is_filleted_outside_and_rounded_inside():
    assert counted("Pump_TopCover.step") == {("FILLET", 10, 1): 1, ("ROUND", 10, 1): 1}


def test_the_bends_of_a_ski_are_no_blends():
    assert counted("0086_ski_part_with_hole.step") == {}


def test_the_four_recesses_of_a_control_arm_are_filleted_all_round():
    recesses = [blend for blend in blends_of("0049_control_arm.step") if round(blend.radius_mm, 2) == 2.5]
    assert [(blend.chain, blend.closed) for blend in recesses] == 4 * [(8, True)]


def test_the_seven_pockets_of_a_milled_part_are_filleted_in_one_chain_each():
    fillets = {key: count for key, count in counted("milled_005.stp").items() if key[0] == "FILLET"}
    assert fillets == {("FILLET", 5, 12): 6, ("FILLET", 5, 18): 1, ("FILLET", 25, 1): 2}
