"""The directions along which cutters reach faces, as metrics read them."""

from functools import cached_property

from engine.model.analysis import Assessed
from engine.model.arrays import Floats
from engine.model.part import FaceId


class CutterAccess:
    """Which faces of an assessed part cutters and lathes reach."""

    def __init__(self, assessed: Assessed) -> None:
        """Take the evidence."""
        self._assessed = assessed

    @cached_property
    def ways_to_face(self) -> dict[FaceId, Floats]:
        """(D, 3) the directions along which cutters reach each face."""
        return self._assessed.evidence.tool_access.ways_to_face()

    @cached_property
    def ways_to_face_within_error(self) -> tuple[dict[FaceId, Floats], ...]:
        """The directions along which cutters reach each face for certain, and those along which they may."""
        access = self._assessed.evidence.tool_access
        return access.ways_to_face(1), access.ways_to_face(-1)

    @cached_property
    def turned_faces(self) -> tuple[frozenset[FaceId], ...]:
        """The faces of each turned body that a lathe makes."""
        return tuple(frozenset(each.faces) for each in self._assessed.evidence.turned)
