"""What recognition answered for a part, in plain numbers that can be sent, compared and printed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from engine import roles
from engine.features import step
from engine.formats import _exact
from engine.graph import build
from engine.model.analysis import PreparedPart, Recognition
from engine.model.feature import Claim, Feature, Role
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import FaceId, Part
from engine.progress import Progress
from engine.raycast import scene
from engine.recognition.recognize import recognize_all
from engine.run_context import RunContext

EDGES_ALONG = 30.0
"""The mesh of the bench is coarse: its longest edge is the part's diagonal divided by this. Recognition
asks the mesh only what lies behind a face."""
CURVATURE = 12.0
"""Elements per turn of the bench's mesh."""

CHAMFER = "CHAMFER"
"""Chamfers make no entry; the bench counts each group of faces with that role as one."""

COMMON = frozenset(field.name for field in fields(Feature))


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One feature of an answer."""

    kind: str
    faces: tuple[int, ...]
    dimensions: Mapping[str, Any]
    """Every field of the feature but those all features have, by name: what is nested gets a dotted name, and
    a list's length is there too, as `n_` and its name."""
    center: tuple[float, float, float]
    """Center of gravity of the member faces' area: the same however a file splits them."""
    area_mm2: float
    """Of the member faces together."""
    uncertainty_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """All features of a part, and its size."""

    entries: tuple[Entry, ...]
    diagonal_mm: float
    n_faces: int


def coarse(part: Part) -> MeshOptions:
    """Return the mesh that is enough for recognition."""
    return MeshOptions(part.diagonal_mm / EDGES_ALONG, CURVATURE)


def read(path: Path) -> tuple[Part, Mesh]:
    """Read a STEP file as `formats.read` does, and mesh it as is enough for recognition."""
    from engine.kernel.read_step import read_step

    return _exact.measured(read_step(path), coarse, Progress())


def prepare(part: Part, mesh: Mesh) -> PreparedPart:
    """Relate the faces of a part and measure it, as the pipeline does."""
    from engine import fields as measured

    corners = mesh.vertices[mesh.triangles]
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = 0.5 * np.linalg.norm(crosses, axis=1)
    graph = build.build(part)
    fields = measured.measure_all(scene.build(mesh), Progress(), graph.group_of_face)
    return PreparedPart(part, graph, mesh, fields, areas)


def recognize(prepared: PreparedPart) -> Answer:
    """Recognize the features of a prepared part."""
    claims = recognize_all(RunContext(prepared), Progress()).claims
    return answer(prepared, claims, roles.assign(prepared, claims))


def answer(prepared: PreparedPart, claims: tuple[Claim, ...], recognition: Recognition) -> Answer:
    """Write what was recognized as plain numbers."""
    part = prepared.part
    entries = [
        _entry(part, str(feature.kind), feature.faces, dict(_plain(feature)), feature.uncertainty_mm)
        for feature in recognition.features
    ]
    entries += [
        _entry(part, CHAMFER, faces, {}, 0.0)
        for faces in prepared.graph.faces_of_group.values()
        if all(recognition.role_of_face[face] is Role.CHAMFER for face in faces)
    ]
    return Answer(tuple(entries), part.diagonal_mm, len(part.faces))


def steps(prepared: PreparedPart, claims: tuple[Claim, ...]) -> tuple[Entry, ...]:
    """List the steps, which give roles alone; no other bench counts them."""
    codes = {role.code for role in step.KIND.roles}
    return tuple(
        _entry(prepared.part, step.KIND.key, claim.faces, {}, 0.0)
        for claim in claims
        if not isinstance(claim, Feature) and all(role in codes for _, role in claim.roles)
    )


def _entry(
    part: Part, kind: str, faces: tuple[FaceId, ...], dimensions: dict[str, Any], uncertainty_mm: float
) -> Entry:
    areas = np.array([part.faces[face].area_mm2 for face in faces])
    centers = np.stack([part.faces[face].centroid for face in faces])
    x, y, z = (areas[:, None] * centers).sum(axis=0) / areas.sum()
    place = float(x), float(y), float(z)
    return Entry(kind, tuple(map(int, faces)), dimensions, place, float(areas.sum()), uncertainty_mm)


def _plain(feature: Feature) -> Iterator[tuple[str, Any]]:
    for field in fields(feature):
        if field.name not in COMMON:
            yield from _named(field.name, getattr(feature, field.name))


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(value):
        for field in fields(value):
            yield from _named(f"{name}.{field.name}", getattr(value, field.name))
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        yield name, tuple(tuple(inner for _, inner in _named("", each)) for each in value)
    elif isinstance(value, Enum):
        yield name, str(value)
    elif value is None or isinstance(value, (bool, int, float, str)):
        yield name, value
    elif isinstance(value, np.generic):
        yield name, value.item()
    elif isinstance(value, tuple):
        yield f"n_{name}", len(value)
        yield name, tuple(each.item() if isinstance(each, np.generic) else each for each in value)
