"""Recognizes what is left of turned bodies: diameters, cones, grooves, shoulders, flats, knurls and teeth.

`graph/turning.py` says what is turned. The largest diameter of a body is what it is turned from; the others
are journals, which are bosses. Blends, holes, slots and whatever else was found before stays what it is, and
the flat ends stay walls. Flanks of drawn threads get their role in every body, and so do teeth round an
axis: of a gear little else may be turned.
"""

from engine.features.turned_surfaces import journals, knurls, surfaces, toothed
from engine.graph import drawn_threads, turning
from engine.model.feature import Claim, FaceRole, Feature, FeatureKind, Kind, Precedence, Role
from engine.model.part import BodyId, FaceId
from engine.run_context import RunContext

KIND = FeatureKind(
    key="TURNED_SURFACE",
    plural="Turned surfaces",
    color="#8fa38a",
    roles=(
        FaceRole(Role.TURNED_DIAMETER, "Turned diameter", place="turned diameter"),
        FaceRole(Role.TURNED_CONE, "Turned cone", place="turned cone", tint=0.15),
        FaceRole(Role.TURNED_CURVE, "Turned curve", place="turned curve", tint=0.25),
        FaceRole(Role.TURNED_RECESS, "Turned recess", place="turned recess", tint=0.45),
        FaceRole(Role.TURNED_GROOVE, "Turned groove", place="turned groove", tint=0.35),
        FaceRole(Role.SHOULDER, "Shoulder", place="shoulder", tint=0.55),
        FaceRole(Role.FLAT, "Flat", place="flat", tint=0.65),
        FaceRole(Role.THREAD, "Thread", place="thread", tint=0.2),
        FaceRole(Role.KNURL, "Knurl", place="knurl", tint=0.3),
        FaceRole(Role.TOOTH, "Tooth", place="tooth", tint=0.1),
    ),
    precedence=Precedence.BROAD,  # shoulders and flats are walls as well, and that less particularly
    order_in_results=13,
    order_in_lists=13,
    is_listed=False,
)


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Explain what `found` leaves of turned bodies: the journals first, then roles for each body."""
    claims: list[Claim] = []
    taken = {face for claim in found if not _is_wall(claim) for face in claim.faces}
    walls = {face for claim in found if _is_wall(claim) for face in claim.faces} - taken
    role_of_face = {face: role for claim in reversed(found) for face, role in claim.roles}
    for body in context.part.bodies:
        own = frozenset(body.faces)
        is_open = own - taken - walls
        roles = _threads(context, body.id, is_open)
        turned = turning.with_hexagons(context, body.id)
        if turned is not None:
            knurled = knurls.find(context, turned, own - taken - roles.keys())
            is_open -= roles.keys() | knurled
            bored = [
                claim
                for claim in found
                if isinstance(claim, Feature) and claim.kind == Kind.HOLE and claim.body == body.id
            ]
            bosses = journals.find(context, turned, is_open, knurled, role_of_face, bored)
            claims += bosses
            is_open -= {face for boss in bosses for face in boss.faces}
            roles |= surfaces.roles(context, turned, is_open, (own & walls) - knurled)
            roles |= dict.fromkeys(sorted(knurled), Role.KNURL)
        roles |= toothed.roles(
            context, body, own - taken - walls - roles.keys(), (own & walls) - roles.keys()
        )
        if roles:
            claims.append(Claim(faces=tuple(sorted(roles)), roles=tuple(sorted(roles.items())), body=body.id))
    return tuple(claims)


def _is_wall(claim: Claim) -> bool:
    return isinstance(claim, Feature) and claim.kind == Kind.WALL


def _threads(context: RunContext, body: BodyId, is_open: frozenset[FaceId]) -> dict[FaceId, Role]:
    """Return the role of what a drawn thread consists of, as far as nobody claims it."""
    threads = context.once(drawn_threads.find)
    return {
        face: Role.THREAD
        for thread in threads
        if thread.body == body
        for face in (*thread.flanks, *thread.between)
        if face in is_open
    }
