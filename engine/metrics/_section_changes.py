"""Changes of section, as metrics read them."""

from functools import cached_property

from engine.metrics._statistics import Faces
from engine.metrics._surface import WHOLE, Surface
from engine.model.analysis import Assessed
from engine.model.evidence import SectionChange
from engine.model.metric import Measured
from engine.model.part import FaceId


class SectionChanges:
    """Where thick sections meet thin ones."""

    def __init__(self, assessed: Assessed, thickness: Surface) -> None:
        """Take the evidence, and the thickness for its uncertainty."""
        self._assessed = assessed
        self._thickness = thickness

    def strongest(self, faces: Faces) -> Measured | None:
        """Return the strongest change of section at some faces (`WHOLE`: at any), as thick over thin.

        None where none of the faces lies over a section.
        """
        strongest = self._strongest(faces)
        if strongest is None:
            return None
        thick, thin = strongest.thick_mm, strongest.thin_mm
        off = self._thickness.uncertainty(thick) / thick + self._thickness.uncertainty(thin) / thin
        return Measured(
            strongest.ratio,
            uncertainty=strongest.ratio * off + strongest.ratio_error,
            location=strongest.thick_point,
            witness=(strongest.thick_point, strongest.thin_point),
            faces=tuple(dict.fromkeys((strongest.face, strongest.thin_face))),
            note=f"{thick:.1f} mm meets {thin:.1f} mm." if strongest.ratio > 1.0 else "",
        )

    def heavy(self, faces: Faces) -> Measured | None:
        """Return how thick the heavy section of the strongest change is."""
        strongest = self._strongest(faces)
        if strongest is None:
            return None
        return Measured(strongest.thick_mm, self._thickness.uncertainty(strongest.thick_mm))

    def room_for_feeder(self, faces: Faces) -> Measured | None:
        """Return the room for a feeder on the heavy section of the strongest change, over its thickness."""
        strongest = self._strongest(faces)
        return None if strongest is None else Measured(strongest.room_mm / strongest.thick_mm)

    def _strongest(self, faces: Faces) -> SectionChange | None:
        """Return the strongest change of section at some faces (`WHOLE`: at any)."""
        change_of_face = self._change_of_face
        chosen = (
            list(change_of_face) if faces == WHOLE else [face for face in faces if face in change_of_face]
        )
        return max((change_of_face[face] for face in chosen), key=lambda change: change.ratio, default=None)

    @cached_property
    def _change_of_face(self) -> dict[FaceId, SectionChange]:
        return {change.face: change for change in self._assessed.evidence.section_changes}
