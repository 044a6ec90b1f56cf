"""A window context whose server has one part: two plates side by side, one of them thin."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from app.client import models
from app.client.measuring import Measurement, Picked
from app.client.models import Result
from app.state.settings import Settings
from app.views.viewport.mesh import PartMesh
from app.views.window_context import WindowContext
from engine.geometry_file import Geometry, MeasuredEdge, MeasuredFace
from engine.measure import answer
from engine.model.arrays import frozen
from engine.model.part import EdgeId, FaceId, Line
from engine.model.surface import Plane
from tests.app import sent_limits
from tests.app.views.viewport import solids

THIN_TOP, THICK_TOP = 1, 7
THICK_MM = 2.5
THIN_FACES = range(6)


def plates(thin_mm: float = 1.0) -> PartMesh:
    """Draw two plates of 20 by 20, 20 apart in x: faces 0 to 5 are `thin_mm` thick, 6 to 11 are 2.5 mm."""
    return solids.together(
        solids.box(20, 20, thin_mm), solids.box(20, 20, THICK_MM, at=(40, 0, 0), first_face=6)
    )


class Server:
    """Serves the artifacts of one part of boxes, with what was measured or without, and measures on it."""

    def __init__(self, mesh: PartMesh, *, with_attributes: bool = True, measures: bool = True) -> None:
        self.asked: list[str] = []
        self.measured: list[tuple[Picked, ...]] = []
        self._mesh, self._with_attributes, self._measures = mesh, with_attributes, measures

    def measure(
        self, job_id: str, places: tuple[Picked, ...], *, is_thickness: bool = False
    ) -> Measurement | None:
        self.measured.append(places)
        if not self._measures:
            return None
        asked = [{"fid": one.fid, "point": one.point, "is_edge": one.is_edge} for one in places]
        what = "thickness" if is_thickness else "relation"
        return msgspec.convert(answer.measure(geometry(self._mesh), asked, what), Measurement)

    def download(self, link: str) -> bytes:
        self.asked.append(link)
        return solids.glb(self._mesh, with_attributes=self._with_attributes, color=(0.5, 0.1, 0.1))


def geometry(mesh: PartMesh) -> Geometry:
    """Return planes for the quads of a mesh of boxes, each with its four sides."""
    faces, edges = [], []
    for face in range(len(mesh.vertices) // 4):
        corners = mesh.vertices[4 * face : 4 * face + 4]
        plane = Plane(frozen(corners[0]), frozen(mesh.normals[4 * face]))
        sides = np.roll(corners, -1, axis=0) - corners
        lengths = np.linalg.norm(sides, axis=1)
        faces.append(MeasuredFace(plane, 1, 0.0, float(lengths[0] * lengths[1])))
        for at, (corner, side, length) in enumerate(zip(corners, sides, lengths, strict=True)):
            line, points = Line(frozen(side / length)), frozen([corner, corner + side])
            edges.append(
                MeasuredEdge(EdgeId(4 * face + at), (FaceId(face),), line, points, float(length), False)
            )
    return Geometry(tuple(faces), tuple(edges))


def result(**changes: Any) -> Result:
    """Return a result in which the thin plate is a fin, its top a hole in that fin, and fails as `cnc`."""
    roles = {str(face): 7 if face < 6 else 16 for face in range(12)}
    features = [
        {"fid": "1", "kind": "HOLE", "related_fids": ["1"]},
        {"fid": "2", "kind": "FIN", "related_fids": ["0", "1", "2"]},
    ]
    found = [{"fid": "1", "related_fids": ["1"], "severity": "fail", "value": 1.0, "threshold": 2.0}]
    rule = {"key": "wall", "severity": "fail", "metric": "thickness.min", "findings": found}
    thin = [str(face) for face in THIN_FACES]
    limits = {
        "thickness": sent_limits.document(2.0, None, (None, None, None), (2.0, None, thin)),
        "clearance": sent_limits.document(layer="clearance"),
        "draft": sent_limits.document(layer="draft"),
    }
    verdict = {"overall_severity": "fail", "summary": {"fail": 1}, "limits": limits, "rules": [rule]}
    document = {
        "job_id": "7",
        "features": {
            "roles_by_fid": roles,
            "role_names": {"7": "Fin wall", "16": "Wall"},
            "features": features,
            "manufacturability": {
                "pull_dir": [0, 0, 1],
                "alpha_min_deg": 0.5,
                "n_undercuts": 0,
                "n_low_draft": 0,
            },
        },
        "modules": {
            "modules": [
                {
                    "module_key": "cnc",
                    "configurations": [{"configuration_key": "3-axis", "result": verdict}],
                }
            ]
        },
        "artifacts": {
            f"{layer}_glb": f"/{layer}" for layer in ("thickness", "clearance", "features", "draft")
        },
    }
    return models.read_result(document | changes)


def two_bodies() -> Result:
    """Return the result with each plate a body: the thin one fails as `cnc`, the thick one passes."""
    names = {"module_key": "cnc"}
    found = [{"fid": "1", "related_fids": ["1"], "severity": "fail", "value": 1.0, "threshold": 2.0}]
    rules = [
        {"key": "wall", "name": "Wall", "severity": "fail", "findings": found},
        {"key": "wall", "name": "Wall", "severity": "pass"},
    ]
    verdicts = [{"overall_severity": each["severity"], "summary": {}, "rules": [each]} for each in rules]
    packs = [
        {"modules": [names | {"configurations": [{"configuration_key": "3-axis", "result": each}]}]}
        for each in verdicts
    ]
    bodies = [
        {"solids": [0], "name": "Lid", "fids": [[str(face) for face in range(6)]], "modules": packs[0]},
        {"solids": [1], "name": "Base", "fids": [[str(face) for face in range(6, 12)]], "modules": packs[1]},
    ]
    return result(bodies=bodies)


def context(folder: Path, server: Server, layer: str = "thickness") -> WindowContext:
    """Return a window context that speaks with this server and looks at the part as machined."""
    made = WindowContext(Settings(folder / "settings.json"))
    made.client = server  # type: ignore[assignment]
    made.layer = layer
    made.verdict = ("cnc", "3-axis")
    return made
