"""Roles: what every face is for, settled from everything the recognizers claimed."""

from collections.abc import Mapping

from engine.model.analysis import PreparedPart, Recognition
from engine.model.feature import Claim, Feature, Kind, Role
from engine.stages import FailedStage

PRECEDENCE: tuple[tuple[Role, ...], ...] = (
    (Role.FILLET, Role.ROUND, Role.CHAMFER, Role.BEND),
    (Role.HOLE_WALL, Role.HOLE_FLOOR, Role.HOLE_STEP, Role.COUNTERSINK, Role.BOSS_WALL, Role.BOSS_TOP),
    (Role.SLOT_WALL, Role.SLOT_FLOOR, Role.FIN_WALL, Role.FIN_TOP),
    (Role.POCKET_WALL, Role.POCKET_FLOOR, Role.PROTRUSION_WALL, Role.PROTRUSION_TOP),
    (Role.WALL, Role.SLAB),
    (Role.UNCLASSIFIED,),
)
"""The most particular claim wins: the first row that holds one of the roles claimed for a face."""

RANK_OF_ROLE = {role: rank for rank, roles in enumerate(PRECEDENCE) for role in roles}
ORDER_OF_KIND = {kind: place for place, kind in enumerate(Kind)}


def assign(
    prepared: PreparedPart, claims: tuple[Claim, ...], failed_kinds: Mapping[Kind, FailedStage] | None = None
) -> Recognition:
    """Give every face one role, and put the features in order: by kind, then by defining face.

    Of two roles of one rank the one claimed first stays. Faces that nobody claims, and stray faces, are
    unclassified; stray faces do not count as unexplained area. `failed_kinds` were not looked for.
    """
    faces = prepared.part.faces
    roles = [Role.UNCLASSIFIED] * len(faces)
    for claim in claims:
        for face, role in claim.roles:
            if RANK_OF_ROLE[role] < RANK_OF_ROLE[roles[face]]:
                roles[face] = role
    features = [claim for claim in claims if isinstance(claim, Feature)]
    features.sort(key=lambda feature: (ORDER_OF_KIND[feature.kind], feature.fid))
    unexplained = tuple(
        face.id for face in faces if face.body is not None and roles[face.id] is Role.UNCLASSIFIED
    )
    whole_mm2 = sum(face.area_mm2 for face in faces if face.body is not None)
    open_mm2 = sum(faces[face].area_mm2 for face in unexplained)
    return Recognition(
        features=tuple(features),
        role_of_face=tuple(roles),
        unexplained_faces=unexplained,
        unexplained_area_share=open_mm2 / whole_mm2 if whole_mm2 > 0.0 else 0.0,
        failed_kinds=failed_kinds or {},
    )
