"""Metrics of drawn parts, and features written by hand to be measured."""

from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from scipy.spatial import cKDTree

from engine import metrics
from engine.features.blend import Blend
from engine.features.boss import Boss
from engine.features.bosses.relief import BaseRelief, ReliefKind
from engine.features.hole import Hole, HoleEnd
from engine.features.holes.stages import HoleType, Stage, StageShape
from engine.model.analysis import Analysis, PreparedPart
from engine.model.arrays import frozen, frozen_ints
from engine.model.evidence import Evidence
from engine.model.feature import Feature, Kind, Role
from engine.model.metric import Domain, Measured
from engine.model.metric_table import MetricTable
from engine.model.part import BodyId, FaceId
from engine.progress import Progress
from engine.run_context import RunContext


@lru_cache(maxsize=4)
def measure(analysis: Analysis, *sets: str) -> MetricTable:
    """Return the table of an analysis, once for several tests; a metric is measured when a test asks for it.

    Subjects are told of the selector sets that are named: those that rest on evidence take longest.
    """
    run = RunContext(analysis.assessed.prepared)
    return metrics.measure_on_demand(run, analysis.assessed, Progress(), sets)


def of_face(analysis: Analysis, metric: str, face: FaceId) -> Measured:
    """Return a metric of one face."""
    table = measure(analysis)
    index = next(each.index for each in table.subjects if each.domain == Domain.FACE and each.fid == face)
    return table.values[metric][index]


def of_feature(analysis: Analysis, metric: str) -> Measured:
    """Return a metric of the only feature."""
    table = measure(analysis)
    (index,) = (each.index for each in table.subjects if each.domain == Domain.FEATURE)
    return table.values[metric][index]


def of_part(analysis: Analysis, metric: str) -> Measured:
    """Return a metric of the part."""
    return measure(analysis).values[metric][0]


def with_opposites(prepared: PreparedPart) -> PreparedPart:
    """Let the thickness say what it was measured to: the triangle nearest to where it ends."""
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    ends = mesh.vertices - mesh.normals * field.values[:, None]
    _, nearest = cKDTree(mesh.vertices[mesh.triangles].mean(axis=1)).query(ends)
    thickness = replace(field, opposite=frozen_ints(nearest))
    return replace(prepared, fields={**prepared.fields, "thickness": thickness})


def with_evidence(analysis: Analysis, **changes: Any) -> Analysis:
    """Give an analysis evidence; what could not be gathered stays so."""
    known = analysis.assessed.evidence
    kept = {each.name: object.__getattribute__(known, each.name) for each in fields(known)}
    evidence = Evidence(**{**kept, **changes})
    return replace(analysis, assessed=replace(analysis.assessed, evidence=evidence))


def hole(*faces: int, **changes: Any) -> Hole:
    """Describe a blind hole, 6 mm wide and 15 mm deep along z, with changes."""
    ids = tuple(FaceId(face) for face in faces or (0,))
    values: dict[str, Any] = {
        **_common(Kind.HOLE, ids, Role.HOLE_WALL),
        "axis": frozen([0.0, 0.0, -1.0]),
        "diameter_mm": 6.0,
        "depth_mm": 15.0,
        "shortest_depth_mm": 15.0,
        "through": False,
        "end": HoleEnd.FLAT,
        "stages": (Stage(StageShape.CYLINDER, 6.0, 15.0, 0.0),),
        "hole_type": HoleType.SIMPLE,
        "thread_candidates": (),
        "entry": frozen([0.0, 0.0, 0.0]),
        "span_deg": 360.0,
    }
    return Hole(**{**values, **changes})


def boss(**changes: Any) -> Boss:
    """Describe a boss, 8 mm wide and 20 mm high, with changes."""
    values: dict[str, Any] = {
        **_common(Kind.BOSS, (FaceId(0),), Role.BOSS_WALL),
        "axis": frozen([0.0, 0.0, 1.0]),
        "diameter_mm": 8.0,
        "height_mm": 20.0,
        "shortest_height_mm": 20.0,
        "base_relief": BaseRelief(ReliefKind.NONE, 0.0),
        "stages": (),
        "taper_deg": 0.0,
        "bore_diameter_mm": 0.0,
        "thread_candidates": (),
        "foot": frozen([0.0, 0.0, 0.0]),
        "span_deg": 360.0,
        "base": (FaceId(0),),
    }
    return Boss(**{**values, **changes})


def blend(kind: Kind, *faces: int, **changes: Any) -> Blend:
    """Describe a fillet or round of 2 mm, with changes."""
    ids = tuple(FaceId(face) for face in faces or (0,))
    values: dict[str, Any] = {
        **_common(kind, ids, Role.FILLET if kind == Kind.FILLET else Role.ROUND),
        "axis": None,
        "radius_mm": 2.0,
        "max_radius_mm": 2.0,
        "variable": False,
        "chain": len(ids),
        "closed": False,
        "length_mm": 10.0,
        "sweep_deg": 90.0,
        "supports": (),
    }
    return Blend(**{**values, **changes})


def feature(kind: Kind, made: type[Feature], *faces: int, **values: Any) -> Feature:
    """Describe a feature of any kind."""
    ids = tuple(FaceId(face) for face in faces or (0,))
    return made(**{**_common(kind, ids, Role.WALL), "axis": None, **values})


def _common(kind: Kind, faces: tuple[FaceId, ...], role: Role) -> dict[str, Any]:
    return {
        "kind": kind,
        "fid": faces[0],
        "faces": faces,
        "roles": tuple((face, role) for face in faces),
        "body": BodyId(0),
        "center": frozen([0.0, 0.0, 0.0]),
        "box_mm": frozen([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]),
        "uncertainty_mm": 0.0,
    }
