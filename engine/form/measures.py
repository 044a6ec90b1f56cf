"""The numbers that a form is told by."""

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine.form import (
    constant_section,
    drafted,
    filleted_corners,
    inner_levels,
    ledges,
    neighbors,
    revolved,
    sheet_edges,
    square_planes,
    uncut_corners,
    wires,
)
from engine.form.constant_section import ConstantSection
from engine.graph import coaxial, extents
from engine.graph.coaxial import AxisLine
from engine.model.access import Obstruction
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats
from engine.model.evidence import Evidence
from engine.model.feature import Role
from engine.model.part import Body, FaceId, Part
from engine.model.pull import Pull
from engine.model.surface import Cylinder

BEYOND = 1.4
"""Times the radius of what is turned: a bar that holds such an arm is twice as heavy, and goes into chips."""


REVOLVED_SHARE = 0.5
"""Share of the surface that turns: below it nothing is made of how the body fills its solid of revolution."""


@dataclass(frozen=True, slots=True, eq=False)
class Lathe:
    """What of a body is made on a lathe, or hobbed about the same axis."""

    axis: AxisLine | None = None
    turned: frozenset[FaceId] = frozenset()
    """What turns about the axis, outer hexagons of the bar included."""
    teeth: frozenset[FaceId] = frozenset()


def of_body(
    prepared: PreparedPart,
    recognition: Recognition,
    body: Body,
    pull: Pull,
    evidence: Evidence,
    lathe: Lathe,
    sizes_mm: Floats,
) -> dict[str, float]:
    """Measure a body: shares of its area unless their names say mm, NaN where one could not be measured.

    `sizes_mm` are the sides of the smallest box round it, ascending.
    """
    part = prepared.part
    access = evidence.tool_access
    sheet = next(each for each in evidence.sheets if each.body == body.id)
    shell = next(each for each in evidence.shells if each.body == body.id)
    faces = np.array(sorted(body.faces))
    areas_mm2 = np.array([part.faces[face].area_mm2 for face in faces])
    whole_mm2 = max(float(areas_mm2.sum()), 1e-300)
    roles = np.array([recognition.role_of_face[face] for face in faces])
    is_covered = np.array([access.obstruction_of_face[face] is Obstruction.COVERED for face in faces])
    sections = constant_section.find(prepared, body)
    even = wires.even_thickness(prepared, body)
    made = lathe.turned | lathe.teeth
    tube = [face for face in made if isinstance(part.faces[face].surface, Cylinder)]
    cut = made if lathe.axis is None else made | _shoulders(part, body, lathe.axis, lathe.turned)
    uncut = uncut_corners.of_body(part, prepared.graph, body, access, evidence.edges_of_corner, cut)
    box_mm3 = float(np.prod(sizes_mm))
    turned_share, teeth_share = (_area_mm2(part, each) / whole_mm2 for each in (made, lathe.teeth))
    swept = revolved.NOTHING
    if lathe.axis is not None and turned_share >= REVOLVED_SHARE:
        swept = revolved.of_body(prepared, body, lathe.axis)
    rounded = [face for face in lathe.teeth if recognition.role_of_face[face] == Role.ROUND]

    def share_of_roles(*chosen: Role) -> float:
        return float(areas_mm2[np.isin(roles, chosen)].sum()) / whole_mm2

    def slenderness(section: ConstantSection) -> float:
        across_mm2 = box_mm3 / section.length_mm if section.length_mm > 0.0 else math.inf
        return section.length_mm / math.sqrt(across_mm2) if across_mm2 > 0.0 else math.nan

    return {
        "gauge_mm": sheet.thickness_mm,
        "skin_share": sheet.skin_share,
        "level_share": inner_levels.share(part, body, sheet),
        "gauge_volume": even.volume_share(sheet.thickness_mm),
        "edge_lean": sheet_edges.lean_share(part, body, sheet),
        "ledge_share": ledges.share(part, body, sheet),
        "wall_mm": shell.nominal_mm,
        "thin_share": shell.thin_share,
        "thin_volume": shell.thin_share / shell.solidity if shell.solidity > 0.0 else math.nan,
        "blend_share": share_of_roles(Role.FILLET, Role.ROUND),
        "chamfer_share": share_of_roles(Role.CHAMFER),
        "bore_share": share_of_roles(Role.HOLE_WALL),
        "filleted_share": filleted_corners.share(prepared.graph, body),
        "step_share": share_of_roles(Role.THROUGH_STEP),
        "turned_share": turned_share,
        "tube_share": _area_mm2(part, tube) / whole_mm2,
        "teeth_share": teeth_share,
        "round_teeth": _area_mm2(part, rounded) / (teeth_share * whole_mm2) if teeth_share > 0.0 else 0.0,
        "revolved_fill": swept.fill,
        "ears_share": swept.ears_share,
        "beyond_share": _beyond_share(prepared, body, lathe),
        "square_share": square_planes.share(part, body),
        "drafted_share": drafted.share(part, pull, body),
        "upright_share": drafted.upright_share(part, pull, body),
        "undercut_share": float(pull.undercut_area_of_face[faces].sum()) / whole_mm2,
        "covered_share": float(areas_mm2[is_covered].sum()) / whole_mm2,
        "uncut_corners": float(uncut.count),
        "through_corners": float(uncut.n_through),
        "uncut_length": uncut.length_over_size,
        "volume_cm3": body.volume_mm3 / 1e3,
        "fill": body.volume_mm3 / box_mm3 if box_mm3 > 0.0 else math.nan,
        "flatness": float(sizes_mm[0] / sizes_mm[1]) if sizes_mm[1] > 0.0 else math.nan,
        "longest_mm": float(sizes_mm[2]),
        "voids": float(sum(shell.is_void for shell in body.shells)),
        "side_share": sections.plainest.side_share,
        "section_length": slenderness(sections.plainest),
        "long_side_share": sections.longest.side_share,
        "long_section_length": slenderness(sections.longest),
        "even_share": even.share,
        "even_sides": even.sides,
        "even_mm": even.thickness_mm,
        "even_length": body.volume_mm3 / even.thickness_mm**3 if even.thickness_mm > 0.0 else math.nan,
        "even_over_width": even.thickness_mm / float(sizes_mm[1]) if sizes_mm[1] > 0.0 else math.nan,
    }


def _beyond_share(prepared: PreparedPart, body: Body, lathe: Lathe) -> float:
    """Return the share of a body's area far outside of all that is made on the lathe; 0 where nothing is."""
    made = sorted(lathe.turned | lathe.teeth)
    if lathe.axis is None or not made:
        return 0.0
    mesh = prepared.mesh
    reach_mm = max(float(lathe.axis.distance(extents.border(prepared.part, face)).max()) for face in made)
    own = np.flatnonzero(mesh.body_of_triangle == body.id)
    areas_mm2 = prepared.area_of_triangle[own]
    middles = mesh.vertices[mesh.triangles[own]].mean(axis=1)
    is_beyond = lathe.axis.distance(middles) > BEYOND * reach_mm
    return float(areas_mm2[is_beyond].sum()) / max(float(areas_mm2.sum()), 1e-300)


def _area_mm2(part: Part, faces: Collection[FaceId]) -> float:
    return sum(part.faces[face].area_mm2 for face in sorted(faces))


def _shoulders(part: Part, body: Body, axis: AxisLine, turned: Collection[FaceId]) -> frozenset[FaceId]:
    """Return the flats square to an axis that meet what turns about it, whatever their outline is.

    The walls between the fins of a round core are faced on the lathe, though the fins are cut square.
    """
    meeting = {other for face in turned for other in neighbors.of_face(part, face)}
    own = meeting.intersection(body.faces).difference(turned)
    return frozenset(face for face in own if coaxial.is_square_to(part.faces[face], axis))
