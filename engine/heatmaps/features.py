"""Features: what each face is for, one hue a kind."""

import numpy as np

from engine.heatmaps import _artifact
from engine.model.analysis import Analysis
from engine.model.feature import Role
from engine.model.field import Unit
from engine.model.heatmap import Heatmap, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import ROLE_COLORS, rgb

NAME = "features"


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color each face by its role. `limits` changes nothing."""
    roles = np.array(analysis.assessed.recognition.role_of_face, dtype=np.int64)
    role_of_vertex = roles[analysis.assessed.prepared.mesh.face_of_vertex]
    table = np.array([rgb(color) for color in ROLE_COLORS])
    found = [Role(code) for code in np.unique(role_of_vertex)]
    known = [role for role in found if role is not Role.UNCLASSIFIED]
    listed = known + [role for role in found if role is Role.UNCLASSIFIED]
    return Heatmap(
        name=NAME,
        title="Features",
        unit=Unit.ONE,
        values=role_of_vertex.astype(np.float64),
        colors=table[role_of_vertex],
        scale=None,
        scales=(),
        scale_of_vertex=np.zeros(len(role_of_vertex), dtype=np.int64),
        is_marked=np.zeros(len(role_of_vertex), dtype=np.bool_),
        mark=None,
        swatches=tuple(Swatch(role.label, ROLE_COLORS[role]) for role in listed),
    )


def paint(analysis: Analysis, limits: LayerLimits | None = None) -> bytes:
    """Return the GLB; `_VALUE` is the role code."""
    heatmap = color(analysis, limits)
    return _artifact.glb(analysis, heatmap, heatmap.values)
