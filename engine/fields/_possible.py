"""What a distance can be: none through a body is longer than its diagonal, none before it than the part's.

Nor is a thickness nothing: where a wall runs out at a feather edge there is none.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from engine.fields import clearance, thickness, thickness_ray
from engine.model.arrays import Floats, frozen, frozen_ints
from engine.model.field import Field
from engine.model.mesh import Mesh

ROUNDING = 1e-9
"""Share of a diagonal by which a distance along it may exceed it."""
WORDS = {thickness.NAME: "thickness", thickness_ray.NAME: "thickness along rays", clearance.NAME: "clearance"}


def bounded(field: Field, mesh: Mesh) -> Field:
    """Take back the distances that cannot be: NaN there, and `n_impossible` says how many there were."""
    values, limits = field.values, _limits(field.name, mesh)
    is_wrong = np.isfinite(values) & (values > limits * (1.0 + ROUNDING))
    if field.name != clearance.NAME:
        is_wrong |= values <= limits * ROUNDING
    if not is_wrong.any():
        return field
    opposite = None if field.opposite is None else frozen_ints(np.where(is_wrong, -1, field.opposite))
    return replace(
        field,
        values=frozen(np.where(is_wrong, np.nan, values)),
        opposite=opposite,
        n_impossible=int(is_wrong.sum()),
    )


def doubts(fields: Iterable[Field]) -> tuple[str, ...]:
    """Say of which fields values were taken back."""
    return tuple(
        f"At {field.n_impossible} of {len(field.values)} points {WORDS[field.name]} came out larger than "
        f"{'the part' if field.name == clearance.NAME else 'the body, or as nothing'}; "
        "there it counts as not measured."
        for field in fields
        if field.n_impossible
    )


def _limits(name: str, mesh: Mesh) -> Floats:
    """(V,) the longest distance that each vertex can have."""
    if not len(mesh.triangles):
        return np.zeros(len(mesh.vertices))
    if name == clearance.NAME:
        return np.full(len(mesh.vertices), np.linalg.norm(np.ptp(mesh.vertices, axis=0)))
    body = np.zeros(len(mesh.vertices), dtype=np.int64)
    body[mesh.triangles] = mesh.body_of_triangle[:, None]
    count = int(body.max()) + 1
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, body, mesh.vertices)
    np.maximum.at(high, body, mesh.vertices)
    return np.asarray(np.linalg.norm(np.maximum(high - low, 0.0), axis=1)[body])
