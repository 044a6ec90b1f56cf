"""How much of the length of a body's inner corners is filleted.

Metal tears where it shrinks round a sharp corner, so founders fillet nearly all of them, and draw them so
from the start. A printer needs none, and who draws for it leaves them out.
"""

from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Body


def share(graph: FaceGraph, body: Body) -> float:
    """Return the share of a body's inner corners that is filleted, by length; 1 where it has no corner."""
    joints = {at for face in body.faces for at in graph.joints_of_face[face]}
    length_mm = {Convexity.SMOOTH_CONCAVE: 0.0, Convexity.CONCAVE: 0.0}
    for joint in (graph.joints[at] for at in sorted(joints)):
        if joint.convexity in length_mm:
            length_mm[joint.convexity] += joint.length_mm
    filleted_mm = length_mm[Convexity.SMOOTH_CONCAVE] / 2.0  # a fillet has an edge on either side
    whole_mm = filleted_mm + length_mm[Convexity.CONCAVE]
    return filleted_mm / whole_mm if whole_mm > 0.0 else 1.0
