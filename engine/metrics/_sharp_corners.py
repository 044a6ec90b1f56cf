"""The sharp internal corners of a part, as metrics read them."""

from functools import cached_property

from engine import subjects
from engine.features.blend import Blend
from engine.features.pocket import Pocket
from engine.metrics import _corners, _tee_pockets
from engine.metrics._cutter_access import CutterAccess
from engine.model.analysis import Assessed
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Joint
from engine.model.feature import Kind
from engine.model.metric import Domain, Subject
from engine.model.part import EdgeId, FaceId


class SharpCorners:
    """Internal corners without a fillet, and those among them that the side of a cutter makes."""

    def __init__(self, assessed: Assessed, subjects: tuple[Subject, ...], access: CutterAccess) -> None:
        """Take the evidence, the subjects that corners are, and how cutters reach the faces beside them."""
        self._assessed = assessed
        self._subjects = subjects
        self._access = access

    @cached_property
    def joints_of_subject(self) -> dict[int, tuple[Joint, ...]]:
        """The joints of the sharp internal corners, the longest first, by the index of their subjects."""
        corners = (each.index for each in self._subjects if each.domain == Domain.CORNER)
        return dict(zip(corners, subjects.joints_of_corners(self._assessed), strict=True))

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """All joints of the sharp internal corners, by edge."""
        joints = {each.edge: each for corner in subjects.joints_of_corners(self._assessed) for each in corner}
        return tuple(joints[edge] for edge in sorted(joints))

    @cached_property
    def corner_of_edge(self) -> dict[EdgeId, EdgeId]:
        """The corner that each edge of a sharp internal corner is part of, by its longest edge."""
        edges_of_corner = self._assessed.evidence.edges_of_corner
        corners = self._assessed.evidence.sharp_corners
        return {edge: corner for corner in corners for edge in (corner, *edges_of_corner.get(corner, ()))}

    @cached_property
    def bare_share(self) -> float:
        """Length of internal corners without a fillet over that of all; not in holes, grooves and marks."""
        evidence = self._assessed.evidence
        sides = evidence.marks.height_of_side
        drilled = set(evidence.corners_in_cuts)
        edges = {edge for edge, corner in self.corner_of_edge.items() if corner not in drilled}
        bare_mm = sum(
            joint.length_mm
            for joint in self._assessed.prepared.graph.joints
            if joint.edge in edges and not any(face in sides for face in joint.faces)
        )
        blends = self._assessed.recognition.of_kind(Kind.FILLET)
        fillets = (each for each in blends if isinstance(each, Blend))
        filleted_mm = sum(each.length_mm for each in fillets if not all(face in sides for face in each.faces))
        return bare_mm / (bare_mm + filleted_mm) if bare_mm else 0.0

    @cached_property
    def upright(self) -> dict[int, tuple[Joint, ...]]:
        """The sharp corners that the side of a cutter makes, by the `id` of the feature they belong to."""
        return self._upright(self._access.ways_to_face)

    @cached_property
    def upright_within_error(self) -> tuple[dict[int, tuple[Joint, ...]], ...]:
        """The same where cutters reach as little, and where they reach as much of the faces as may be."""
        return tuple(self._upright(ways) for ways in self._access.ways_to_face_within_error)

    def _upright(self, ways: dict[FaceId, Floats]) -> dict[int, tuple[Joint, ...]]:
        assessed = self._assessed
        marks = assessed.evidence.marks.height_of_side
        return _corners.upright(
            assessed.prepared, assessed.recognition, self.joints, ways, marks, self._neck_of_pocket
        )

    @cached_property
    def _neck_of_pocket(self) -> dict[int, Vector]:
        """The way out of the neck of each pocket that a T-slot cutter sweeps, by its `id`."""
        pockets = self._assessed.recognition.of_kind(Kind.POCKET)
        found = {
            id(each): _tee_pockets.way_in(self._assessed, each)
            for each in pockets
            if isinstance(each, Pocket)
        }
        return {key: way for key, way in found.items() if way is not None}
