"""Where an issue is on the part, what is written there, and in which colors it is shown."""

from dataclasses import replace

import numpy as np

from engine import heatmaps
from engine.model.analysis import Analysis
from engine.model.arrays import Vector
from engine.model.finding import Finding
from engine.model.layer_limits import LayerLimits
from engine.model.part import FaceId
from engine.render import closeup
from engine.render.camera import Camera
from engine.render.scene import Scene
from engine.report import wording
from engine.report.issues import Issue

MOST_ASTRAY = 0.1
"""Share of a length by which its witness points may be nearer or farther apart: both are on a mesh."""


def has_place(issue: Issue, analysis: Analysis) -> bool:
    """Tell whether an issue is about some faces, and not about the part as a whole."""
    return 0 < len(issue.faces) < len(analysis.assessed.prepared.part.faces)


def layer_of(issue: Issue) -> str:
    """Name the heatmap of the field the rule is about; empty where a plain part says it better."""
    words = set(issue.metric.replace("_", ".").split("."))
    return next((name for name in heatmaps.layers() if name in words), "")


def limits_of(issue: Issue, analysis: Analysis) -> LayerLimits | None:
    """Return the limits that the rule of an issue sets to a layer, of the configuration that words it."""
    verdicts = (
        each for pack in analysis.verdicts if pack.name == issue.pack for each in pack.all_configurations
    )
    judged = next((each for each in verdicts if each.name == issue.strictest.configuration), None)
    found = None if judged is None else judged.limits.get(layer_of(issue))
    return found if found is not None and any(rule.key == issue.rule_key for rule in found.rules) else None


def process_of(issue: Issue, analysis: Analysis) -> str:
    """Name the process whose limits color the close-up of an issue; empty where none do."""
    limits = limits_of(issue, analysis)
    return "" if limits is None else limits.limits.source


def aim(scene: Scene, issue: Issue, size: tuple[int, int]) -> Camera:
    """Aim a camera at an issue for a picture of a size in pixels."""
    border = scene.borders.ends[scene.borders.between(edges_of(issue))].ravel()
    return closeup.aim(scene, issue.faces, place_of(issue), size, around=border)


def place_of(issue: Issue) -> Vector | None:
    """Return where an issue is worst; None of several places, and where that is not known."""
    location = issue.worst.location
    return location if len(issue.places) == 1 and np.isfinite(location).all() else None


def label_of(finding: Finding) -> str:
    """Write what was measured, as it stands in a picture; empty of what is neither a length nor an angle."""
    is_length_or_angle = finding.unit in ("mm", "°") and np.isfinite(finding.value)
    return wording.measured(replace(finding, uncertainty=0.0)) if is_length_or_angle else ""


def is_as_long_as_said(finding: Finding) -> bool:
    """Whether a dimension drawn between the witness points would agree with the number beside it."""
    if finding.witness is None or finding.unit != "mm":
        return finding.witness is not None
    length = float(np.linalg.norm(finding.witness[1] - finding.witness[0]))
    return abs(length - finding.value) <= max(MOST_ASTRAY * abs(finding.value), 2.0 * finding.uncertainty)


def edges_of(issue: Issue) -> tuple[tuple[FaceId, FaceId], ...]:
    """Return the pairs of faces between which the corners of an issue lie; empty for other kinds."""
    if issue.worst.kind != "CORNER":
        return ()
    return tuple((place.faces[0], place.faces[1]) for place in issue.places if len(place.faces) == 2)
