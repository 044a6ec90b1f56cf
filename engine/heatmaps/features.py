"""Features: what each face is for, one hue a kind."""

import numpy as np

from engine.model.analysis import Analysis, Assessed
from engine.model.feature import Role
from engine.model.field import Field, Location, Unit
from engine.model.heatmap import Heatmap
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import rgb

LAYER = Layer(
    name="features",
    title="Features",
    label="Features",
    doc="What each face is for.",
    unit=Unit.ONE,
    icon="features",
)


def measured(assessed: Assessed) -> Field:
    """Return the code of the role of each vertex's face."""
    roles = np.array(assessed.recognition.role_of_face, dtype=np.float64)
    return Field(LAYER.name, Location.VERTEX, Unit.ONE, roles[assessed.prepared.mesh.face_of_vertex])


def color(analysis: Analysis, limits: LayerLimits | None = None) -> Heatmap:
    """Color each face by its role. `limits` changes nothing."""
    # The kinds bring the recognizers along; whoever lists the layers does not wait for them.
    from engine.kinds import ROLES, color_of_role

    values = measured(analysis.assessed).values
    role_of_vertex = values.astype(np.int64)
    table = np.zeros((max(ROLES) + 1, 3))
    table[list(ROLES)] = [rgb(color_of_role(code)) for code in ROLES]
    found = np.unique(role_of_vertex).tolist()
    listed = sorted(found, key=lambda code: code == Role.UNCLASSIFIED)  # last: it is what is left over
    return Heatmap(
        layer=LAYER,
        values=values,
        colors=table[role_of_vertex],
        scale=None,
        scales=(),
        scale_of_vertex=np.zeros(len(role_of_vertex), dtype=np.int64),
        is_marked=np.zeros(len(role_of_vertex), dtype=np.bool_),
        swatches=tuple(Swatch(ROLES[code].label, color_of_role(code)) for code in listed),
    )
