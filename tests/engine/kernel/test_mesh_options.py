"""What the caller may ask of the mesh, and what it gets when it asks for nothing or for too much."""

import math
import re
import time
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import resources
from engine.errors import InvalidOption, KernelError, MeshTooLarge
from engine.kernel.brep import Brep
from engine.kernel.mesh import mesh
from engine.kernel.read_step import read_step
from engine.kernel.topology import measure
from engine.meshing import density
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress
from tests.support import draw
from tests.support.mesh_checks import edge_lengths, is_on_border, open_edges
from tests.support.parts import brep_of, brep_without_file, face_at, read, read_through_file
from tests.support.parts_holes import outside_thread
from tests.support.parts_mesh import crossed_bores, perforated_plate, rounded_block

PARTS = {
    "block": lambda: draw.box((10, 20, 30)),
    "rounded block": rounded_block,
    "crossed bores": crossed_bores,
    "perforated plate": lambda: perforated_plate(2),
    "ball": lambda: draw.sphere(10),
    "rod": lambda: draw.cylinder(4, 200),
    "housing": lambda: read_step(resources.path("sample_parts/gear_housing.step")).shape,
}


@pytest.mark.parametrize("name", ["rounded block", "crossed bores", "ball", "perforated plate"])
@pytest.mark.parametrize("max_edge", [0.95, 6.3])
def test_no_edge_is_longer_than_asked_and_most_are_not_much_shorter(name: str, max_edge: float) -> None:
    _, found = read(PARTS[name](), MeshOptions(max_edge_mm=max_edge, curvature=6))
    longest = edge_lengths(found).max(axis=1)
    assert found.max_edge_mm == max_edge
    assert longest.max() <= 1.0001 * max_edge
    if max_edge < 1:
        assert np.median(longest) > 0.6 * max_edge


@pytest.mark.parametrize("curvature", [8, 24, 90])
def test_a_bore_has_as_many_elements_round_as_asked(curvature: float) -> None:
    plate = draw.cut(draw.box((40, 40, 5)), draw.cylinder(3, 5, (20, 20, 0)))
    part, found = read(plate, MeshOptions(max_edge_mm=20, curvature=curvature))
    own = np.flatnonzero(found.face_of_vertex == face_at(part, (23, 20, 2.5)).id)
    rim = own[found.vertices[own, 2] == 5]
    assert len(rim) >= curvature
    assert len(rim) <= 1.5 * curvature + 12
    own = found.face_of_triangle == face_at(part, (23, 20, 2.5)).id
    normals = found.normals[found.triangles[own]]
    turns = np.degrees(np.arccos(np.clip((normals * np.roll(normals, 1, axis=1)).sum(axis=2), -1, 1)))
    assert turns.max() <= 1.5 * 360 / curvature + 1e-6


def test_curvature_alone_changes_nothing_on_flat_faces() -> None:
    counts = [
        len(read(draw.box((10, 20, 30)), MeshOptions(max_edge_mm=2, curvature=curvature))[1].triangles)
        for curvature in (6, 60)
    ]
    assert counts[0] == counts[1]


FEWER = 9
"""By so many times, where a test looks at what is left alone, and not at how fine it is."""


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aim at a ninth of the triangles, with edges three times as long, where nothing else is asked for."""
    monkeypatch.setattr(density, "TARGET", density.TARGET // FEWER)
    for name in ("EDGES_OF_DIAGONAL", "FEWEST_EDGES", "MOST_EDGES"):
        monkeypatch.setattr(density, name, getattr(density, name) / math.sqrt(FEWER))


def test_left_alone_a_mesh_has_about_a_hundred_thousand_triangles() -> None:
    _, found = read(draw.box((10, 20, 30)))
    assert 45_000 < len(found.triangles) < 200_000


@cache
def left_alone(name: str) -> Mesh:
    """Mesh a part as it is where nothing is asked for; for tests that use `_few`."""
    return read(PARTS[name]())[1]


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("name", ["block", "rounded block", "ball", "rod", "housing"])
def test_left_alone_the_mesh_has_about_the_same_size_for_every_part(name: str) -> None:
    found = left_alone(name)
    assert 45_000 / FEWER < len(found.triangles) < 200_000 / FEWER
    assert open_edges(found) == 0


@pytest.mark.usefixtures("_few")
def test_left_alone_a_threaded_rod_has_no_more_triangles_than_others() -> None:
    """Flanks of 4 turns look flat from five samples: such a rod once had six times as many.

    Flanks of as many turns as may be: `tests/engine/meshing/test_free_grid.py`.
    """
    _, found = read(outside_thread(20.3, 24.0, 3.0, 12.0, 4.0))
    assert 45_000 / FEWER < len(found.triangles) < 200_000 / FEWER
    assert open_edges(found) == 0


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("factor", [0.05, 100.0])
def test_a_scaled_part_is_meshed_like_the_part_itself(factor: float) -> None:
    small = left_alone("rounded block")
    _, large = read(draw.scaled(rounded_block(), factor))
    assert len(large.triangles) == pytest.approx(len(small.triangles), rel=0.02)
    assert large.max_edge_mm == pytest.approx(factor * small.max_edge_mm, rel=1e-4)


@pytest.mark.usefixtures("_few")
def test_an_explicit_edge_wins_over_the_automatic_one() -> None:
    automatic = left_alone("rounded block")
    _, explicit = read(rounded_block(), MeshOptions(max_edge_mm=4 * automatic.max_edge_mm))
    assert len(explicit.triangles) < len(automatic.triangles) / 4


@pytest.mark.usefixtures("_few")
def test_an_explicit_curvature_wins_over_the_automatic_one() -> None:
    _, coarse = read(crossed_bores(), MeshOptions(curvature=12))
    _, fine = read(crossed_bores(), MeshOptions(curvature=200))
    assert fine.chord_mm < coarse.chord_mm / 4


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("option", ["max_edge_mm", "curvature"])
def test_an_option_that_is_no_positive_number_is_refused(option: str, wrong: float) -> None:
    with pytest.raises(InvalidOption, match="positive"):
        read(draw.box((1, 1, 1)), replace(MeshOptions(), **{option: wrong}))


@cache
def rounded() -> tuple[Brep, Part]:
    brep = brep_of(rounded_block())
    return brep, measure(brep)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (MeshOptions(max_edge_mm=0.01), r"a max edge of ([\d.]+) mm works"),
        (MeshOptions(max_edge_mm=1e-9), r"a max edge of ([\d.]+) mm works"),
        (MeshOptions(curvature=1e5), r"a curvature of ([\d.]+) works"),
    ],
)
def test_a_mesh_too_large_is_refused_at_once_and_reported_what_works(options: MeshOptions, what: str) -> None:
    brep, part = rounded()
    began = time.perf_counter()
    with pytest.raises(MeshTooLarge) as caught:
        mesh(brep, part, options, Progress())
    assert time.perf_counter() - began < 1.0
    assert "million" in str(caught.value) or "billions" in str(caught.value)
    assert re.search(what, str(caught.value))


def test_what_the_refusal_says_works_does_work() -> None:
    """Asked of a part that is small for its cap, so that the answer is quickly tried."""
    brep, part = rounded()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(density, "CAP", 20_000)
        with pytest.raises(MeshTooLarge) as caught:
            mesh(brep, part, MeshOptions(max_edge_mm=0.1), Progress())
        suggested_mm = float(re.search(r"a max edge of ([\d.]+) mm", str(caught.value))[1])
        found = mesh(brep, part, MeshOptions(max_edge_mm=suggested_mm), Progress())
    assert 2_000 < len(found.triangles) < 20_000
    assert open_edges(found) == 0


def test_a_face_larger_than_the_longest_edge_is_filled_evenly() -> None:
    """A square of 40 under edges of 2: triangles of about 0.78 square millimeters each."""
    part, found = read(draw.box((40, 40, 5)), MeshOptions(max_edge_mm=2))
    top = found.face_of_triangle == face_at(part, (20, 20, 5)).id
    corners = found.vertices[found.triangles[top]]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    assert areas.sum() == pytest.approx(1600)
    assert areas.max() <= math.sqrt(3) / 4 * 4 * 1.001
    assert np.median(areas) > 0.5 * math.sqrt(3)
    inner = ~is_on_border(found) & (found.face_of_vertex == face_at(part, (20, 20, 5)).id)
    assert inner.sum() > 300


def block_with_a_corner_off_by(distance: float) -> draw.TopoDS_Shape:
    """Draw a block of 10 x 20 x 30 whose corner at the origin is told to lie elsewhere; its lines stay."""
    from OCP.BRep import BRep_Builder, BRep_Tool
    from OCP.gp import gp_Pnt
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    block = draw.box((10, 20, 30))
    explorer = TopExp_Explorer(block, TopAbs_ShapeEnum.TopAbs_VERTEX)
    while explorer.More():
        vertex = TopoDS.Vertex(explorer.Current())
        if BRep_Tool.Pnt_s(vertex).Distance(gp_Pnt(0, 0, 0)) < 1e-9:
            BRep_Builder().UpdateVertex(vertex, gp_Pnt(-distance, -distance, -distance), 2 * distance)
        explorer.Next()
    return block


def test_a_part_whose_corners_lie_off_their_edges_is_refused() -> None:
    with pytest.raises(KernelError, match="apart"):
        read(block_with_a_corner_off_by(8.0))


def test_a_carelessly_written_corner_is_meshed_and_widens_the_chord() -> None:
    _, found = read(block_with_a_corner_off_by(0.01), MeshOptions(max_edge_mm=2.0))
    assert open_edges(found) == 0
    assert found.chord_mm == pytest.approx(0.01, rel=1e-6)


def test_edges_shorter_than_a_careless_corners_gap_are_refused_and_reported_what_works() -> None:
    careless = block_with_a_corner_off_by(0.025)
    with pytest.raises(InvalidOption) as caught:
        read_through_file(careless, MeshOptions(max_edge_mm=0.065))
    suggested_mm = float(re.search(r"a max edge of ([\d.]+) mm", str(caught.value))[1])
    # each line passes the corner at a distance of 0.025 √2
    assert suggested_mm == pytest.approx(2 * 0.025 * math.sqrt(2), rel=0.05)


ROUND = {
    "perforated plate": lambda: perforated_plate(3),
    "rod": lambda: draw.cylinder(4, 60),
    "half rod": lambda: draw.cylinder(4, 60, turn=180),
    "ball": lambda: draw.sphere(10),
    "ring": lambda: draw.torus(12, 4),
    "frustum": lambda: draw.cone(8, 3, 12),
    "rounded block": rounded_block,
}
RISING = (6, 8, 16, 64)
NO_FEWER = 0.985
"""A lattice fits a face in whole steps, so a finer one may come out with a triangle less here and there."""


@cache
def measured(name: str) -> tuple[Brep, Part]:
    brep = brep_without_file(ROUND[name]())
    return brep, measure(brep)


def counts(name: str, *asked: MeshOptions) -> np.ndarray:
    brep, part = measured(name)
    return np.array([len(mesh(brep, part, options, Progress()).triangles) for options in asked])


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("name", ROUND)
def test_more_elements_a_turn_never_mean_fewer_triangles(name: str) -> None:
    found = counts(name, *(MeshOptions(curvature=curvature) for curvature in (8, 128)))
    assert (found[1:] >= NO_FEWER * found[:-1]).all(), found
    if name in ("perforated plate", "rounded block"):  # elsewhere the automatic edge is shorter than asked
        assert found[-1] > 1.2 * found[0]


@pytest.mark.parametrize("name", ROUND)
def test_more_elements_a_turn_never_mean_fewer_triangles_under_a_longest_edge(name: str) -> None:
    found = counts(name, *(MeshOptions(max_edge_mm=6.0, curvature=curvature) for curvature in RISING))
    assert (found[1:] >= NO_FEWER * found[:-1]).all(), found
    assert found[-1] > 2 * found[0]


@pytest.mark.parametrize("name", ROUND)
def test_shorter_edges_never_mean_fewer_triangles(name: str) -> None:
    found = counts(name, *(MeshOptions(max_edge_mm=edge) for edge in (8.0, 4.0, 2.0, 0.7)))
    assert (found[1:] >= NO_FEWER * found[:-1]).all(), found
    assert found[-1] > 3 * found[0]


@pytest.mark.usefixtures("_few")
def test_curvature_alone_leaves_flat_faces_as_they_would_be_without_it() -> None:
    automatic, coarse, fine = counts_of_top(None), counts_of_top(8), counts_of_top(64)
    assert coarse == pytest.approx(automatic, rel=0.05)
    assert fine == pytest.approx(automatic, rel=0.25)  # what is added lies round the holes


def counts_of_top(curvature: float | None) -> int:
    part, found = read(perforated_plate(2), MeshOptions(curvature=curvature))
    top = max(part.faces, key=lambda face: face.area_mm2).id
    return int((found.face_of_triangle == top).sum())


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("curvature", [7, 200])
@pytest.mark.parametrize("turn", [360.0, 180.0])
def test_curvature_alone_gives_at_least_so_many_elements_a_turn(curvature: float, turn: float) -> None:
    part, found = read(draw.cylinder(5, 20, turn=turn), MeshOptions(curvature=curvature))
    own = face_at(part, (0, 5, 10)).id
    rim = found.vertices[(found.face_of_vertex == own) & (found.vertices[:, 2] == 20)]
    angles = np.sort(np.degrees(np.arctan2(rim[:, 1], rim[:, 0])) % 360)
    steps = np.diff(np.append(angles, angles[0] + 360)) if turn == 360.0 else np.diff(angles)
    assert steps.max() <= 360 / curvature * 1.0001


@pytest.mark.parametrize("curvature", [8, 16])
def test_elements_a_turn_decide_on_curved_faces_where_edges_may_be_long(curvature: float) -> None:
    """No more than asked: nothing else makes a coarse bore finer than its user wants it."""
    _, found = read(draw.cylinder(50, 20), MeshOptions(max_edge_mm=80, curvature=curvature))
    rim = found.vertices[(np.abs(found.vertices[:, 2] - 20) < 1e-9) & (np.abs(found.normals[:, 2]) < 0.5)]
    assert curvature <= len(np.unique(np.round(rim, 6), axis=0)) <= curvature + 1


@pytest.mark.parametrize("edge", [0.6, 3.0])
def test_a_longest_edge_alone_holds_on_every_face(edge: float) -> None:
    _, found = read(draw.cut(draw.box((40, 40, 5)), draw.cylinder(8, 5, (20, 20, 0))), MeshOptions(edge))
    assert edge_lengths(found).max() <= 1.0001 * edge
