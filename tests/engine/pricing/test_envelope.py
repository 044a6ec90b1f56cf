"""What can be cast at all: longest side to longest side."""

import pytest

from engine.errors import OutsideEnvelope
from engine.pricing import envelope

ROOM = (300, 195, 290)


@pytest.mark.parametrize("sides", [(300, 195, 290), (195, 290, 300), (10, 299.99, 20)])
def test_a_part_fits_however_it_lies_in_its_file(sides: tuple[float, ...]) -> None:
    envelope.check(sides, ROOM)


@pytest.mark.parametrize("sides", [(300.01, 10, 10), (200, 200, 200), (291, 290.5, 100)])
def test_a_part_that_fits_no_way_is_refused_with_both_boxes(sides: tuple[float, ...]) -> None:
    with pytest.raises(OutsideEnvelope) as refused:
        envelope.check(sides, ROOM)
    assert " x ".join(f"{side:g}" for side in sides) in str(refused.value)
    assert "300 x 195 x 290" in str(refused.value)
