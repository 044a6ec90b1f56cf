"""Roles: what every face is for, settled from everything the recognizers claimed."""

from collections.abc import Mapping

from engine.kinds import KIND_OF_ROLE, ORDER_OF_KIND
from engine.model.analysis import PreparedPart, Recognition
from engine.model.feature import Claim, Feature, Precedence, Role
from engine.stages import FailedStage

UNCLAIMED = max(Precedence) + 1


def assign(
    prepared: PreparedPart, claims: tuple[Claim, ...], failed_kinds: Mapping[str, FailedStage] | None = None
) -> Recognition:
    """Give every face one role, and put the features in order: by kind, then by defining face.

    The most particular role claimed wins; of two of one precedence the one claimed first stays. Faces that
    nobody claims, and stray faces, are unclassified; stray faces do not count as unexplained area.
    `failed_kinds` were not looked for.
    """
    faces = prepared.part.faces
    roles: list[int] = [Role.UNCLASSIFIED] * len(faces)
    precedences: list[int] = [UNCLAIMED] * len(faces)
    for claim in claims:
        for face, role in claim.roles:
            precedence = KIND_OF_ROLE[role].precedence
            if precedence < precedences[face]:
                roles[face], precedences[face] = role, precedence
    features = [claim for claim in claims if isinstance(claim, Feature)]
    features.sort(key=lambda feature: (ORDER_OF_KIND[feature.kind], feature.fid))
    unexplained = tuple(
        face.id for face in faces if face.body is not None and roles[face.id] == Role.UNCLASSIFIED
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
