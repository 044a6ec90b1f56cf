"""Whole-part metrics: size, bodies, walls, and what the pull makes of the part."""

import numpy as np

from engine.kinds import KINDS
from engine.metrics import _bodies, _hollows, _machining
from engine.metrics._context import Context
from engine.metrics._declare import Metric, metric
from engine.metrics._surface import WHOLE
from engine.metrics._words import counted, direction
from engine.model.feature import FeatureKind
from engine.model.field import Unit
from engine.model.metric import Domain, Measured
from engine.model.part import Part


@metric("part.volume_mm3", Unit.MM3, Domain.PART)
def volume(part: Part, context: Context) -> float:
    """Volume of all bodies."""
    return part.volume_mm3


@metric("part.area_mm2", Unit.MM2, Domain.PART)
def area(part: Part, context: Context) -> float:
    """Surface area of all bodies."""
    return part.area_mm2


@metric("part.max_dimension_mm", Unit.MM, Domain.PART)
def max_dimension(part: Part, context: Context) -> float:
    """Longest side of the part's box."""
    return float(part.size_mm.max())


@metric("part.min_dimension_mm", Unit.MM, Domain.PART)
def min_dimension(part: Part, context: Context) -> float:
    """Shortest side of the part's box."""
    return float(part.size_mm.min())


@metric("part.face_count", Unit.ONE, Domain.PART)
def face_count(part: Part, context: Context) -> float:
    """Faces of all bodies."""
    return float(sum(len(body.faces) for body in part.bodies))


@metric("part.body_count", Unit.ONE, Domain.PART)
def body_count(part: Part, context: Context) -> float:
    """Separate bodies in the file."""
    return float(len(part.bodies))


@metric("part.open_shell_count", Unit.ONE, Domain.PART)
def open_shell_count(part: Part, context: Context) -> Measured:
    """Shells with a free border, which bound no volume."""
    return _bodies.open_shells(part)


@metric("part.unsound_body_count", Unit.ONE, Domain.PART)
def unsound_body_count(part: Part, context: Context) -> float:
    """Bodies that close, but whose surfaces cross each other or miss their edges."""
    return float(len(_bodies.unsound(part)))


@metric("part.void_count", Unit.ONE, Domain.PART)
def void_count(part: Part, context: Context) -> Measured:
    """Sealed hollows inside the material."""
    return _bodies.voids(part)


@metric("part.void_volume_mm3", Unit.MM3, Domain.PART)
def void_volume(part: Part, context: Context) -> float:
    """Volume of all sealed hollows."""
    return sum(shell.volume_mm3 for shell in _bodies.void_shells(part))


@metric("part.solid_fault_count", Unit.ONE, Domain.PART)
def solid_fault_count(part: Part, context: Context) -> Measured:
    """What keeps the part from being one closed shell: further bodies, open shells, sealed hollows."""
    return _bodies.faults(part)


@metric("part.thickness.min", Unit.MM, Domain.PART, layer="thickness")
def thickness_min(part: Part, context: Context) -> Measured:
    """Least wall thickness, at a place of any size; edges that run out to nothing are left out."""
    return context.fields.thickness.minimum(WHOLE)


@metric("part.thickness.mean", Unit.MM, Domain.PART, layer="thickness")
def thickness_mean(part: Part, context: Context) -> Measured:
    """Mean wall thickness over the area."""
    return context.fields.thickness.mean(WHOLE)


@metric("part.thickness.median", Unit.MM, Domain.PART, layer="thickness")
def thickness_median(part: Part, context: Context) -> Measured:
    """Wall thickness that half of the area falls below: the nominal wall of a shell-like part."""
    return context.fields.thickness.median(WHOLE)


@metric("part.thickness.max", Unit.MM, Domain.PART, layer="thickness")
def thickness_max(part: Part, context: Context) -> Measured:
    """Largest wall thickness; one percent of the area may be thicker."""
    return context.fields.thickness.maximum(WHOLE)


@metric("part.thickness.cv", Unit.ONE, Domain.PART)
def thickness_cv(part: Part, context: Context) -> Measured:
    """Standard deviation of the wall thickness over its mean, weighted by area."""
    return context.fields.thickness.variation(WHOLE)


@metric("part.thickness.section_ratio", Unit.ONE, Domain.PART)
def thickness_section_ratio(part: Part, context: Context) -> Measured:
    """Strongest change of section: a thick section over the thinnest one that touches it."""
    strongest = context.sections.strongest(WHOLE)
    return strongest or Measured(np.nan, reason="no face lies over a section that could be measured")


@metric("part.clearance.min", Unit.MM, Domain.PART, layer="clearance")
def clearance_min(part: Part, context: Context) -> Measured:
    """Least distance through air between opposite walls; infinite where there are none."""
    return context.fields.clearance.minimum(WHOLE)


@metric("part.draft.min", Unit.DEG, Domain.PART, layer="draft")
def draft_min(part: Part, context: Context) -> Measured:
    """Least draft of any face towards the mold half that frees it; negative on an undercut."""
    return context.fields.least_draft(tuple(face.id for face in part.faces))


@metric("part.undercut_count", Unit.ONE, Domain.PART)
def undercut_count(part: Part, context: Context) -> float:
    """Faces that the pull frees from neither side."""
    return float(np.count_nonzero(context.assessed.pull.is_undercut))


@metric("part.undercut_region_count", Unit.ONE, Domain.PART)
def undercut_region_count(part: Part, context: Context) -> float:
    """Connected undercuts, each of which a slide or a core has to free."""
    return float(len(context.assessed.pull.regions))


@metric("part.locked_undercut_count", Unit.ONE, Domain.PART)
def locked_undercut_count(part: Part, context: Context) -> float:
    """Connected undercuts that no straight slide frees."""
    return float(sum(region.side_action is None for region in context.assessed.pull.regions))


@metric("part.undercut_level", Unit.ONE, Domain.PART)
def undercut_level(part: Part, context: Context) -> Measured:
    """What it takes to free the part: 0 the pull alone, 1 slides as well, 2 more than straight slides."""
    regions = context.assessed.pull.regions
    if not regions:
        return Measured(0.0)
    locked = [region for region in regions if region.side_action is None]
    freed = [(each.side_action, each.is_split) for each in regions if each.side_action is not None]
    both = [way for action, is_split in freed for way in ((action, -action) if is_split else (action,))]
    slides = {tuple(np.round(way, 2) + 0.0) for way in both}
    ways = ", ".join(direction(np.array(slide)) for slide in sorted(slides, reverse=True))
    clauses = [counted(len(regions), "undercut")]
    if slides:
        clauses.append(f"{counted(len(slides), 'slide')} along {ways}")
    if locked:
        clauses.append(f"no straight slide for {len(locked)}")
    shown = locked or regions
    faces = tuple(sorted(face for region in shown for face in region.faces))
    return Measured(
        2.0 if locked else 1.0, location=shown[0].location, faces=faces, note=f"Found: {', '.join(clauses)}."
    )


@metric("part.undercut_area_mm2", Unit.MM2, Domain.PART)
def undercut_area(part: Part, context: Context) -> float:
    """Area that the pull frees from neither side."""
    return float(np.nansum(context.assessed.pull.undercut_area_of_face))


@metric("part.low_draft_count", Unit.ONE, Domain.PART)
def low_draft_count(part: Part, context: Context) -> float:
    """Faces that are freed with less draft than alpha_warn, vertical ones among them."""
    return float(np.count_nonzero(context.assessed.pull.is_low_draft))


@metric("part.setup_count", Unit.ONE, Domain.PART)
def setup_count(part: Part, context: Context) -> Measured:
    """Orientations of the workpiece, or chuckings in a lathe, in which cutters reach all they can."""
    return _machining.setups(context)


@metric("part.inaccessible_count", Unit.ONE, Domain.PART)
def inaccessible_count(part: Part, context: Context) -> Measured:
    """Faces that no straight tool reaches along the part's own directions."""
    return _machining.inaccessible(part, context, is_area=False)


@metric("part.inaccessible_area_mm2", Unit.MM2, Domain.PART)
def inaccessible_area(part: Part, context: Context) -> Measured:
    """Area of the faces that no straight tool reaches along the part's own directions."""
    return _machining.inaccessible(part, context, is_area=True)


@metric("part.sharp_corner_count", Unit.ONE, Domain.PART)
def sharp_corner_count(part: Part, context: Context) -> float:
    """Concave joints that no fillet covers."""
    return float(len(context.assessed.evidence.sharp_corners))


@metric("part.support_area_mm2", Unit.MM2, Domain.PART)
def support_area(part: Part, context: Context) -> Measured:
    """Area that hangs over by more than 45 degrees, seen from the bed, built the way that leaves least."""
    build = context.assessed.evidence.build
    return Measured(build.support_area_mm2, faces=build.base)


@metric("part.build_height_mm", Unit.MM, Domain.PART)
def build_height(part: Part, context: Context) -> Measured:
    """Height of the part above the bed, built the way that leaves least to support."""
    build = context.assessed.evidence.build
    return Measured(build.height_mm, faces=build.base)


@metric("part.trapped_volume_mm3", Unit.MM3, Domain.PART)
def trapped_volume(part: Part, context: Context) -> Measured:
    """Volume of all hollows that are wider than their openings, sealed ones among them."""
    return _hollows.volume(context)


@metric("part.escape_hole_mm", Unit.MM, Domain.PART)
def escape_hole(part: Part, context: Context) -> Measured:
    """Diameter of a hole as large as all openings of the tightest hollow; infinite without hollows."""
    return _hollows.escape_hole(context)


@metric("part.trapped_span_mm", Unit.MM, Domain.PART)
def trapped_span(part: Part, context: Context) -> Measured:
    """Widest ceiling over the tightest hollow, from support to support, as the part is built; 0 without.

    The roof of the bore that opens it is none.
    """
    return _hollows.widest_ceiling(context)


@metric("part.unexplained_area_share", Unit.ONE, Domain.PART)
def unexplained_area_share(part: Part, context: Context) -> float:
    """Share of the area whose faces no recognized feature explains."""
    return context.assessed.recognition.unexplained_area_share


def _count_of(kind: FeatureKind) -> Metric:
    """Declare the metric that counts the features of one kind."""

    def count(part: Part, context: Context) -> float:
        return float(len(context.assessed.recognition.of_kind(kind.key)))

    count.__doc__ = f"Number of {kind.plural.lower()} that were recognized."
    return metric(f"part.{kind.key.lower()}_count", Unit.ONE, Domain.PART)(count)


METRICS = (
    volume,
    area,
    max_dimension,
    min_dimension,
    face_count,
    body_count,
    open_shell_count,
    unsound_body_count,
    void_count,
    void_volume,
    solid_fault_count,
    thickness_min,
    thickness_mean,
    thickness_median,
    thickness_max,
    thickness_cv,
    thickness_section_ratio,
    clearance_min,
    draft_min,
    undercut_count,
    undercut_region_count,
    locked_undercut_count,
    undercut_level,
    undercut_area,
    low_draft_count,
    setup_count,
    inaccessible_count,
    inaccessible_area,
    sharp_corner_count,
    *map(_count_of, KINDS),
    support_area,
    build_height,
    trapped_volume,
    escape_hole,
    trapped_span,
    unexplained_area_share,
)
