"""Whose a corner is, where fillets and rounds end in it."""

import pytest

from engine.features.blends import chains
from engine.features.blends.corners import Corner
from engine.features.blends.strips import BlendStrip
from engine.model.part import FaceId

CORNER = FaceId(9)
BY_ROUNDING = 1e-9
"""What another spelling of the file leaves of a radius."""


def strip(face: int, radius_mm: float, *, is_concave: bool) -> BlendStrip:
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
        is_sampled=False,
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
