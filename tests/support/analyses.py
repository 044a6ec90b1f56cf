"""Whole analyses of parts made of blocks, without a kernel: every number in them follows from the drawing.

`blocks` builds a part from a grid of filled cells; thickness and clearance at a vertex are the runs of
material and of air along its normal, so a test knows them without measuring.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

import numpy as np
from scipy.ndimage import label

from engine import heatmaps
from engine.features.fin import Fin
from engine.model.analysis import Analysis, Assessed, PreparedPart, Recognition
from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.evidence import Evidence, Marks
from engine.model.face_graph import FaceGraph
from engine.model.feature import Feature, Kind, Role
from engine.model.field import Field, Location, Unit
from engine.model.finding import ConfigurationVerdict, Finding, Findings, PackVerdict, RuleVerdict
from engine.model.form import Form, PartForm
from engine.model.mesh import Mesh
from engine.model.metric import Domain, Subject
from engine.model.metric_table import MetricTable
from engine.model.order import ProcessOrder
from engine.model.part import Body, BodyId, Face, FaceId, Loop, Part, Shell, Source
from engine.model.pull import Pull, PullMode
from engine.model.rulepack import Scope, Severity
from engine.model.surface import Plane
from engine.rules import issues
from engine.stages import FailedStage

EDGE_MM = 4.0


@dataclass(frozen=True, slots=True)
class Stage:
    shape: str
    diameter_mm: float
    depth_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HoleLike(Feature):
    """A hole as its recognizer describes one."""

    diameter_mm: float
    depth_mm: float
    through: bool
    stages: tuple[Stage, ...]


@cache
def tray(fin_mm: float = 1.2, name: str = "tray") -> Analysis:
    """Draw a tray, 120 x 80 x 30 mm outside, walls 5 mm, floor 4 mm, with one fin across its middle.

    The fin runs along Y from wall to wall and is 22 mm high above the floor; its left side is the plane
    x = 60. Without a fin when `fin_mm` is 0.
    """
    xs = [0.0, 5.0, 60.0, 60.0 + (fin_mm or 1.0), 115.0, 120.0]
    ys = [0.0, 5.0, 75.0, 80.0]
    zs = [0.0, 4.0, 26.0, 30.0]
    filled = np.zeros((5, 3, 3), dtype=bool)
    filled[:, :, 0] = True
    filled[[0, -1]] = True
    filled[:, [0, -1]] = True
    if fin_mm:
        filled[2, 1, 1] = True
    return blocks(xs, ys, zs, filled, name)


def blocks(
    xs: Sequence[float], ys: Sequence[float], zs: Sequence[float], filled: np.ndarray, name: str = "blocks"
) -> Analysis:
    """Build the analysis of a solid made of filled grid cells; no features, no findings, pull +Z."""
    sides = [np.asarray(side, dtype=float) for side in (xs, ys, zs)]
    made = _Maker(sides, np.pad(filled, 1))
    mesh = made.mesh()
    part = made.part(mesh, name)
    fields = {
        "thickness": _field("thickness", made.runs(mesh, inwards=True)),
        "thickness_ray": _field("thickness_ray", made.runs(mesh, inwards=True)),
        "clearance": _field("clearance", made.runs(mesh, inwards=False)),
    }
    prepared = PreparedPart(
        part,
        FaceGraph((), ((),) * len(part.faces), frozen_ints(range(len(part.faces))), {}),
        mesh,
        fields,
        mesh.area_of_triangle,
    )
    pull = Pull(
        direction=frozen([0.0, 0.0, 1.0]),
        mode=PullMode.CARDINAL,
        alpha_min_deg=0.5,
        alpha_warn_deg=3.0,
        half_of_vertex=frozen(np.where(mesh.normals[:, 2] < -0.5, -1.0, 1.0)),
        is_undercut=np.zeros(len(part.faces), dtype=bool),
        is_low_draft=np.array([abs(face.inner_normal[2]) < 0.5 for face in part.faces]),
        undercut_area_of_face=frozen(np.zeros(len(part.faces))),
        min_draft_of_face=frozen([90.0 * abs(face.inner_normal[2]) for face in part.faces]),
        regions=(),
    )
    draft = Field("draft", Location.VERTEX, Unit.DEG, frozen(90.0 * mesh.normals[:, 2]))
    everything = tuple(face.id for face in part.faces)
    recognition = Recognition((), (Role.UNCLASSIFIED,) * len(part.faces), everything, 1.0, {})
    form = PartForm(Form.SHELL, 1.0, "A thin shell of 3 mm.", ())
    assessed = Assessed(prepared, pull, draft, recognition, _evidence(mesh), form, ())
    return Analysis(assessed, MetricTable((), {}, {}, heatmaps.extents(assessed)), (), ProcessOrder((), ""))


def not_gathered(what: str) -> Any:
    """Return what stands in the place of evidence that could not be gathered."""
    return FailedStage("evidence", f"{what} were not gathered", "nobody looked")


def _evidence(mesh: Mesh) -> Evidence:
    """Return evidence of a part of which nobody has looked at more than its edges."""
    return Evidence(
        sharp_corners=(),
        corners_in_cuts=(),
        edges_of_corner={},
        flank_of_vertex=np.zeros(len(mesh.vertices), dtype=bool),
        threads=(),
        groove_of_face={},
        marks=Marks({}, {}, {}),
        section_changes=not_gathered("changes of section"),
        thin_stretches=not_gathered("thin stretches"),
        sheets=not_gathered("sheets"),
        cutouts=(),
        turned=(),
        tool_access=not_gathered("ways of tools"),
        setups=not_gathered("setups"),
        build=not_gathered("build directions"),
        overhangs=(),
        traps=None,
        shells=not_gathered("shells"),
        turned_profiles=not_gathered("turned_profiles"),
    )


def face_at(analysis: Analysis, point: Sequence[float]) -> FaceId:
    """Return the face nearest to a point."""
    mesh = analysis.assessed.prepared.mesh
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    nearest = int(np.argmin(np.linalg.norm(middles - np.asarray(point), axis=1)))
    return FaceId(int(mesh.face_of_triangle[nearest]))


def with_features(analysis: Analysis, *features: Feature) -> Analysis:
    """Give an analysis features, and their faces the roles these claim."""
    roles = list(analysis.assessed.recognition.role_of_face)
    for feature in features:
        for face, role in feature.roles:
            roles[face] = role
    unexplained = tuple(FaceId(face) for face, role in enumerate(roles) if role is Role.UNCLASSIFIED)
    recognition = Recognition(features, tuple(roles), unexplained, 0.25, {})
    return replace(analysis, assessed=replace(analysis.assessed, recognition=recognition))


def with_undercut(analysis: Analysis, face: FaceId) -> Analysis:
    """Say that neither mold half frees a face."""
    assessed = analysis.assessed
    mesh = assessed.prepared.mesh
    half = np.where(mesh.face_of_vertex == face, 0.0, assessed.pull.half_of_vertex)
    is_undercut = assessed.pull.is_undercut.copy()
    is_undercut[face] = True
    pull = replace(assessed.pull, half_of_vertex=frozen(half), is_undercut=is_undercut)
    return replace(analysis, assessed=replace(assessed, pull=pull))


def with_field(analysis: Analysis, name: str, values: Floats, relative_error: float = 0.0) -> Analysis:
    """Replace the values of a field."""
    prepared = analysis.assessed.prepared
    field = replace(prepared.fields[name], values=frozen(values), relative_error=relative_error)
    prepared = replace(prepared, fields={**prepared.fields, name: field})
    return replace(analysis, assessed=replace(analysis.assessed, prepared=prepared))


def with_draft(analysis: Analysis, angles_deg: Floats) -> Analysis:
    """Replace the draft at every vertex."""
    draft = replace(analysis.assessed.draft, values=frozen(angles_deg))
    return replace(analysis, assessed=replace(analysis.assessed, draft=draft))


def with_half(analysis: Analysis, half_of_vertex: Floats) -> Analysis:
    """Replace which mold half frees each vertex."""
    pull = replace(analysis.assessed.pull, half_of_vertex=frozen(half_of_vertex))
    return replace(analysis, assessed=replace(analysis.assessed, pull=pull))


def fin(analysis: Analysis, fin_mm: float = 1.2) -> Fin:
    """Describe the fin of `tray`."""
    left, right = face_at(analysis, (60, 40, 15)), face_at(analysis, (60 + fin_mm, 40, 15))
    top = face_at(analysis, (60 + fin_mm / 2, 40, 26))
    return Fin(
        kind=Kind.FIN,
        fid=left,
        faces=tuple(sorted((left, right, top))),
        roles=((left, Role.FIN_WALL), (right, Role.FIN_WALL), (top, Role.FIN_TOP)),
        body=BodyId(0),
        center=frozen([60 + fin_mm / 2, 40, 15]),
        axis=frozen([0.0, 0.0, 1.0]),
        box_mm=frozen([[60, 5, 4], [60 + fin_mm, 75, 26]]),
        uncertainty_mm=0.0,
        thickness_mm=fin_mm,
        height_mm=22.0,
        length_mm=70.0,
        min_thickness_mm=fin_mm,
        max_thickness_mm=fin_mm,
        draft_deg=0.0,
        base_fillet_mm=0.0,
        wall_thickness_mm=4.0,
        base_fids=(),
    )


def finding(severity: Severity = Severity.FAIL, **changes: object) -> Finding:
    """Return a finding about the fin of the default tray, with changes; of other faces it lies elsewhere."""
    beside_mm = 10.0 * float(cast(int, changes.get("fid") or 0))
    half_wall = np.array([0.6, 0.0, 0.0])
    location = np.asarray(changes.get("location", (60.6, 40.0 + beside_mm, 15.0)), dtype=float)
    values: dict[str, object] = {
        "fid": FaceId(0),
        "faces": (FaceId(0),),
        "kind": "FIN",
        "severity": severity,
        "value": 1.2,
        "unit": "mm",
        "threshold": 2.5,
        "margin": -1.3,
        "uncertainty": 0.01,
        "is_decided": True,
        "message": "Fin 0 is 1.20 mm thick; investment casting needs at least 2.50 mm.",
        "location": frozen(location),
        "witness": (frozen(location - half_wall), frozen(location + half_wall)),
        "advice": "Thin metal freezes before the mold fills. Thicken it or shorten it.",
    }
    return Finding(**{**values, **changes})  # type: ignore[arg-type]


NO_TABLE = MetricTable((), {})


def _subject(finding: Finding) -> Subject:
    """Return what a finding is about: the part, a face or corner, or a feature."""
    domain = {"PART": Domain.PART, "FACE": Domain.FACE, "CORNER": Domain.CORNER}.get(
        finding.kind, Domain.FEATURE
    )
    index = -1 if finding.fid is None else int(finding.fid)
    label = f"{finding.kind.lower()} {index}"
    return Subject(index, domain, finding.kind, finding.fid, finding.faces, None, finding.location, (), label)


def verdict(*findings: Finding, pack: str = "casting", configuration: str = "investment") -> PackVerdict:
    """Judge by one pack of one rule with these findings."""
    count = {level: sum(one.severity is level for one in findings) for level in Severity}
    worst = max((one.severity for one in findings), key=lambda level: level.rank, default=Severity.PASS)
    count_of_rules = {level: int(level is worst) for level in Severity}
    rule = RuleVerdict(
        key="min_wall_thickness",
        name="Minimum wall thickness",
        scope=Scope.PER_FEATURE,
        metric="thickness.min",
        severity=worst,
        message=findings[0].message if findings else "Every wall is thick enough.",
        n_inspected=max(len(findings), 1),
        n_skipped=0,
        reason="",
        is_applicable=True,
        count_of_severity=count,
        findings=Findings.of(findings),
        issues=issues.of("thickness.min", [*map(_subject, findings)], Findings.of(findings), NO_TABLE),
    )
    judged = ConfigurationVerdict(configuration, configuration.capitalize(), worst, count_of_rules, (rule,))
    return PackVerdict(pack, pack.capitalize(), (judged,))


def _field(name: str, values: Floats) -> Field:
    return Field(name, Location.VERTEX, Unit.MM, frozen(values))


class _Maker:
    """Turns a padded grid of cells into faces, triangles and runs."""

    def __init__(self, sides: list[Floats], filled: np.ndarray) -> None:
        self.sides, self.filled = sides, filled
        self.lines = [
            np.unique(
                np.concatenate(
                    [
                        np.linspace(a, b, max(1, int(np.ceil((b - a) / EDGE_MM))) + 1)
                        for a, b in pairwise(side)
                    ]
                )
            )
            for side in sides
        ]
        self.faces: list[tuple[int, int, float, np.ndarray]] = []
        for axis in range(3):
            along = np.moveaxis(filled, axis, 0)
            for layer in range(along.shape[0] - 1):
                for sign, inside, outside in ((1, layer, layer + 1), (-1, layer + 1, layer)):
                    exposed = along[inside] & ~along[outside]
                    numbers, count = label(exposed)
                    for number in range(1, count + 1):
                        self.faces.append((axis, sign, float(sides[axis][layer]), numbers == number))

    def mesh(self) -> Mesh:
        vertices, normals, triangles, face_of_vertex, face_of_triangle = [], [], [], [], []
        start = 0
        for index, (axis, sign, height, cells) in enumerate(self.faces):
            points, corners = self._face(axis, sign, height, cells)
            normal = np.zeros(3)
            normal[axis] = sign
            vertices.append(points)
            normals.append(np.tile(normal, (len(points), 1)))
            triangles.append(corners + start)
            face_of_vertex.append(np.full(len(points), index))
            face_of_triangle.append(np.full(len(corners), index))
            start += len(points)
        places = np.concatenate(vertices)
        weld = _number_of_place(np.round(places, 6))
        indices = np.concatenate(triangles)
        return Mesh(
            vertices=frozen(places),
            normals=frozen(np.concatenate(normals)),
            triangles=frozen_ints(indices),
            face_of_triangle=frozen_ints(np.concatenate(face_of_triangle)),
            face_of_vertex=frozen_ints(np.concatenate(face_of_vertex)),
            body_of_triangle=frozen_ints(np.zeros(len(indices), dtype=np.int64)),
            weld=frozen_ints(weld),
            max_edge_mm=EDGE_MM * 2**0.5,
            chord_mm=0.0,
        )

    def _face(self, axis: int, sign: int, height: float, cells: np.ndarray) -> tuple[Floats, Ints]:
        u_axis, v_axis = (one for one in range(3) if one != axis)
        u_lines, v_lines = self.lines[u_axis], self.lines[v_axis]
        u_cell = np.searchsorted(self.sides[u_axis], 0.5 * (u_lines[1:] + u_lines[:-1]))
        v_cell = np.searchsorted(self.sides[v_axis], 0.5 * (v_lines[1:] + v_lines[:-1]))
        chosen = cells[np.ix_(u_cell, v_cell)]
        width = len(v_lines)
        first = np.flatnonzero(np.pad(chosen, ((0, 0), (0, 1))).ravel())  # of each cell's corners, by lines
        quads = np.column_stack([first, first + width, first + width + 1, first + 1])
        grid, number = np.unique(quads, return_inverse=True)
        points = np.empty((len(grid), 3))
        points[:, axis] = height
        points[:, u_axis], points[:, v_axis] = u_lines[grid // width], v_lines[grid % width]
        corner = number.reshape(-1, 4)
        triangles = np.concatenate([corner[:, [0, 1, 2]], corner[:, [0, 2, 3]]])
        # u, v, axis are right-handed for X and Z, left-handed for Y
        if (sign > 0) == (axis == 1):
            triangles = triangles[:, ::-1]
        return points, triangles

    def runs(self, mesh: Mesh, inwards: bool) -> Floats:
        """Length of material behind, or of air before, each vertex; inf for open space."""
        run = np.full(len(mesh.vertices), np.inf)
        for index, (axis, sign, height, cells) in enumerate(self.faces):
            along = np.moveaxis(self.filled, axis, 0)
            layer = int(np.searchsorted(self.sides[axis], height - 1e-9))
            step = -sign if inwards else sign
            start = layer if step < 0 else layer + 1
            mine = np.flatnonzero(mesh.face_of_vertex == index)
            for u, v in np.argwhere(cells):
                cell = start
                while 0 <= cell < along.shape[0] and along[cell, u, v] == inwards:
                    cell += step
                if not 0 <= cell < along.shape[0]:
                    continue
                border = self.sides[axis][cell if step < 0 else cell - 1]
                u_axis, v_axis = (one for one in range(3) if one != axis)
                held = (
                    (mesh.vertices[mine, u_axis] >= self.sides[u_axis][u - 1] - 1e-9)
                    & (mesh.vertices[mine, u_axis] <= self.sides[u_axis][u] + 1e-9)
                    & (mesh.vertices[mine, v_axis] >= self.sides[v_axis][v - 1] - 1e-9)
                    & (mesh.vertices[mine, v_axis] <= self.sides[v_axis][v] + 1e-9)
                )
                here = mine[held]
                run[here] = np.minimum(run[here], abs(border - height))
        return run

    def part(self, mesh: Mesh, name: str) -> Part:
        faces = []
        corners = mesh.vertices[mesh.triangles]
        area = mesh.area_of_triangle
        middle = corners.mean(axis=1)
        for index, (axis, sign, _, _) in enumerate(self.faces):
            mine = mesh.face_of_triangle == index
            normal = np.zeros(3)
            normal[axis] = sign
            own = mesh.vertices[mesh.face_of_vertex == index]
            face_area = float(area[mine].sum())
            faces.append(
                Face(
                    id=FaceId(index),
                    body=BodyId(0),
                    surface=Plane(frozen(own[0]), frozen(normal)),
                    sense=1,
                    deviation_mm=0.0,
                    is_recovered=False,
                    area_mm2=face_area,
                    centroid=frozen((area[mine, None] * middle[mine]).sum(axis=0) / face_area),
                    box_mm=frozen([own.min(axis=0), own.max(axis=0)]),
                    inner_point=frozen(middle[mine][0]),
                    inner_normal=frozen(normal),
                    loops=(Loop((), True),),
                )
            )
        widths = [np.diff(side) for side in self.sides]
        cell = widths[0][:, None, None] * widths[1][None, :, None] * widths[2][None, None, :]
        volume = float((cell * self.filled[1:-1, 1:-1, 1:-1]).sum())
        shell = Shell(tuple(face.id for face in faces), True, False, volume)
        body = Body(BodyId(0), name, (shell,), volume, float(area.sum()), True)
        box = frozen([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)])
        return Part(name, Source.BREP, tuple(faces), (), (body,), box, volume, float(area.sum()), "MM", ())


def _number_of_place(places: Floats) -> Ints:
    """Return a number of each place, in the order of coordinates, equal ones alike: (N, 3) to (N,)."""
    order = np.lexsort(places.T[::-1])
    is_another = (np.diff(places[order], axis=0) != 0).any(axis=1)
    numbers = np.empty(len(places), dtype=np.int64)
    numbers[order] = np.concatenate([[0], np.cumsum(is_another)])
    return numbers
