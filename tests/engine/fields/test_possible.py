"""No wall is thicker than its body is long, and no air before a point is wider than the part."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine import fields, pipeline
from engine.fields import _possible, clearance, thickness
from engine.model.field import Field
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.raycast import scene
from engine.raycast.probe import Probing
from tests.support import draw
from tests.support.parts import read


@pytest.fixture(scope="module")
def two() -> tuple:
    """Read and mesh a cube of 10 and, 100 away, one of 30."""
    return read(draw.compound(draw.box((10, 10, 10)), draw.box((30, 30, 30), (100, 0, 0))), MeshOptions(5.0))


def with_value(field: Field, vertex: int, value: float) -> Field:
    values = np.array(field.values)
    values[vertex] = value
    return replace(field, values=values)


def vertex_of(mesh: Mesh, body: int) -> int:
    return int(mesh.triangles[mesh.body_of_triangle == body][0, 0])


@pytest.mark.parametrize(
    ("body", "value_mm", "is_possible"),
    [
        (0, 10 * math.sqrt(3), True),
        (0, 10 * math.sqrt(3) + 0.01, False),
        (1, 10 * math.sqrt(3) + 0.01, True),  # the larger body may have it
        (1, 30 * math.sqrt(3) + 0.01, False),
        (0, math.inf, True),  # told as it is: what is not there has no length
    ],
)
def test_a_thickness_is_at_most_the_diagonal_of_its_body(
    two: tuple, body: int, value_mm: float, is_possible: bool
) -> None:
    _, mesh = two
    vertex = vertex_of(mesh, body)
    sound = fields.measure_all(scene.build(mesh), Progress())["thickness"]
    found = _possible.bounded(with_value(sound, vertex, value_mm), mesh)
    others = np.arange(len(mesh.vertices)) != vertex
    np.testing.assert_array_equal(found.values[others], sound.values[others])
    if is_possible:
        assert found.values[vertex] == value_mm
        assert not found.n_impossible
        assert not _possible.doubts([found])
    else:
        assert np.isnan(found.values[vertex])
        assert found.opposite[vertex] == -1
        assert found.n_impossible == 1
        (note,) = _possible.doubts([found])
        assert f"At 1 of {len(mesh.vertices)} points thickness" in note


def test_a_thickness_of_nothing_is_none_and_a_clearance_of_nothing_is_one(two: tuple) -> None:
    _, mesh = two
    measured = fields.measure_all(scene.build(mesh), Progress())
    found = _possible.bounded(with_value(measured[thickness.NAME], 0, 0.0), mesh)
    assert np.isnan(found.values[0])
    (note,) = _possible.doubts([found])
    assert "as nothing" in note
    assert _possible.bounded(with_value(measured[thickness.NAME], 0, 1e-3), mesh).values[0] == 1e-3
    assert _possible.bounded(with_value(measured[clearance.NAME], 0, 0.0), mesh).values[0] == 0.0


def test_a_clearance_is_at_most_the_diagonal_of_the_part(two: tuple) -> None:
    _, mesh = two
    sound = fields.measure_all(scene.build(mesh), Progress())[clearance.NAME]
    across = math.dist((0, 0, 0), (130, 30, 30))
    assert _possible.bounded(with_value(sound, 0, across - 0.01), mesh).values[0] == across - 0.01
    assert np.isnan(_possible.bounded(with_value(sound, 0, across + 0.01), mesh).values[0])


def test_a_defect_of_the_measuring_is_reported_and_never_shown(
    two: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every seventh thickness comes out ten times as long as the part."""

    def measure(probing: Probing) -> Field:
        field = thickness.measure(probing)
        values = np.array(field.values)
        values[::7] = 10_000.0
        return replace(field, values=values)

    measure.__module__ = thickness.__name__
    monkeypatch.setattr(fields, "FIELDS", (measure, clearance.measure))
    part, mesh = two
    said: list[str] = []
    prepared = pipeline.relate(part, mesh, Progress(on_line=said.append)).prepared
    values = prepared.fields["thickness"].values
    assert np.nanmax(values) <= 30 * math.sqrt(3)
    assert np.isnan(values[::7]).all()
    (note,) = (note for note in prepared.part.notes if "larger than the body" in note)
    assert f"At {len(values[::7])} of {len(values)} points" in note
    assert any(note in line for line in said)


def test_sound_fields_of_a_part_say_nothing(two: tuple) -> None:
    part, mesh = two
    assert pipeline.relate(part, mesh, Progress()).part.notes == part.notes
