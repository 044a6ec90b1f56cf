"""Bores, put together from pieces.

A bore goes more than half way round, or its pieces together do: fillets and the ends of slots turn by half
a circle at most. Files split bores into halves and quarters (groups join those), slots cut them lengthwise
into fingers, and cross holes interrupt them.
"""

from collections.abc import Collection

from engine.features.holes import pieces as clear
from engine.features.holes.bore import MIN_SPAN_DEG, Bore
from engine.graph import rings
from engine.graph.coaxial import turns_about
from engine.graph.neighborhoods import supports
from engine.graph.rings import Rim, Ring
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane, Sphere
from engine.tolerances import PARALLEL_DEG

MIN_ARC_DEG = 60.0 - PARALLEL_DEG
"""What the border of a part left of a counterbore goes at least this far round."""


def find(part: Part, graph: FaceGraph, blends: Collection[FaceId]) -> tuple[Bore, ...]:
    """Find the bores of a part, in the order of their smallest face.

    Arcs that may be what is left of a counterbore come along (`is_arc`). `blends` are looked past where
    two pieces may be one bore with something across it.
    """
    found: list[Bore] = []
    for family in clear.families(part, graph):
        bores = [bore for course in rings.courses(family) for bore in _bores_of_course(part, course)]
        bores = [bore for bore in bores if _has_both_ends(bore)]
        bores.sort(key=lambda bore: bore.low_mm)
        found.extend(_joined_along(part, graph, bores, frozenset(blends)))
    return tuple(sorted(found, key=lambda bore: bore.faces[0]))


def _bores_of_course(part: Part, course: list[Ring]) -> list[Bore]:
    """Make bores of pieces that lie side by side: of all of them if they are fingers, else of each.

    Between the fingers of one bore is air, so each of their sides is convex. The outer walls of kidney
    slots have the ends of their slots between them instead.
    """
    fingers = [piece for piece in course if _has_open_sides(piece)]
    if len(fingers) > 1 and sum(piece.span_deg for piece in fingers) > MIN_SPAN_DEG:
        return [_bore(part, fingers)]
    return [
        _bore(part, [piece])
        for piece in course
        if piece.span_deg > MIN_SPAN_DEG or (piece in fingers and piece.span_deg >= MIN_ARC_DEG)
    ]


def _has_both_ends(bore: Bore) -> bool:
    """Whether rims bound it at both ends; a cone may come to a point instead."""
    rims = (bore.lower, bore.upper)
    return None not in rims or (isinstance(bore.surface, Cone) and rims != (None, None))


def _has_open_sides(piece: Ring) -> bool:
    is_open = {Convexity.CONVEX, Convexity.SMOOTH, Convexity.SMOOTH_CONVEX}
    return all(joint.convexity in is_open for joint in piece.sides)


def _bore(part: Part, pieces: list[Ring]) -> Bore:
    """Make one bore of pieces, given in ascending order."""
    faces = tuple(sorted(face for piece in pieces for face in piece.faces))
    largest = part.largest_face(faces)
    assert isinstance(largest.surface, Cylinder | Cone)
    assert largest.body is not None
    # Seen from the axis the wall lies below a rim that turns counter-clockwise.
    lower = [rim for piece in pieces for rim in piece.rims if rim.turn_deg < 0.0]
    upper = [rim for piece in pieces for rim in piece.rims if rim.turn_deg > 0.0]
    return Bore(
        surface=largest.surface,
        axis=pieces[0].axis,
        faces=faces,
        lower=rings.one_rim(lower),
        upper=rings.one_rim(upper),
        span_deg=sum(piece.span_deg for piece in pieces),
        body=largest.body,
        deviation_mm=max(part.faces[face].deviation_mm for face in faces),
    )


def _joined_along(part: Part, graph: FaceGraph, courses: list[Bore], blends: frozenset[FaceId]) -> list[Bore]:
    """Join bores that follow each other on one axis where only a cross hole parts them."""
    joined: list[Bore] = []
    for bore in courses:
        if joined and _is_interrupted(part, graph, joined[-1], bore, blends):
            joined[-1] = _both(joined[-1], bore)
        else:
            joined.append(bore)
    return joined


def _is_interrupted(
    part: Part, graph: FaceGraph, below: Bore, above: Bore, blends: frozenset[FaceId]
) -> bool:
    """Whether two bores are one with a gap in it.

    Both open into one curved wall, and the gap is no longer than what they cut. Two walls with air between
    them (a fork, a wide tube) are drilled as two holes.
    """
    if below.is_arc or above.is_arc or below.upper is None or above.lower is None:
        return False
    cut_mm = (below.high_mm - below.low_mm) + (above.high_mm - above.low_mm)
    if above.lower.low_mm - below.upper.high_mm > cut_mm:
        return False
    beyond_below = _walls_at(part, graph, below.upper, below, blends)
    return not beyond_below.isdisjoint(_walls_at(part, graph, above.lower, above, blends))


def _walls_at(part: Part, graph: FaceGraph, rim: Rim, bore: Bore, blends: frozenset[FaceId]) -> set[int]:
    """List the groups that a bore opens into: not planes, and not those that turn about its own axis."""
    own = set(bore.faces)
    beyond = {face for joint in rim.joints for face in joint.faces if face >= 0} - own
    for blend in beyond & blends:
        beyond |= set(supports(graph, (blend,), blends)) - own
    return {
        int(graph.group_of_face[face])
        for face in beyond - blends
        if isinstance(part.faces[face].surface, Sphere)
        or not (isinstance(part.faces[face].surface, Plane) or turns_about(part.faces[face], bore.axis))
    }


def _both(below: Bore, above: Bore) -> Bore:
    return Bore(
        surface=below.surface,
        axis=below.axis,
        faces=tuple(sorted(below.faces + above.faces)),
        lower=below.lower,
        upper=above.upper,
        span_deg=max(below.span_deg, above.span_deg),
        body=below.body,
        deviation_mm=max(below.deviation_mm, above.deviation_mm),
    )
