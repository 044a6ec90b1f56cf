"""Round metrics."""

from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import blend, measure, of_feature


def test_a_round_has_the_radius_it_was_recognized_with_and_a_fillet_has_none() -> None:
    found = of_feature(with_features(tray(), blend(Kind.ROUND, radius_mm=0.5)), "round.radius")
    assert found.value == 0.5
    assert not measure(with_features(tray(), blend(Kind.FILLET))).values["round.radius"]
