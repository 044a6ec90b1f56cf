"""The face graph of a part: its joints, and the groups of faces that share a surface."""

import numpy as np

from engine.graph import convexity, same_surface
from engine.model.arrays import frozen_ints
from engine.model.face_graph import FaceGraph, Joint
from engine.model.part import FaceId, Part


def build(part: Part) -> FaceGraph:
    """Label every joint of the part and group the faces that a file split.

    A part without edges (a ball) has no joints, and every face is a group of its own. Stray faces have
    no joints and stand alone as groups.
    """
    joints = convexity.label(part)
    group_of_face = same_surface.group(part, joints)
    return FaceGraph(
        joints=joints,
        joints_of_face=_joints_of_face(joints, len(part.faces)),
        group_of_face=frozen_ints(group_of_face),
        faces_of_group=_faces_of_group(group_of_face),
    )


def _joints_of_face(joints: tuple[Joint, ...], n_faces: int) -> tuple[tuple[int, ...], ...]:
    of_face: list[list[int]] = [[] for _ in range(n_faces)]
    for index, joint in enumerate(joints):
        for face in set(joint.faces):
            if face >= 0:
                of_face[face].append(index)
    return tuple(map(tuple, of_face))


def _faces_of_group(group_of_face: np.ndarray) -> dict[FaceId, tuple[FaceId, ...]]:
    members: dict[FaceId, list[FaceId]] = {}
    for face, group in enumerate(group_of_face.tolist()):
        members.setdefault(FaceId(group), []).append(FaceId(face))
    return {group: tuple(faces) for group, faces in members.items()}
