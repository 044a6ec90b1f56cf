"""Recognizes bends: where sheet metal is folded, rolled or hemmed about a line.

A bend is a pair of coaxial skins of one sheet, a thickness apart, free at both ends of its line; or an outer
skin alone, where the inside was drawn sharp. One bend stays one where holes and reliefs cut it or the file
splits it. Hems are bends of 180 degrees, the eyes of hinges of more. What is no bend: the concentric corner
of a molded tray or of a machined block, the flanks of louvers and beads, a tube; `graph.sheet_bends` has the
tests for them.
"""

from dataclasses import dataclass

from engine.graph import extents, sheet_bends
from engine.graph.sheet_bends import SheetBend
from engine.model.arrays import frozen
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
from engine.model.part import Part
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.BEND,
    plural="Bends",
    color="#bc5a6f",
    roles=(FaceRole(Role.BEND, "Bend"),),
    precedence=Precedence.BLEND,
    sizes=(
        Size("inside_radius_mm", "R"),
        Size("angle_deg", form=SizeForm.ANGLE),
    ),
    order_in_results=11,
    order_in_lists=7,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Bend(Feature):
    """One bend. `axis` runs along the bend line; `center` lies on the defining face."""

    inside_radius_mm: float
    """The smallest, where the bend tapers; 0 where the inside was drawn sharp."""
    outside_radius_mm: float
    angle_deg: float
    """By how much the sheet turns: 90 for a square corner, 180 for a hem."""
    thickness_mm: float
    length_mm: float
    """Along the bend line, over what is cut out of it."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Bend, ...]:
    """Find the bends, in the order of their defining faces: the largest of each inner skin.

    Whatever `found` says of these faces, they are skins of a sheet: rivals are settled afterwards.
    """
    bends = [_bend(context.part, bend) for bend in context.once(sheet_bends.find)]
    return tuple(sorted(bends, key=lambda bend: bend.fid))


def _bend(part: Part, bend: SheetBend) -> Bend:
    faces = tuple(sorted(bend.inner + bend.outer))
    defining = part.largest_face(bend.inner or bend.outer).id
    return Bend(
        kind=Kind.BEND,
        fid=defining,
        faces=faces,
        roles=tuple((face, Role.BEND) for face in faces),
        body=bend.body,
        center=part.faces[defining].inner_point,
        axis=frozen(bend.axis),
        box_mm=extents.box(part, faces),
        uncertainty_mm=2.0 * bend.stray_mm,
        inside_radius_mm=bend.inside_radius_mm,
        outside_radius_mm=bend.outside_radius_mm,
        angle_deg=bend.angle_deg,
        thickness_mm=bend.thickness_mm,
        length_mm=bend.length_mm,
    )
