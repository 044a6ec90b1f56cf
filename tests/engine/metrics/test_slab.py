"""Slab metrics."""

from engine.features.slab import Slab
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, of_feature


def test_a_slab_is_as_thick_as_it_was_recognized() -> None:
    slab = feature(Kind.SLAB, Slab, 0, thickness_mm=4.0, area_mm2=9.0, opposite_fids=(), uncertainty_mm=0.1)
    found = of_feature(with_features(tray(), slab), "slab.thickness")
    assert (found.value, found.uncertainty) == (4.0, 0.1)
