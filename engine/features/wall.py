"""Recognizes walls: the flat faces that no other recognizer explains.

Every flat face of a body bounds it, so every one left over by the recognizers before is a wall; of curved
faces those that stand upright between flat ends have that role (`curved_wall`), the rest stay unclassified.
The faces a file split one plane into make one wall.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import extents, opposite_by_rays, opposite_faces
from engine.graph.opposite_faces import SLACK, OppositeFace
from engine.model.feature import (
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
    SizeForm,
)
from engine.model.part import Face, FaceId
from engine.model.surface import Plane
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.WALL,
    plural="Walls",
    color="#b9c8d9",
    roles=(FaceRole(Role.WALL, "Wall", place=None),),
    precedence=Precedence.FLAT,
    sizes=(Size("thickness_mm", after="thick", form=SizeForm.RANGE),),
    order_in_results=1,
    order_in_lists=11,
)

OPPOSITE_SHARE = 0.1
"""A face behind at least this share of a wall is one of its opposite faces."""

COVERED_SHARE = 0.25
"""A wall is as thick as the flat face behind it where that lies behind at least this share of the wall."""


LEVEL = 0.9
"""Of flat faces behind a wall whose shares may have this ratio, each known to `SLACK`, the nearest counts:
which has the larger share depends on the mesh and means nothing."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Wall(Feature):
    """One flat face of a body and what lies behind it."""

    thickness_mm: float
    """To the flat face behind most of it, at mid-height where the two lean towards each other; where no
    flat face is behind, the depth of material straight behind half of it; NaN where that has no end."""
    min_thickness_mm: float
    max_thickness_mm: float
    """To the same face, where the two overlap; quartiles of the depth where there is none."""
    area_mm2: float
    opposite_fids: tuple[FaceId, ...]
    """Flat faces behind it, ascending; empty where the material ends at something curved or askew."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Wall, ...]:
    """Make a wall of every flat group of which `found` claims no face, in the order of their faces."""
    part, graph = context.part, context.graph
    claimed = {face for claim in found for face in claim.faces}
    opposites = context.once(opposite_faces.through_material)
    return tuple(
        _wall(context, group, opposites[group])
        for group, faces in sorted(graph.faces_of_group.items())
        if isinstance(part.faces[group].surface, Plane)
        and part.faces[group].body is not None
        and not claimed.intersection(faces)
    )


def _wall(context: RunContext, group: FaceId, opposites: tuple[OppositeFace, ...]) -> Wall:
    part, faces = context.part, context.graph.faces_of_group[group]
    members = [part.faces[face] for face in faces]
    defining = part.largest_face(faces)
    area_mm2 = sum(face.area_mm2 for face in members)
    thickness_mm, thinnest_mm, thickest_mm, uncertainty_mm = _thickness(context, members, area_mm2, opposites)
    opposite_fids = [
        face
        for each in opposites
        if each.area_mm2 >= (OPPOSITE_SHARE - SLACK) * area_mm2
        for face in context.graph.faces_of_group[each.other]
    ]
    assert defining.body is not None  # stray faces are no walls
    return Wall(
        kind=Kind.WALL,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, Role.WALL) for face in faces),
        body=defining.body,
        center=defining.inner_point,
        axis=defining.inner_normal,
        box_mm=extents.box(part, faces),
        uncertainty_mm=uncertainty_mm,
        thickness_mm=thickness_mm,
        min_thickness_mm=thinnest_mm,
        max_thickness_mm=thickest_mm,
        area_mm2=area_mm2,
        opposite_fids=tuple(sorted(opposite_fids)),
    )


def _thickness(
    context: RunContext, members: list[Face], area_mm2: float, opposites: tuple[OppositeFace, ...]
) -> tuple[float, float, float, float]:
    """Return the thickness, its least and greatest, and how far off they may be."""
    if opposites and opposites[0].area_mm2 >= (COVERED_SHARE - SLACK) * area_mm2:
        least_mm2 = LEVEL * opposites[0].area_mm2 - SLACK * area_mm2
        level = [each for each in opposites if each.area_mm2 >= least_mm2]
        main = min(level, key=lambda each: each.thickness_mm)
        stray_mm = max(face.deviation_mm for face in members) + context.part.faces[main.other].deviation_mm
        return main.thickness_mm, main.min_thickness_mm, main.max_thickness_mm, stray_mm
    rays = context.once(opposite_by_rays.inward_rays)
    depths_mm = rays.distances_mm[rays.of_group(context.graph.group_of_face[members[0].id])]
    depths_mm = depths_mm[np.isfinite(depths_mm)]
    if not depths_mm.size:
        return np.nan, np.nan, np.nan, 0.0
    low, middle, high = (float(each) for each in np.quantile(depths_mm, (0.25, 0.5, 0.75)))
    return middle, low, high, context.prepared.fields["thickness_ray"].absolute_error
