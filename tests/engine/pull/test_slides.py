"""Regions of undercut faces, and the slides that free them."""

import numpy as np
import pytest

from engine.model.pull import PullMode, PullOptions, UndercutRegion
from engine.progress import Progress
from engine.pull.choose import choose
from engine.run_context import RunContext
from tests.support import meshes
from tests.support.prepared import prepared_of


def regions_of(filled: np.ndarray) -> tuple[UndercutRegion, ...]:
    lines = [np.arange(count + 1) * 10.0 for count in filled.shape]
    part = prepared_of(meshes.grid_solid(lines, filled, 2.0))
    return choose(RunContext(part), PullOptions(PullMode.GIVEN, (0, 0, 1)), Progress()).regions


def test_two_side_pockets_are_two_regions_with_a_slide_each() -> None:
    filled = np.ones((5, 3, 3))
    filled[[0, 4], 1, 1] = 0
    slides = sorted(
        region.side_action.tolist() for region in regions_of(filled) if region.side_action is not None
    )

    assert slides == [pytest.approx([-1, 0, 0], abs=1e-9), pytest.approx([1, 0, 0], abs=1e-9)]


def test_two_side_pockets_that_meet_inside_are_one_region_with_a_slide_from_one_side() -> None:
    filled = np.ones((5, 3, 3))
    filled[:, 1, 1] = 0
    (region,) = regions_of(filled)

    assert region.side_action == pytest.approx([1, 0, 0], abs=1e-9)
    assert region.area_mm2 == pytest.approx(4 * 10 * 50, rel=0.01)


def test_a_bent_passage_has_no_straight_slide() -> None:
    filled = np.ones((5, 5, 3))
    filled[:3, 2, 1] = 0
    filled[2, :3, 1] = 0
    filled[2, 2:4, 1] = 0
    (region,) = regions_of(filled)

    assert region.side_action is None


def test_the_shortest_way_out_is_taken() -> None:
    filled = np.ones((6, 3, 3))
    filled[:, 1, 1] = 0
    filled[:5, 1, 2] = 0
    # the roof covers only the last tenth of the passage, at the far end of x
    (region,) = regions_of(filled)

    assert region.side_action == pytest.approx([1, 0, 0], abs=1e-9)


def test_regions_come_largest_first_and_lie_on_the_part() -> None:
    filled = np.ones((5, 3, 5))
    filled[0, 1, 1] = 0
    filled[:2, 1, 3] = 0
    large, small = regions_of(filled)

    assert large.area_mm2 > small.area_mm2
    assert 30 <= large.location[2] <= 40
    assert 10 <= small.location[2] <= 20
