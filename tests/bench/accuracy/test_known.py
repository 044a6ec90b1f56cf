"""What real files have otherwise is reported by the least that counts; what is within a tolerance is not."""

from dataclasses import replace

import numpy as np
import pytest

from bench.accuracy import known
from bench.accuracy.matching import Failure
from bench.accuracy.pool import Outcome
from engine import formats
from engine.features.hole import Hole
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import (
    corpus,
    draw,
    hand_counted,
    parts,
    parts_holes,
    real_gltf_files,
    real_meshes,
    real_step_files,
    tessellated,
)
from tests.support.corpus import needs_corpus

SIZE = (40.0, 30.0, 20.0)
RADIUS_MM, LENGTH_MM = 4.0, 20.0
BORE_MM3 = np.pi * RADIUS_MM**2 * LENGTH_MM
VOLUME_MM3 = 40 * 30 * 20 - BORE_MM3
AREA_MM2 = 2 * (40 * 30 + 40 * 20 + 30 * 20) + 2 * np.pi * RADIUS_MM * LENGTH_MM - 2 * np.pi * RADIUS_MM**2
ROW = {
    "file": "real/cnc/drawn.step",
    "n_solids": "1",
    "n_faces": "7",
    "volume_mm3": f"{VOLUME_MM3:.3f}",
    "area_mm2": f"{AREA_MM2:.3f}",
    "bbox_mm": "40 x 30 x 20",
}
REAL = "real/cnc/pockets_7.stp"


def drilled():
    return draw.cut(draw.box(SIZE), draw.cylinder(RADIUS_MM, LENGTH_MM, (12, 15, 0)))


@pytest.fixture(scope="module")
def part():
    return parts.part_of(drilled())


@pytest.fixture(scope="module")
def from_triangles(tmp_path_factory):
    """Read the same part from triangles."""
    path = tessellated.write_glb(drilled(), tmp_path_factory.mktemp("glb") / "drawn.glb")
    return formats.read(path, MeshOptions(2.0), Progress())


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, None),
        ({"n_solids": "2"}, "1 bodies, not 2"),
        ({"n_faces": "8"}, "7 faces of bodies, not 8"),
        ({"volume_mm3": f"{VOLUME_MM3 * (1 + 0.9e-4):.3f}"}, None),
        ({"volume_mm3": f"{VOLUME_MM3 * (1 + 1.1e-4):.3f}"}, "a volume of"),
        ({"area_mm2": f"{AREA_MM2 * (1 - 0.9e-4):.3f}"}, None),
        ({"area_mm2": f"{AREA_MM2 * (1 - 1.1e-4):.3f}"}, "an area of"),
        ({"bbox_mm": "40.005 x 30 x 20"}, None),
        ({"bbox_mm": "40.007 x 30 x 20"}, "a box of 40 x 30 x 20 mm, not 40.007 x 30 x 20"),
        ({"bbox_mm": "40 x 20 x 30"}, "a box of"),
    ],
)
def test_a_line_of_the_manifest_that_is_wrong_by_more_than_the_tolerance_is_reported(part, changed, expected):
    found = list(real_step_files.wrong_measures(part, ROW | changed))
    assert len(found) == (expected is not None)
    assert all(each.startswith(expected) for each in found)


def test_a_file_whose_line_is_known_to_be_off_gets_the_tolerance_that_it_needs(part, monkeypatch):
    row = ROW | {"volume_mm3": f"{VOLUME_MM3 * (1 + 5e-4):.3f}"}
    monkeypatch.setitem(real_step_files.LOOSE_SHARE, ROW["file"], 1e-3)
    assert list(real_step_files.wrong_measures(part, row)) == []
    monkeypatch.setitem(real_step_files.LOOSE_SHARE, ROW["file"], 4e-4)
    assert len(list(real_step_files.wrong_measures(part, row))) == 1


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        ({}, None),
        ({"area_mm2": 0.0}, "an area of 0 mm²"),
        ({"inner_normal": np.array([0, 0, 1.001])}, "no unit normal"),
        ({"inner_point": np.array([0, 0, 99.0])}, "inner point outside"),
        ({"inner_point": np.full(3, np.nan)}, "inner point outside"),
        ({"body": None}, "keeps more than its id"),
    ],
)
def test_a_face_that_does_not_hold_together_is_reported(part, broken, expected):
    faces = (replace(part.faces[0], **broken), *part.faces[1:])
    found = list(real_step_files.unsound_faces(replace(part, faces=faces)))
    assert len(found) == (expected is not None)
    assert all(each.startswith("face 0 ") and expected in each for each in found)


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (lambda edge: {"points": edge.points * np.nan}, "nowhere"),
        (lambda edge: {"normals": edge.normals * 1.001}, "no unit vectors"),
        (lambda edge: {"normals": edge.normals[:1]}, "of shape"),
    ],
)
def test_an_edge_that_does_not_hold_together_is_reported(part, broken, expected):
    (first, *others) = part.edges
    edges = (replace(first, **broken(first)), *others)
    (found,) = real_step_files.unsound_faces(replace(part, edges=edges))
    assert found.startswith(f"edge {first.id} ")
    assert expected in found


def test_a_body_without_a_volume_is_reported(part):
    bodies = (replace(part.bodies[0], volume_mm3=-1.0),)
    (found,) = real_step_files.unsound_faces(replace(part, bodies=bodies))
    assert found == "body 0 has a volume of -1 mm³"


def test_a_border_whose_first_face_lies_on_the_right_is_reported(part):
    assert list(real_step_files.turned_borders(part)) == []
    straight = next(edge for edge in part.edges if len(edge.points) and not edge.is_closed)
    turned = replace(straight, points=straight.points[::-1])
    edges = tuple(turned if edge is straight else edge for edge in part.edges)
    (found,) = real_step_files.turned_borders(replace(part, edges=edges))
    assert found.startswith(f"edge {straight.id} ")


@pytest.mark.parametrize(
    ("round_holes_mm", "expected"),
    [
        ("8", []),
        ("8x1", []),
        ("8.004", []),
        ("8.006", ["1 cylinders of 8 mm", "0 cylinders of 8.01 mm"]),
        ("8x2", ["1 cylinders of 8 mm in holes, not 2"]),
        ("", ["1 cylinders of 8 mm in holes, not 0"]),
    ],
)
def test_holes_of_other_diameters_or_another_number_are_reported(part, round_holes_mm, expected):
    found = list(real_step_files.wrong_holes(part, round_holes_mm))
    assert len(found) == len(expected)
    assert all(each.startswith(start) for each, start in zip(found, expected, strict=True))


def test_a_mesh_that_is_open_or_of_another_size_is_reported():
    part, mesh = parts.read(drilled(), MeshOptions(2.0, curvature=40))
    few = [f"{len(mesh.triangles)} triangles"]
    assert list(real_meshes.faults(mesh, part)) == few
    open_mesh = replace(mesh, triangles=mesh.triangles[1:], face_of_triangle=mesh.face_of_triangle[1:])
    assert "open edges" in next(real_meshes.faults(open_mesh, part))
    longer = replace(mesh, max_edge_mm=mesh.max_edge_mm / 2)
    assert "an edge of" in list(real_meshes.faults(longer, part))[1]
    leaning = replace(mesh, normals=-mesh.normals)
    assert "leans" in list(real_meshes.faults(leaning, part))[1]
    recolored = replace(mesh, face_of_triangle=0 * mesh.face_of_triangle)
    assert list(real_meshes.faults(recolored, part)) == [*few, "1 faces of 7 in the mesh"]
    for factor, n_reported in ((1.0035, 1), (1.0045, 2)):
        larger = replace(part, area_mm2=part.area_mm2 * factor)
        assert len(list(real_meshes.faults(mesh, larger))) == n_reported
    for factor, n_reported in ((1.014, 1), (1.016, 2)):
        larger = replace(part, volume_mm3=part.volume_mm3 * factor)
        assert len(list(real_meshes.faults(mesh, larger))) == n_reported


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, None),
        ({"volume_mm3": f"{VOLUME_MM3 * 1.015:.3f}"}, None),
        ({"volume_mm3": f"{VOLUME_MM3 * 1.025:.3f}"}, "a volume of"),
        ({"bbox_mm": "20.15 x 30 x 40"}, None),
        ({"bbox_mm": "20.25 x 30 x 40"}, "a box of"),
    ],
)
def test_a_gltf_file_of_another_size_than_its_line_is_reported(from_triangles, changed, expected):
    found = list(real_gltf_files.wrong_measures(*from_triangles, ROW | changed))
    assert len(found) == (expected is not None)
    assert all(each.startswith(expected) for each in found)


def test_a_step_part_is_no_part_of_triangles(part, from_triangles):
    (found,) = real_gltf_files.wrong_measures(part, from_triangles[1], ROW)
    assert found.startswith("source")


def test_a_gltf_file_that_is_another_part_than_its_twin_is_reported(part, from_triangles):
    found, mesh = from_triangles
    assert list(real_gltf_files.other_measures(found, mesh, part)) == []
    assert list(real_gltf_files.other_holes(found, part)) == []
    wider = parts.part_of(draw.cut(draw.box(SIZE), draw.cylinder(RADIUS_MM + 0.01, LENGTH_MM, (12, 15, 0))))
    assert [each[:9] for each in real_gltf_files.other_measures(found, mesh, wider)] == [
        "a volume ",
        "an area o",
    ]
    assert [each[:7] for each in real_gltf_files.other_holes(found, wider)] == ["a hole ", "no hole"]
    solid = parts.part_of(draw.box(SIZE))
    assert next(real_gltf_files.other_holes(found, solid)) == "no holes as STEP"


@pytest.mark.parametrize(
    ("truth", "expected"),
    [
        ({"HOLE": [{"count": 1, "diameter_mm": 8.0, "through": True}]}, []),
        ({"HOLE": [{"count": 1, "diameter_mm": 8.01, "through": True}]}, []),
        ({"HOLE": [{"count": [1, 2], "diameters_mm": [8.0]}]}, []),
        ({"HOLE": [{"count": 1, "depth_mm": [19, 21]}]}, []),
        ({"HOLE": [{"count": 1, "diameter_mm": 8.02}]}, ["HOLE: expected 1 of", "HOLE: found besides: face"]),
        ({"HOLE": [{"count": 2, "diameter_mm": 8.0}]}, ["HOLE: expected 2 of"]),
        ({}, ["HOLE: found besides: face"]),
        ({"HOLE": [{"count": 1}], "FILLET": [{"count": 1}]}, ["FILLET: expected 1 of"]),
        ({"HOLE": [{"count": 2}], "open": {"HOLE": "one is missed"}}, []),
        ({"HOLE": [{"count": 1}], "open": {"HOLE": "one is missed"}}, ["HOLE: is as counted, though"]),
    ],
)
def test_features_that_are_not_as_counted_are_reported(part, truth, expected):
    (hole,) = parts_holes.holes_in(part)
    assert isinstance(hole, Hole)
    found = list(hand_counted.faults([hole], truth))
    assert len(found) == len(expected)
    assert all(each.startswith(start) for each, start in zip(found, expected, strict=True))


@pytest.fixture
def stays_read(monkeypatch):
    """Let a file of the corpus be read once for several checks."""
    monkeypatch.setattr(corpus, "forget", lambda: None)


@needs_corpus
@pytest.mark.usefixtures("stays_read")
def test_a_real_file_is_checked_against_its_line(monkeypatch):
    row = real_step_files.ROWS[REAL]
    assert known.check_step(REAL) == []
    volume = float(row["volume_mm3"])
    monkeypatch.setitem(real_step_files.ROWS, REAL, row | {"volume_mm3": str(volume * (1 + 0.9e-4))})
    assert known.check_step(REAL) == []
    monkeypatch.setitem(real_step_files.ROWS, REAL, row | {"volume_mm3": str(volume * (1 + 1.1e-4))})
    (failure,) = known.check_step(REAL)
    assert (failure.part, failure.kind, failure.what[:11]) == (REAL, "measures", "a volume of")


@needs_corpus
@pytest.mark.usefixtures("stays_read")
def test_every_check_of_a_real_step_file_is_made(monkeypatch):
    for module, check in (
        (real_step_files, "wrong_measures"),
        (real_step_files, "unsound_faces"),
        (real_step_files, "turned_borders"),
        (real_step_files, "wrong_holes"),
        (hand_counted, "faults"),
        (real_meshes, "faults"),
    ):
        monkeypatch.setattr(module, check, lambda *of, check=check: iter([check] * 9))
    monkeypatch.setattr(real_meshes, "HARDEST", (REAL,))
    monkeypatch.setattr(real_step_files, "ROUND_HOLES", {REAL: ""})
    reported = [(failure.kind, failure.what) for failure in known.check_step(REAL)]
    assert {*reported} == {
        ("measures", "wrong_measures"),
        ("faces", "unsound_faces"),
        ("borders", "turned_borders"),
        ("holes", "wrong_holes"),
        ("features", "faults"),
        ("mesh", "faults"),
    }
    assert len(reported) == 6 * known.MOST_REPORTED


@needs_corpus
def test_every_check_of_a_real_gltf_file_is_made(monkeypatch):
    checks = ("wrong_measures", "other_measures", "other_holes", "unfinished")
    for check in checks:
        monkeypatch.setattr(real_gltf_files, check, lambda *of, check=check: iter([check]))
    monkeypatch.setattr(real_gltf_files, "PAIRS", {"nested": "cnc/pockets_7.stp"})
    assert [failure.what for failure in known.check_gltf("nested")] == list(checks)


@needs_corpus
def test_a_quick_run_leaves_out_what_the_suite_checks_and_nothing_else():
    all_names = {task.name for task in known.tasks((), beside_suite=False)}
    assert len(all_names) == len(real_step_files.READ) + len(real_gltf_files.ALL)
    left_out = all_names - {task.name for task in known.tasks((), beside_suite=True)}
    assert left_out == {
        *real_step_files.IN_SUITE,
        *(f"glb/{name}.glb" for name in real_gltf_files.IN_SUITE),
    }
    assert [task.name for task in known.tasks(["gehause"], beside_suite=False)] == [
        "real/casting/gehause_rohteil.stp"
    ]


@needs_corpus
def test_a_file_that_cannot_be_read_is_reported(monkeypatch):
    def crashed(tasks, jobs):
        return [Outcome(task, error="crashed with status -11") for task in tasks]

    monkeypatch.setattr(known.pool, "run", crashed)
    result = known.run(1, [REAL], beside_suite=False)
    assert result == known.Result(1, [Failure(REAL, "(no answer)", "crashed with status -11")])


def test_without_the_corpus_no_file_is_checked(monkeypatch, tmp_path):
    monkeypatch.setattr(known.corpus, "CORPUS", tmp_path / "none")
    assert known.run(1, (), beside_suite=False) == known.Result()
