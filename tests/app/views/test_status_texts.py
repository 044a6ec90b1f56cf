"""The line below the part says where the pointer is."""

from app.views.status_texts import probe_words
from app.views.viewport.probe import Probe


def test_places_below_zero_have_the_minus_of_every_other_number() -> None:
    probe = Probe(layer="thickness", value=2.5, unit="mm", fid="7", x=1.0, y=-5.32, z=0.0)
    assert probe_words(probe) == "Face 7   ·   thickness 2.50 mm   ·   x 1.00  y −5.32  z 0.00"


def test_the_pointer_on_nothing_says_nothing() -> None:
    assert probe_words(None) == ""
