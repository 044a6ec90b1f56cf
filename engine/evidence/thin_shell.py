"""Finds bodies that are one wall all over, as a molded part is, and where they stray from that wall.

Plastic is molded in one wall, because the thickest place cools last, sinks, and holds up all the rest. The
wall a body was drawn with is its *nominal* wall: of all thicknesses, those within 25 % of which most of the
area lies, and of these the one that half of that area falls below. Where a shell was drawn with one wall,
more than half of it has exactly that thickness, so the estimate is that number. Ribs, bosses and holes have
no say in it, for they have rules of their own; rims and edges are no sections.

A body is a thin shell as far as its surface lies over wall that is within half of the nominal one, if that
is thin for the size of the body, and thin enough for plastic to cool. A block has none of it, a casting with
heavy sections some. A folded sheet is a thin shell too, and nothing is wrong with that: it could be molded.

The wall behind a face, together with all faces that the file split from it, is measured at its middle, or
where a quarter of it is thicker by more than its middle is thinner, by what that quarter has. A face that is
narrow for the nominal wall, such as the step that a lid sits on, is a detail, and no wall. A thin wall that
stands on the shell like a rib is a rib, recognized or not (`_uprights`), and so is a lip. Where material
gathers in what is no wall is reported all the same (`_lumps`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.evidence import _lumps, _sections, _uprights
from engine.graph import neighborhoods
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Floats, Ints, frozen
from engine.model.feature import BLEND_ROLES, HOLE_ROLES, Role
from engine.model.part import Body, FaceId
from engine.model.shell import ShellBody, ShellWall
from engine.pull import frame
from engine.pull.frame import Frame
from engine.pull.samples import over_triangles
from engine.run_context import RunContext
from engine.tolerances import SAME_SHARE

EVEN = 0.25
"""A wall within this of the nominal one is even: what amorphous resins bear (a handbook, by RapidDraft)."""

SHELL = 0.5
"""A wall within this of the nominal one is still part of the shell: ribs have half of it."""

THIN = 6.0
"""A wall is thin for a body when the body's skin, taken as a square, is this many walls wide. A plate that is
five times as wide as thick just fails; a cube has 1.7, a bar ten times as long as wide has 4.6."""

THICKEST_MM = 6.35
"""The thickest wall that is molded without special measures: the most that commodity resins take, 5.08 mm of
polyethylene (Protolabs), and a quarter more."""

THINNEST_MM = 0.5
"""The thinnest wall that is molded every day: 0.51 mm of PPS (Protolabs), 0.5 to 0.6 (Alu Prototype)."""
AT_LIMIT = 0.01
"""A wall that misses the limit by less than this share was drawn at it, and measured off triangles."""
FAR = 200.0
"""Plastic that flows further than this many walls takes more gates, or machines for thin walls (Alu
Prototype, chinaplasmould). Of common resins polypropylene alone flows further, up to 300 (Plastwise)."""

MAX_SAMPLES = 5000
SAMPLES_PER_FACE = 12
"""Sections looked at, spread over the part by area, and how many of a face at least."""

MAX_SECTIONS = 40_000
"""Sections by which the nominal wall is measured. With fewer, two walls whose areas differ by a hundredth
change places from mesh to mesh."""

THICK_SHARE = 0.25
"""This share of a wall may be thicker than its reported thickness: a rib or a wall on its other side takes
some of it. Half of it may be thinner: steps in which lids fit are."""

SAME_WALL = 0.05
"""What strays from the middle of a wall by no more counts as that: the corner where it meets another wall is
a little thicker."""

WALL_SHARE = 0.5
"""At least this share of a face lies over sections, or it is a rim."""

DETAIL_WIDTH = 1.5
"""A face narrower than this many nominal walls, as a strip, is a detail: a step, a cut edge."""

SAME_AREA = 0.98
"""Of thicknesses round which about as much of the area lies, the least is taken."""

SHARE_ERROR = 0.01
"""How far such a share may be off: where sections begin hangs on where the mesh has its vertices."""

COOLING_ERROR = _lumps.MODEL_ERROR
"""Share by which the plate that cools like a body may be off."""

SAME_NOMINAL = 1e-3
"""Nominal walls that differ by less than this share are one."""

OWN_RULES = HOLE_ROLES | {Role.BOSS_WALL, Role.BOSS_TOP, Role.FIN_WALL, Role.FIN_TOP}
"""Faces of what has rules of its own."""
NEVER_WALLS = OWN_RULES | BLEND_ROLES
"""Blends count for the nominal wall, and are no walls by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sections:
    """Places over sections of one body."""

    vertices: Ints
    thickness_mm: Floats
    area_mm2: Floats
    """(N,) what each stands for."""
    is_counted: Bools
    """(N,) whether each counts for the nominal wall."""

    def share(self, chosen: Bools) -> float:
        """Return the share of the area that some of the places stand for."""
        return float(self.area_mm2[chosen].sum() / self.area_mm2.sum())


def find(context: RunContext, recognition: Recognition, flank_of_vertex: Bools) -> tuple[ShellBody, ...]:
    """Look at every body as a thin shell, in their order.

    Parameters
    ----------
    context, recognition
        Of one part.
    flank_of_vertex : (V,) bool
        Vertices on flanks of edges, which are no sections.

    Returns
    -------
    tuple of ShellBody
        One for each body. A body without any section (open shells, bodies too small to measure) has no
        nominal wall: NaN, and shares of 0.
    """
    area_of_vertex = context.prepared.area_of_vertex
    known = np.flatnonzero(_are_reliable(context.prepared) & ~flank_of_vertex & (area_of_vertex > 0.0))
    area_of_face = np.array([face.area_mm2 for face in context.part.faces])
    few, many = (
        _sections.spread(known, context.mesh.face_of_vertex[known], area_of_face, budget, SAMPLES_PER_FACE)
        for budget in (MAX_SAMPLES, MAX_SECTIONS)
    )
    every = _sections_of_part(context, recognition, known, area_of_vertex, few)
    dense = every
    if not np.array_equal(few, many):
        dense = _sections_of_part(context, recognition, known, area_of_vertex, many)
    body_of_face = np.array([-1 if face.body is None else face.body for face in context.part.faces])
    body, body_of_dense, body_of_known = (
        body_of_face[context.mesh.face_of_vertex[vertices]]
        for vertices in (every.vertices, dense.vertices, known)
    )
    own = frame.find(context.part, over_triangles(context.mesh))
    return tuple(
        _shell_body(
            context,
            recognition,
            own,
            each,
            _chosen(every, body == each.id),
            _chosen(dense, body_of_dense == each.id),
            known[body_of_known == each.id],
        )
        for each in context.part.bodies
    )


def _are_reliable(prepared: PreparedPart) -> Bools:
    """(V,) whether the thickness behind each vertex is known well enough to be that of a section."""
    field = prepared.fields["thickness"]
    is_known = (field.values > 0.0) & np.isfinite(field.values)
    is_known &= np.isfinite(prepared.mesh.normals).all(axis=1)
    error = field.absolute_error + field.relative_error * np.where(is_known, field.values, 0.0)
    return np.asarray(is_known & (error <= _sections.RELIABLE_SHARE * field.values))


def _sections_of_part(
    context: RunContext, recognition: Recognition, vertices: Ints, area_of_vertex: Floats, sampled: Ints
) -> _Sections:
    """Look at sections behind those of the vertices that were sampled."""
    mesh, field = context.mesh, context.prepared.fields["thickness"]
    face = mesh.face_of_vertex[sampled]
    n_faces = len(context.part.faces)
    whole = np.bincount(mesh.face_of_vertex[vertices], area_of_vertex[vertices], n_faces)
    kept = np.bincount(face, area_of_vertex[sampled], n_faces)
    weight = area_of_vertex[sampled] * (whole / np.where(kept > 0.0, kept, 1.0))[face]
    thickness = field.values[sampled]
    centers = mesh.vertices[sampled] - 0.5 * thickness[:, None] * mesh.normals[sampled]
    is_section = _sections.are_sections(context.scene_by_place, sampled, centers, 0.5 * thickness)
    is_counted = ~np.array([role in OWN_RULES for role in recognition.role_of_face], dtype=np.bool_)
    found = _Sections(sampled, thickness, weight, is_counted[face])
    return _chosen(found, is_section)


def _chosen(sections: _Sections, which: Bools) -> _Sections:
    return _Sections(
        sections.vertices[which],
        sections.thickness_mm[which],
        sections.area_mm2[which],
        sections.is_counted[which],
    )


def _shell_body(
    context: RunContext,
    recognition: Recognition,
    own: Frame,
    body: Body,
    sections: _Sections,
    dense: _Sections,
    known: Ints,
) -> ShellBody:
    if not len(sections.vertices):
        reason = "No wall of the body could be measured."
        every = _without_rules(body, recognition, ())
        return ShellBody(body.id, np.nan, 0.0, 0.0, np.nan, np.nan, reason, (), (), every)
    counted, many = (
        _chosen(each, each.is_counted) if each.is_counted.any() else each for each in (sections, dense)
    )
    chosen, *others = (
        _with_nominal(nominal_mm, context, recognition, own, body, sections, counted, known)
        for nominal_mm in _nominal_walls_mm(many)
    )
    chosen = replace(chosen, cooling_mm=_lumps.slowest_mm(context, body, known))
    if not others:
        return chosen
    walls = _undecided(chosen, others)
    beside = _without_rules(body, recognition, walls)
    return replace(chosen, walls=walls, other_faces=beside, rivals=tuple(others))


def _with_nominal(
    nominal_mm: float,
    context: RunContext,
    recognition: Recognition,
    own: Frame,
    body: Body,
    sections: _Sections,
    counted: _Sections,
    known: Ints,
) -> ShellBody:
    """Describe a body by a nominal wall, however much of its area has it."""
    width_mm = float(np.sqrt(body.area_mm2 / 2.0))
    flow_mm = _flow_mm(context.mesh.vertices[known] @ own.axes.T, width_mm)
    is_filled = not _is_unfilled(nominal_mm, flow_mm)
    is_thin = is_filled and not _exceeds(nominal_mm, min(width_mm / THIN, THICKEST_MM))
    is_shell = is_thin & _are_within(sections.thickness_mm, nominal_mm, SHELL)
    thin_share = sections.share(is_shell)
    walls = _walls(context.prepared, recognition, nominal_mm, sections, body)
    if is_thin:
        walls += _lumps.find(context, recognition, body, nominal_mm, walls, known)
    return ShellBody(
        body=body.id,
        nominal_mm=nominal_mm,
        thin_share=thin_share,
        uniform_share=counted.share(_are_within(counted.thickness_mm, nominal_mm, EVEN)),
        flow_mm=flow_mm,
        solidity=body.volume_mm3 / (nominal_mm * body.area_mm2 / 2.0),
        reason=_reason(nominal_mm, width_mm, flow_mm, thin_share, sections),
        stray_faces=_mostly(context.prepared, sections, ~is_shell),
        walls=tuple(sorted(walls, key=lambda wall: wall.face)),
        other_faces=_without_rules(body, recognition, walls),
    )


def _without_rules(body: Body, recognition: Recognition, walls: Sequence[ShellWall]) -> tuple[FaceId, ...]:
    """Return the faces of a body that are none of its walls and nothing that has rules of its own."""
    others = set(body.faces).difference(*(wall.faces for wall in walls))
    return tuple(face for face in sorted(others) if recognition.role_of_face[face] not in NEVER_WALLS)


def _undecided(chosen: ShellBody, others: Sequence[ShellBody]) -> tuple[ShellWall, ...]:
    """Add to the walls of a body what they would be, had it been drawn with one of the other nominal walls.

    What is wall then alone is listed as well.
    """
    known = {face for wall in chosen.walls for face in wall.faces}
    walls = list(chosen.walls)
    for other in others:
        added = [wall for wall in other.walls if known.isdisjoint(wall.faces)]
        known |= {face for wall in added for face in wall.faces}
        walls += [replace(wall, nominal_mm=chosen.nominal_mm, is_certain=False) for wall in added]
    return tuple(
        replace(wall, rival_ratios=tuple(ratio for other in others for ratio in _ratios(other, wall)))
        for wall in sorted(walls, key=lambda wall: wall.face)
    )


def _ratios(other: ShellBody, wall: ShellWall) -> list[float]:
    """Return thickness over nominal wall behind the faces of a wall of another view; 1 where it is none."""
    same = [each for each in other.walls if not set(each.faces).isdisjoint(wall.faces)]
    return [each.thickness_mm / each.nominal_mm for each in same] or [1.0]


def _nominal_walls_mm(sections: _Sections) -> list[float]:
    """Return the median thickness of those within `EVEN` of which most of the area lies.

    Behind it follow the thinnest and the thickest that may be it as well, for all that is known of the
    shares, where these differ from it.
    """
    order = np.argsort(sections.thickness_mm, kind="stable")
    thickness, summed = sections.thickness_mm[order], np.cumsum(sections.area_mm2[order])
    summed = np.concatenate([[0.0], summed])
    widest = (1.0 + AT_LIMIT) * (1.0 + EVEN) / (1.0 - EVEN)  # walls of 3 and 5 mm lie within it
    ends = np.searchsorted(thickness, widest * thickness, side="right")
    area = summed[ends] - summed[:-1]

    def median_mm(off: float) -> float:
        """Return the median, shares being off."""
        start = int(np.argmax(area >= (SAME_AREA + off) * area.max()))
        share = 0.5 - SAME_SHARE + off
        middle = int(np.searchsorted(summed, summed[start] + share * area[start])) - 1
        return float(thickness[min(max(middle, start), len(thickness) - 1)])

    nominal_mm = median_mm(0.0)
    rivals = (median_mm(-SHARE_ERROR), median_mm(SHARE_ERROR))
    return [nominal_mm, *(each for each in rivals if abs(each - nominal_mm) > SAME_NOMINAL * nominal_mm)]


def _flow_mm(points: Floats, width_mm: float) -> float:
    """Return about how far it is through the shell from its middle to its farthest end.

    `points` (N, 3) are given in the part's own frame, so that turning the file does not make it longer.

    That is half the diagonal of its skin, taken as a square; of a long part half of its length. For a plate
    and a cube open at one side it is exact, for open boxes between them right to within a fifth.
    """
    return float(max(width_mm / np.sqrt(2.0), 0.5 * np.linalg.norm(np.ptp(points, axis=0))))


def _are_within(thickness_mm: Floats, nominal_mm: float, share: float) -> Bools:
    """Find which walls are thicker or thinner than the nominal one by no more than a share.

    Those that were drawn at the limit, such as ribs of 1 mm on a wall of 2 mm, are not.
    """
    ratio = thickness_mm / nominal_mm
    is_thin, is_thick = ratio < (1.0 - AT_LIMIT) * (1.0 - share), ratio > (1.0 + AT_LIMIT) * (1.0 + share)
    return ~(is_thin | is_thick)


def _exceeds(nominal_mm: float, limit_mm: float) -> bool:
    """Whether a wall is thicker than a limit; one drawn at the limit is not."""
    return nominal_mm > (1.0 + AT_LIMIT) * limit_mm


def _is_unfilled(nominal_mm: float, flow_mm: float) -> bool:
    """Whether a wall is too thin to be filled; one drawn at the limit is not."""
    return nominal_mm < (1.0 - AT_LIMIT) * min(flow_mm / FAR, THINNEST_MM)


def _reason(
    nominal_mm: float, width_mm: float, flow_mm: float, thin_share: float, sections: _Sections
) -> str:
    """Say in one sentence how far a body is a thin shell."""
    share = f"{100.0 * thin_share:.0f} %"
    if _exceeds(nominal_mm, width_mm / THIN):
        return f"It is mostly {nominal_mm:.2f} mm thick, which is solid for its size."
    if _exceeds(nominal_mm, THICKEST_MM):
        return f"Its wall is {nominal_mm:.2f} mm; plastic is molded up to {THICKEST_MM:.2f} mm."
    far = f"plastic would flow some {flow_mm:.0f} mm in it, {flow_mm / nominal_mm:.0f} times its thickness"
    if _is_unfilled(nominal_mm, flow_mm):
        return f"Its wall is {nominal_mm:.2f} mm, and {far}; less than {THINNEST_MM:.2f} mm fills less far."
    low, high = _weighted_quantiles(sections.thickness_mm, sections.area_mm2, (0.05, 0.95))
    if thin_share < 1.0 - EVEN:
        return (
            f"Only {share} of its surface lies over a wall of about {nominal_mm:.2f} mm; "
            f"it is {low:.2f} to {high:.2f} mm thick."
        )
    whole = f"{share} of its surface lies over a wall of about {nominal_mm:.2f} mm"
    return f"{whole}; {far}." if flow_mm > FAR * nominal_mm else f"{whole}."


def _weighted_quantiles(values: Floats, weights: Floats, shares: Sequence[float]) -> list[float]:
    order = np.argsort(values, kind="stable")
    summed = np.cumsum(weights[order])
    at = np.searchsorted(summed, (np.array(shares) - SAME_SHARE) * summed[-1]).clip(0, len(values) - 1)
    return [float(each) for each in values[order][at]]


def _mostly(prepared: PreparedPart, sections: _Sections, chosen: Bools) -> tuple[FaceId, ...]:
    """List the faces most of whose sections are among the chosen, ascending."""
    face, n_faces = prepared.mesh.face_of_vertex[sections.vertices], len(prepared.part.faces)
    whole = np.bincount(face, sections.area_mm2, n_faces)
    part = np.bincount(face[chosen], sections.area_mm2[chosen], n_faces)
    return tuple(FaceId(int(each)) for each in np.flatnonzero(part > (0.5 + SAME_SHARE) * whole))


def _walls(
    prepared: PreparedPart,
    recognition: Recognition,
    nominal_mm: float,
    sections: _Sections,
    body: Body,
) -> tuple[ShellWall, ...]:
    """Describe what is wall of a body."""
    part, graph, mesh = prepared.part, prepared.graph, prepared.mesh
    group = graph.group_of_face[mesh.face_of_vertex[sections.vertices]]
    order = np.lexsort((sections.thickness_mm, group))
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    found = []
    for members in np.split(order, starts[1:]):
        faces = graph.faces_of_group[FaceId(int(group[members[0]]))]
        lead = part.largest_face(faces)
        area_mm2 = sum(part.faces[face].area_mm2 for face in faces)
        border_mm = sum(joint.length_mm for joint in neighborhoods.border_joints(graph, faces))
        if (
            recognition.role_of_face[lead.id] in NEVER_WALLS
            or sections.area_mm2[members].sum() < (WALL_SHARE - SAME_SHARE) * area_mm2
            or 2.0 * area_mm2 < (DETAIL_WIDTH - SAME_SHARE) * nominal_mm * border_mm
        ):
            continue
        at, error_mm = _representative(sections, members, nominal_mm)
        thickness_mm, vertex = float(sections.thickness_mm[at]), sections.vertices[at]
        is_thinner = thickness_mm < (1.0 - AT_LIMIT) * (1.0 - EVEN) * nominal_mm
        if is_thinner and _uprights.is_rib(prepared, faces, sections.vertices[members]):
            continue
        found.append(
            ShellWall(
                face=lead.id,
                faces=faces,
                nominal_mm=nominal_mm,
                thickness_mm=thickness_mm,
                point=mesh.vertices[vertex],
                opposite=frozen(mesh.vertices[vertex] - thickness_mm * mesh.normals[vertex]),
                thickness_error_mm=error_mm,
            )
        )
    return tuple(found)


def _representative(sections: _Sections, members: Ints, nominal_mm: float) -> tuple[int, float]:
    """Return which section represents a wall, and how many mm off it may be, given the error of shares.

    `members` are its sections, the thinnest first.
    """
    thickness_mm, summed = sections.thickness_mm[members], np.cumsum(sections.area_mm2[members])

    def place(share: float) -> int:
        return min(int(np.searchsorted(summed, (share - SAME_SHARE) * summed[-1])), len(members) - 1)

    share, thick_share = 0.5, 1.0 - THICK_SHARE
    middle_mm, thick_mm = (float(thickness_mm[place(each)]) for each in (share, thick_share))
    if thick_mm - middle_mm > SAME_WALL * middle_mm and thick_mm - nominal_mm > nominal_mm - middle_mm:
        share = thick_share
    least, chosen, most = (place(each) for each in (share - SHARE_ERROR, share, share + SHARE_ERROR))
    return int(members[chosen]), float(
        max(thickness_mm[chosen] - thickness_mm[least], thickness_mm[most] - thickness_mm[chosen])
    )
