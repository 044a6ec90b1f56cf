"""What holds for every result whatever the part: the places of one result agree with one another.

The mesh may differ from the exact part by half a percent, and by what its triangles cannot follow: where the
exact normals at a triangle's corners lean off it by an angle a, the surface over it has at most 1/cos a its
area, and along borders it strays by no more than the mesh says itself.
"""

from collections.abc import Iterator

import numpy as np

from bench.robustness.difference import Difference, Kind
from engine.features.blend import Blend
from engine.model.analysis import Assessed, PreparedPart
from engine.model.arrays import Floats, cross
from engine.model.feature import Feature
from engine.model.part import Body, Part
from engine.model.quick_info import QuickInfo

SHARE = 5e-3
"""How far exact measures and those of the mesh may differ, beyond what the mesh explains."""
SAME_SHARE = 1e-5
"""Sums of exact measures, and quick readings of them, agree to this."""
SAME_LENGTH = 1e-6
"""Share of the diagonal within which exact lengths agree."""
STEEPEST = 0.2
"""Least cosine that is believed between a triangle and a normal at its corner."""


def broken(assessed: Assessed, quick_info: QuickInfo | None) -> tuple[Difference, ...]:
    """List the invariants that do not hold; `quick_info` is a quick reading of the same file."""
    prepared = assessed.prepared
    found = [
        *_sums(prepared),
        *_mesh_of_faces(prepared),
        *_mesh_of_bodies(prepared),
        *_box(prepared),
        *_thickness(prepared),
        *_dimensions(assessed),
    ]
    if quick_info is not None:
        found += _quick_info(prepared, quick_info)
    return tuple(found)


def _sums(prepared: PreparedPart) -> Iterator[Difference]:
    part = prepared.part
    area_of_face = np.array([face.area_mm2 for face in part.faces])
    for number, value in (("volume", part.volume_mm3), ("area", part.area_mm2)):
        total = sum(getattr(body, f"{number}_mm{3 if number == 'volume' else 2}") for body in part.bodies)
        yield from _unequal(
            f"{number} of the part against its bodies'", value, total, SAME_SHARE * abs(value)
        )
    for body in part.bodies:
        total = float(area_of_face[list(body.faces)].sum())
        limit = SAME_SHARE * body.area_mm2
        yield from _unequal(
            "area of a body against its faces'", body.area_mm2, total, limit, f"body {body.id}"
        )
    for face in part.faces:
        if face.body is not None and not face.area_mm2 > 0.0:  # what lies beside the bodies is not measured
            yield _invariant("area of a face", f"face {face.id}: area {face.area_mm2:g} mm²", np.inf)


def _mesh_of_faces(prepared: PreparedPart) -> Iterator[Difference]:
    part = prepared.part
    slack = _area_slack(prepared)
    of_mesh = np.bincount(
        prepared.mesh.face_of_triangle, prepared.area_of_triangle, minlength=len(part.faces)
    )
    for face in part.faces:
        if face.body is None:
            continue
        border_mm = sum(part.edges[edge].length_mm for loop in face.loops for edge in loop.edges)
        limit = SHARE * face.area_mm2 + slack[face.id] + prepared.mesh.chord_mm * border_mm
        yield from _unequal(
            "area of a face against its mesh", face.area_mm2, of_mesh[face.id], limit, f"face {face.id}"
        )


def _mesh_of_bodies(prepared: PreparedPart) -> Iterator[Difference]:
    mesh = prepared.mesh
    area = np.bincount(mesh.body_of_triangle, prepared.area_of_triangle, minlength=len(prepared.part.bodies))
    slack = np.bincount(mesh.body_of_triangle, _slack_of_triangle(prepared), minlength=len(area))
    corners = mesh.vertices[mesh.triangles]
    corners = corners - prepared.part.box_mm.mean(axis=0)
    sixfold = (cross(corners[:, 0], corners[:, 1]) * corners[:, 2]).sum(axis=1)
    volume = np.bincount(mesh.body_of_triangle, sixfold / 6.0, minlength=len(area))
    for body in prepared.part.bodies:
        border_mm = _border_mm(prepared, body)
        limit = SHARE * body.area_mm2 + slack[body.id] + mesh.chord_mm * border_mm
        name = f"body {body.id}"
        yield from _unequal("area of a body against its mesh", body.area_mm2, area[body.id], limit, name)
        if body.is_closed:
            limit = SHARE * body.volume_mm3 + mesh.chord_mm * body.area_mm2
            yield from _unequal(
                "volume of a body against its mesh", body.volume_mm3, volume[body.id], limit, name
            )


def _box(prepared: PreparedPart) -> Iterator[Difference]:
    part, mesh = prepared.part, prepared.mesh
    if not part.bodies or not len(mesh.triangles):
        return
    used = mesh.vertices[np.unique(mesh.triangles)]
    tolerance = max((edge.tolerance_mm for edge in part.edges), default=0.0)
    same = SAME_LENGTH * part.diagonal_mm + tolerance
    sign = np.array([[1.0], [-1.0]])
    inside = sign * (np.stack([used.min(axis=0), used.max(axis=0)]) - part.box_mm)
    if inside.min() < -same:
        yield _invariant(
            "box against the mesh", f"the mesh leaves it by {-inside.min():.4g} mm", -inside.min() / same
        )
    if inside.max() > same + mesh.chord_mm:
        limit = same + mesh.chord_mm
        yield _invariant(
            "box against the mesh", f"the mesh ends {inside.max():.4g} mm within it", inside.max() / limit
        )


def _thickness(prepared: PreparedPart) -> Iterator[Difference]:
    part, mesh = prepared.part, prepared.mesh
    body_of_face = np.array([-1 if face.body is None else face.body for face in part.faces])
    body_of_vertex = body_of_face[mesh.face_of_vertex]
    for name in ("thickness", "thickness_ray"):
        field = prepared.fields.get(name)
        if field is None:
            continue
        for body in part.bodies:
            mine = field.values[body_of_vertex == body.id]
            mine = mine[~np.isnan(mine)]
            if not len(mine):
                continue
            diagonal_mm = _diagonal_mm(prepared, body)
            if mine.min() <= 0.0:
                yield _invariant(f"{name} above zero", f"body {body.id}: {mine.min():.4g} mm", np.inf)
            if mine.max() > diagonal_mm * (1.0 + SAME_LENGTH):
                yield _invariant(
                    f"{name} within the body",
                    f"body {body.id}: {mine.max():.4g} mm in a diagonal of {diagonal_mm:.4g} mm",
                    mine.max() / diagonal_mm,
                )


def _dimensions(assessed: Assessed) -> Iterator[Difference]:
    part = assessed.prepared.part
    for feature in assessed.recognition.features:
        most_mm = _longest_mm(part, feature)
        for name, value in _lengths(feature):
            if not 0.0 <= value <= most_mm:
                where = f"face {feature.fid}"
                yield _invariant(
                    f"{feature.kind} {name}", f"{where}: {value:.4g} mm", value / part.diagonal_mm
                )


def _longest_mm(part: Part, feature: Feature) -> float:
    """Return what no length of a feature exceeds: four diagonals; of a chain of blends, its borders.

    All edges of a part may be one chain: those of a cube are 6.9 of its diagonals.
    """
    if not isinstance(feature, Blend):
        return part.diagonal_mm * 4.0
    borders = {edge for face in feature.faces for loop in part.faces[face].loops for edge in loop.edges}
    return (1.0 + SAME_LENGTH) * sum(part.edges[edge].length_mm for edge in borders)


def _lengths(feature: Feature) -> Iterator[tuple[str, float]]:
    """Yield the lengths of a feature that are measured; NaN is what was not."""
    for name in ("diameter_mm", "depth_mm", "width_mm", "length_mm", "height_mm", "thickness_mm"):
        value = getattr(feature, name, None)
        if isinstance(value, float) and not np.isnan(value):
            yield name, value


def _quick_info(prepared: PreparedPart, quick_info: QuickInfo) -> Iterator[Difference]:
    part = prepared.part
    for name, quick, full in (
        ("volume", quick_info.volume_mm3, part.volume_mm3),
        ("area", quick_info.area_mm2, part.area_mm2),
    ):
        yield from _unequal(f"{name} of quick-info against the analysis", quick, full, SAME_SHARE * abs(full))
    off_mm = float(np.abs(quick_info.box_mm - part.box_mm).max())
    if off_mm > 10.0 * SAME_LENGTH * part.diagonal_mm:
        weight = off_mm / (10.0 * SAME_LENGTH * part.diagonal_mm)
        yield _invariant("box of quick-info against the analysis", f"{off_mm:.4g} mm apart", weight)
    for name, quick_count, count in (
        ("faces", quick_info.n_faces, len(part.faces)),
        ("bodies", quick_info.n_bodies, len(part.bodies)),
    ):
        if quick_count != count:
            yield _invariant(
                f"{name} of quick-info against the analysis", f"{quick_count} against {count}", 1.0
            )
    if quick_info.unit != part.unit:
        yield _invariant(
            "unit of quick-info against the analysis", f"{quick_info.unit} against {part.unit}", 1.0
        )


def _slack_of_triangle(prepared: PreparedPart) -> Floats:
    """Return how much larger than its triangle the surface over it may be, mm²."""
    mesh = prepared.mesh
    corners = mesh.vertices[mesh.triangles]
    normal = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    with np.errstate(divide="ignore", invalid="ignore"):
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    cosine = np.einsum("tci,ti->tc", mesh.normals[mesh.triangles], normal)
    least = np.clip(np.nanmin(np.where(np.isnan(cosine), 1.0, cosine), axis=1), STEEPEST, 1.0)
    slack: Floats = prepared.area_of_triangle * (1.0 / least - 1.0)
    return slack


def _area_slack(prepared: PreparedPart) -> Floats:
    of_triangle = _slack_of_triangle(prepared)
    n_faces = len(prepared.part.faces)
    return np.bincount(prepared.mesh.face_of_triangle, of_triangle, minlength=n_faces).astype(np.float64)


def _border_mm(prepared: PreparedPart, body: Body) -> float:
    part = prepared.part
    edges = {edge for face in body.faces for loop in part.faces[face].loops for edge in loop.edges}
    return sum(part.edges[edge].length_mm for edge in edges)


def _diagonal_mm(prepared: PreparedPart, body: Body) -> float:
    boxes = np.stack([prepared.part.faces[face].box_mm for face in body.faces])
    return float(np.linalg.norm(boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)))


def _unequal(key: str, value: float, other: float, limit: float, where: str = "") -> Iterator[Difference]:
    off = abs(value - other)
    if not off <= limit:  # NaN is unequal
        before = f"{where}: " if where else ""
        share = off / abs(value) if value else np.inf
        yield _invariant(
            key,
            f"{before}{value:.6g} against {other:.6g} ({share:.2%} apart)",
            off / limit if limit else np.inf,
        )


def _invariant(key: str, text: str, weight: float) -> Difference:
    return Difference(Kind.INVARIANT, key, text, float(weight))
