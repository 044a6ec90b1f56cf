"""A drawn part written as GLB at ordinary tolerance has the features that it has as STEP."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine import formats
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.progress import Progress
from tests.support import draw
from tests.support.parts import part_of
from tests.support.parts_blends import boss, bracket, claims_in, pocket
from tests.support.parts_holes import holes_in
from tests.support.tessellated import write_glb


def counterbored():
    """Draw a block with a counterbored hole through it, and a blind one."""
    through, sunk = draw.cylinder(3.3, 40, (15, 20, -10)), draw.cylinder(6.6, 20, (15, 20, 13))
    return draw.cut(draw.box((45, 40, 20)), through, sunk, draw.cylinder(3, 10, (33, 20, 12)))


DRAWN = {
    "counterbored": counterbored,
    "bracket": lambda: bracket(inner_mm=4.0, outer_mm=6.0),
    "pocket": lambda: pocket(corner_mm=5.0, floor_mm=2.0),
    "boss": lambda: boss(base_mm=2.0),
    "chamfered": lambda: draw.chamfer(draw.box((40, 30, 20)), 2.0, (20, 0, 20), (0, 15, 20)),
}


@cache
def as_step(name: str) -> Part:
    return part_of(DRAWN[name]())


def as_glb(shape, folder: Path, **tolerance: float) -> Part:
    path = write_glb(shape, folder / "part.glb", **tolerance)
    return formats.read(path, MeshOptions(max_edge_mm=20.0, curvature=24.0), Progress())[0]


def holes(part: Part) -> Counter:
    return Counter(
        (round(hole.diameter_mm, 2), round(hole.depth_mm, 2), hole.through, str(hole.hole_type))
        for hole in holes_in(part)
    )


def blends(part: Part) -> Counter:
    return Counter(
        (type(claim).__name__, len(claim.faces), round(getattr(claim, "radius_mm", 0.0), 2))
        for claim in claims_in(part)
    )


@pytest.mark.parametrize("name", DRAWN)
def test_a_part_is_the_same_as_glb_and_as_step(name: str, tmp_path: Path) -> None:
    part, exact = as_glb(DRAWN[name](), tmp_path), as_step(name)
    assert part.volume_mm3 == pytest.approx(exact.volume_mm3, rel=1e-5)
    assert len(part.faces) == len(exact.faces)
    assert holes(part) == holes(exact)
    assert blends(part) == blends(exact)


def test_the_twin_with_another_hole_is_not_the_same(tmp_path: Path) -> None:
    other = draw.cut(counterbored(), draw.cylinder(2, 60, (30, 5, -10)))
    found = holes(as_glb(other, tmp_path))
    assert found != holes(as_step("counterbored"))
    assert sum(found.values()) == 3


@pytest.mark.parametrize("turn_deg", [8.0, 30.0])
def test_finer_and_coarser_exports_give_the_same_holes(turn_deg: float, tmp_path: Path) -> None:
    part = as_glb(counterbored(), tmp_path, chord_mm=0.5, turn_deg=turn_deg)
    assert holes(part) == holes(as_step("counterbored"))


def test_a_part_turned_and_mirrored_is_the_same_part(tmp_path: Path) -> None:
    moved = draw.mirrored(draw.turned(counterbored(), 33.0, (1, 2, 3)), (0, 1, 0))
    assert holes(as_glb(moved, tmp_path)) == holes(as_step("counterbored"))
