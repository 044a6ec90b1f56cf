"""Whether a thin wall stands on a shell as a rib does, whatever it encloses.

Both sides of such a wall rise from a hollow foot to a free edge: the curb round an opening, the sides of a
socket, ribs that turn corners, the lip that a lid fits over. The wall of a housing does not, for its outside
runs flush with the floor; nor does a thin field within a wall, for there is no free edge.
"""

from collections.abc import Sequence

import numpy as np

from engine.graph import neighborhoods
from engine.model.analysis import PreparedPart
from engine.model.arrays import Ints
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import FaceId

HOLLOW = frozenset({Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE})
OUTER = frozenset({Convexity.CONVEX, Convexity.SMOOTH_CONVEX})
FREE_SHARE = 0.1
"""Of the border of a rib's side at least this share is foot, and as much is free. A side that goes on beyond
the rib, as the outside of a row of sockets does, is free by as much of the other one's border."""


def is_rib(prepared: PreparedPart, faces: Sequence[FaceId], vertices: Ints) -> bool:
    """Whether both sides of a thin wall rise from a hollow foot to a free edge that they share.

    Parameters
    ----------
    faces
        Of one side.
    vertices : (N,) int
        Of that side, over sections: what they were measured to is the other side.
    """
    graph, opposite = prepared.graph, prepared.fields["thickness"].opposite
    if opposite is None:
        return False
    across = graph.group_of_face[prepared.mesh.face_of_triangle[opposite[vertices]]]
    behind = graph.faces_of_group[FaceId(int(np.bincount(across).argmax()))]
    return _rises(graph, faces, behind) and _rises(graph, behind, faces)


def _rises(graph: FaceGraph, faces: Sequence[FaceId], behind: Sequence[FaceId]) -> bool:
    """Whether a side has a foot, and an edge from which the other side is two faces away at most."""
    joints = neighborhoods.border_joints(graph, faces)
    whole_mm = sum(joint.length_mm for joint in joints)
    behind_mm = sum(joint.length_mm for joint in neighborhoods.border_joints(graph, behind))
    foot_mm = sum(joint.length_mm for joint in joints if joint.convexity in HOLLOW)
    beyond = set(neighborhoods.neighbors(graph, behind))
    free_mm = 0.0
    for joint in joints:
        if joint.convexity in OUTER:
            rim = {face for face in joint.faces if face >= 0}.difference(faces)
            if rim & beyond or beyond.intersection(neighborhoods.neighbors(graph, rim, OUTER)):
                free_mm += joint.length_mm
    return foot_mm >= FREE_SHARE * whole_mm > 0.0 and free_mm >= FREE_SHARE * min(whole_mm, behind_mm)
