"""Whose a corner is, where fillets and rounds end in it, and what is left of a blend at a cliff."""

import math

import pytest

from engine.features.blends import chains
from engine.features.blends.corners import Corner
from engine.features.blends.strips import BlendStrip
from engine.model.part import FaceId
from tests.support import draw, parts_blends
from tests.support.parts_blends import blends_of

CORNER = FaceId(9)
BY_ROUNDING = 1e-9
"""What another spelling of the file leaves of a radius."""


def strip(face: int, radius_mm: float, *, is_concave: bool, is_sampled: bool = False) -> BlendStrip:
    return BlendStrip(
        faces=(FaceId(face),),
        is_concave=is_concave,
        min_radius_mm=radius_mm,
        max_radius_mm=radius_mm,
        sweep_deg=90.0,
        width_mm=radius_mm,
        length_mm=10.0,
        springs=frozenset(),
        landings=frozenset(),
        supports=(),
        is_sampled=is_sampled,
        is_two_sided=True,
        is_slender=True,
    )


def owner_is_concave(*strips: BlendStrip) -> bool:
    """Gather strips that all end in one corner; tell whether the chain that got it is a fillet."""
    runs = {each.faces[0]: each for each in strips}
    corner = Corner((CORNER,), tuple(sorted(runs)))
    gathered = chains.gather(runs, {CORNER: corner}, ())
    (owner,) = (chain for chain in gathered if chain.corners)
    return owner.strips[0].is_concave


@pytest.mark.parametrize("off", [-BY_ROUNDING, 0.0, BY_ROUNDING])
def test_of_a_fillet_and_a_round_of_one_radius_the_fillet_has_the_corner(off: float) -> None:
    swelling, hollow = strip(1, 1.5, is_concave=False), strip(2, 1.5 * (1.0 + off), is_concave=True)
    assert owner_is_concave(swelling, hollow)


def test_the_clearly_smaller_radius_has_the_corner_before_the_fillet() -> None:
    assert not owner_is_concave(strip(1, 1.4, is_concave=False), strip(2, 1.5, is_concave=True))
    assert owner_is_concave(strip(1, 1.5, is_concave=False), strip(2, 1.4, is_concave=True))


def test_two_rounds_have_the_corner_before_one_smaller_fillet() -> None:
    rounds = strip(1, 1.5, is_concave=False), strip(2, 1.5, is_concave=False)
    assert not owner_is_concave(*rounds, strip(3, 1.0, is_concave=True))


@pytest.mark.parametrize(
    ("larger", "is_sampled", "has_fillet"),
    [(0.009, False, True), (0.0115, False, False), (0.027, True, True), (0.034, True, False)],
)
def test_radii_within_a_hundredth_are_one_and_those_of_splines_within_three(
    larger: float, is_sampled: bool, has_fillet: bool
) -> None:
    """Of a round and a fillet of one radius the fillet has the corner, or else the smaller one: the round."""
    swelling = strip(1, 1.5, is_concave=False)
    hollow = strip(2, 1.5 * (1.0 + larger), is_concave=True, is_sampled=is_sampled)
    assert owner_is_concave(swelling, hollow) == has_fillet


@pytest.mark.parametrize(("sweep_deg", "count"), [(33, 1), (27, 0)])
def test_what_is_left_of_a_fillet_at_a_cliff_turns_by_thirty_degrees(sweep_deg: float, count: int) -> None:
    overhang_mm = 6 * (1 - math.cos(math.radians(sweep_deg)))
    assert len(blends_of(parts_blends.cliff(overhang_mm))) == count


@pytest.mark.parametrize(("sweep_deg", "count"), [(90, 1), (100, 0)])
def test_what_is_left_of_a_fillet_at_a_cliff_turns_by_no_more_than_a_corner(
    sweep_deg: float, count: int
) -> None:
    """Under a wall that overhangs by 30 degrees a fillet of 5 sweeps 120, until the floor is sawn off."""
    top = (60 * math.cos(math.radians(60)), 0, 60 * math.sin(math.radians(60)))
    feet = [(0, 0, 0), (60, 0, 0), (60, 0, -20), (-60, 0, -20), (-60, 0, top[2])]
    body = draw.fillet(draw.prism([*feet, top], (0, 40, 0)), 5, (0, 20, 0))
    center_mm = 5 / math.tan(math.radians(30))
    cliff_mm = center_mm + 5 * math.cos(math.radians(150 + sweep_deg))
    assert len(blends_of(draw.cut(body, draw.box((60, 60, 25), (cliff_mm, -10, -23))))) == count
