"""A drawn part has the same features as iges, brep, stl, threemf, obj, ply, off and STEP."""

from collections import Counter
from functools import cache
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from engine import formats
from engine.errors import InvalidOption
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.options import mesh_options
from engine.progress import Progress
from tests.support import draw, other_formats
from tests.support.other_formats import SURFACES, TRIANGLES
from tests.support.parts import part_of
from tests.support.parts_blends import bracket, claims_in
from tests.support.parts_holes import holes_in


def drilled(diameter: float = 6.6):
    """Draw a block with a counterbored hole through it, and a blind one."""
    through, sunk = draw.cylinder(diameter / 2, 40, (15, 20, -10)), draw.cylinder(diameter, 20, (15, 20, 13))
    return draw.cut(draw.box((45, 40, 20)), through, sunk, draw.cylinder(3, 10, (33, 20, 12)))


DRAWN = {"drilled": drilled, "bracket": lambda: bracket(inner_mm=4.0, outer_mm=6.0)}


def read(path: Path, unit: str | None = None) -> Part:
    return formats.read(path, MeshOptions(max_edge_mm=20.0, curvature=24.0, unit=unit), Progress())[0]


def features(part: Part) -> Counter:
    """Count holes and blends by sizes, to the hundredth that triangles are good for."""
    holes = [
        (round(hole.diameter_mm, 2), round(hole.depth_mm, 2), hole.through, str(hole.hole_type))
        for hole in holes_in(part)
    ]
    blends = [
        (type(claim).__name__, len(claim.faces), round(getattr(claim, "radius_mm", 0.0), 2))
        for claim in claims_in(part)
    ]
    return Counter([*holes, *blends])


@cache
def exact(name: str) -> tuple[Part, Counter]:
    """Read a drawn part from STEP, and count its features."""
    part = part_of(DRAWN[name]())
    return part, features(part)


@pytest.mark.parametrize(("suffix", "name"), [*zip([*SURFACES, *TRIANGLES], cycle(DRAWN))])
def test_a_part_has_the_features_that_it_has_as_step(suffix: str, name: str, tmp_path: Path) -> None:
    part = read(other_formats.write(DRAWN[name](), tmp_path / f"part.{suffix}"))
    drawn, features_drawn = exact(name)
    assert part.volume_mm3 == pytest.approx(drawn.volume_mm3, rel=1e-5)
    assert part.size_mm == pytest.approx(drawn.size_mm, abs=1e-4)
    assert len(part.faces) == len(drawn.faces)
    assert features(part) == features_drawn
    assert sum(features_drawn.values()) > 0


def test_the_twin_with_other_holes_is_not_the_same(tmp_path: Path) -> None:
    part = read(other_formats.write(drilled(6.8), tmp_path / f"part.{TRIANGLES[0]}"))
    assert features(part) != exact("drilled")[1]


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "off"])
def test_a_file_without_a_unit_is_read_in_millimeters_and_says_so_or_in_the_unit_that_is_named(
    suffix: str, tmp_path: Path
) -> None:
    path = other_formats.write(draw.box((50.8, 25.4, 12.7)), tmp_path / f"box.{suffix}", scale=1 / 25.4)
    assumed = read(path)
    assert assumed.size_mm == pytest.approx([2.0, 1.0, 0.5], abs=1e-6)
    assert assumed.unit == "mm"
    (sentence,) = [note for note in assumed.notes if "no unit" in note]
    assert "largest side, 2, is taken as millimeters; in inches it is 50.8 mm" in sentence
    named = read(path, "in")
    assert named.size_mm == pytest.approx([50.8, 25.4, 12.7], abs=1e-4)
    assert not [note for note in named.notes if "unit" in note]


def test_a_unit_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(InvalidOption, match="unit is 'cubit'; it is one of mm, cm, m, in"):
        mesh_options(None, None, "cubit")


@pytest.mark.parametrize(("unit", "mm"), [("inch", 25.4), ("centimeter", 10.0), ("millimeter", 1.0)])
def test_a_3mf_is_read_in_its_own_unit_whatever_is_named(unit: str, mm: float, tmp_path: Path) -> None:
    mesh = other_formats.triangles_of(draw.box((4, 2, 1)))
    path = other_formats.write_3mf(tmp_path / "box.3mf", *mesh, unit=unit)
    assert read(path, "m").size_mm == pytest.approx(np.array([4, 2, 1]) * mm)


def test_the_build_of_a_3mf_places_objects_and_their_components(tmp_path: Path) -> None:
    """A box at the origin, and another that a component moves by 10 and the item turns about Z."""
    build = (
        '<object id="2" type="model"><components>'
        '<component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/></components></object></resources>'
        '<build><item objectid="1"/><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/></build>'
    )
    mesh = other_formats.triangles_of(draw.box((4, 2, 1)))
    part = read(other_formats.write_3mf(tmp_path / "two.3mf", *mesh, build=build))
    assert len(part.bodies) == 2
    assert part.volume_mm3 == pytest.approx(16.0)
    assert part.box_mm == pytest.approx(np.array([[-2, 0, 0], [4, 14, 1]]), abs=1e-6)


def test_a_mirrored_item_of_a_3mf_is_not_inside_out(tmp_path: Path) -> None:
    build = '</resources><build><item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/></build>'
    mesh = other_formats.triangles_of(draw.box((4, 2, 1)))
    part = read(other_formats.write_3mf(tmp_path / "mirrored.3mf", *mesh, build=build))
    assert part.volume_mm3 == pytest.approx(8.0)
    assert not [note for note in part.notes if "turned to face out" in note]


@pytest.mark.parametrize("suffix", ["stl", "3mf", "iges", "brep"])
def test_a_quick_look_measures_as_a_full_reading_does(suffix: str, tmp_path: Path) -> None:
    info, mesh = formats.quick_info(other_formats.write(drilled(), tmp_path / f"part.{suffix}"), Progress())
    assert info.volume_mm3 == pytest.approx(exact("drilled")[0].volume_mm3, rel=2e-3)
    assert len(mesh.triangles) > 100


def test_text_and_binary_stl_are_the_same_part(tmp_path: Path) -> None:
    import trimesh

    vertices, triangles = other_formats.triangles_of(draw.box((4, 2, 1)))
    (tmp_path / "text.stl").write_text(
        trimesh.exchange.stl.export_stl_ascii(trimesh.Trimesh(vertices, triangles, process=False))
    )
    assert read(tmp_path / "text.stl").volume_mm3 == pytest.approx(8.0)
