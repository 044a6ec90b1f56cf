"""Sharp internal corners: edges where two faces meet in a hollow that no fillet softens.

Metal that shrinks round such an edge tears there, melt swirls, a mold's own edge wears off, and a loaded
part cracks from it. A fillet meets its supports smoothly, so a corner that has one shows no concave edge;
what is left are the edges nobody rounded, and those where a fillet stops short.

The floor of a flat-bottomed bore, the step of a counterbore and a keyway are sharp because the tool is. They
count all the same, for a core or a wax pattern leaves the same edge, but they are kept apart, so that a shop
that cuts them after casting can look past them. The root of a thread is none: it is as its standard has it.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from engine.model.analysis import Recognition
from engine.model.evidence import DrawnThread
from engine.model.face_graph import Convexity, Joint
from engine.model.feature import HOLE_ROLES, Kind
from engine.model.part import Edge, EdgeId, FaceId, Part, Source
from engine.model.surface import Freeform
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM

SHARP_DEG = 5.0
"""A hollow bend of less than this is as good as tangent: a slack fillet, not a corner."""

SHORT_SHARE = 5e-4
"""Corners shorter than this share of the part's diagonal are leftovers of modeling: 0.1 mm at 200 mm."""

FACETED_SHARP_DEG = 30.0
SCRAP_SHORT_SHARE = 1e-2
"""The same of parts that are given as triangles, the second beside faces of no known surface. A fillet of
triangles bends by 20 degrees from one to the next, a small one by more, and what is left of one that could
not be recognized makes edges no longer than the side of a triangle."""

WITHIN_TOLERANCE = 10.0
"""Corners shorter than this many of the kernel's own tolerance for them are leftovers too."""


def find(context: RunContext, threads: Sequence[DrawnThread] = ()) -> dict[EdgeId, tuple[EdgeId, ...]]:
    """Find the sharp internal corners, but for those of threads.

    Returns
    -------
    dict
        By the longest edge of each corner, ascending, all its edges. Edges between the same two groups of
        faces that follow each other are one corner: files split the circle of a floor into halves.
    """
    part, graph = context.part, context.graph
    is_faceted = part.source == Source.TRIANGLES
    sharp_deg = FACETED_SHARP_DEG if is_faceted else SHARP_DEG
    threaded = [({*each.flanks}, {*each.flanks, *each.between}) for each in threads]
    edges_of_pair: dict[tuple[int, int], list[EdgeId]] = {}
    for joint in graph.joints:
        if (
            _is_sharp(joint, sharp_deg)
            and part.faces[joint.faces[0]].body is not None
            and not any(
                not flanks.isdisjoint(joint.faces) or members.issuperset(joint.faces)
                for flanks, members in threaded
            )
        ):
            first, second = sorted(int(graph.group_of_face[face]) for face in joint.faces)
            edges_of_pair.setdefault((first, second), []).append(joint.edge)
    runs = [run for edges in edges_of_pair.values() for run in _runs(part, sorted(edges))]
    corners = {
        max(run, key=lambda edge: (part.edges[edge].length_mm, -edge)): run
        for run in runs
        if _is_real(part, run, is_faceted)
    }
    return dict(sorted(corners.items()))


def within_cuts(
    context: RunContext,
    recognition: Recognition,
    corners: Iterable[EdgeId],
    grooves: Collection[FaceId] = (),
) -> tuple[EdgeId, ...]:
    """List those of the corners that lie inside a hole or a cut groove: both faces are part of one."""
    recognition.require(Kind.HOLE)
    return tuple(
        edge
        for edge in corners
        if all(
            recognition.role_of_face[face] in HOLE_ROLES or face in grooves
            for face in context.part.edges[edge].faces
        )
    )


def _is_sharp(joint: Joint, sharp_deg: float) -> bool:
    return joint.convexity == Convexity.CONCAVE and joint.max_angle_deg > 180.0 + sharp_deg


def _runs(part: Part, edges: list[EdgeId]) -> list[tuple[EdgeId, ...]]:
    """Split edges into those that follow each other end to end, each run ascending."""
    runs: list[list[EdgeId]] = []
    for edge in edges:
        touching = [run for run in runs if any(_touch(part.edges[edge], part.edges[other]) for other in run)]
        runs = [run for run in runs if run not in touching]
        runs.append(sorted([edge, *(other for run in touching for other in run)]))
    return [tuple(run) for run in runs]


def _touch(a: Edge, b: Edge) -> bool:
    reach_mm = max(a.tolerance_mm, b.tolerance_mm) + LENGTH_FLOOR_MM
    ends = np.linalg.norm(a.points[[0, -1]][:, None] - b.points[[0, -1]], axis=2)
    return bool(ends.min() <= reach_mm)


def _is_real(part: Part, run: tuple[EdgeId, ...], is_faceted: bool) -> bool:
    faces = [part.faces[face] for face in part.edges[run[0]].faces]
    is_scrap = is_faceted and any(isinstance(face.surface, Freeform) for face in faces)
    short_mm = (SCRAP_SHORT_SHARE if is_scrap else SHORT_SHARE) * part.diagonal_mm
    length_mm = sum(part.edges[edge].length_mm for edge in run)
    tolerance_mm = max(part.edges[edge].tolerance_mm for edge in run)
    return length_mm > max(short_mm, WITHIN_TOLERANCE * tolerance_mm)
