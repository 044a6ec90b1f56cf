"""Features by their subjects and faces, as metrics read them."""

from functools import cached_property

from engine.features.hole import Hole
from engine.model.analysis import Assessed
from engine.model.evidence import Cutout
from engine.model.feature import Feature, Kind
from engine.model.metric import Domain, Subject
from engine.model.part import FaceId


class FeatureLookup:
    """Finds features, and the holes, grooves and cut-outs among them."""

    def __init__(self, assessed: Assessed, subjects: tuple[Subject, ...]) -> None:
        """Take the recognized features and the subjects that stand for them."""
        self._assessed = assessed
        self._subjects = subjects

    @cached_property
    def of_subject(self) -> dict[int, Feature]:
        """The features, by the index of their subjects."""
        indices = (each.index for each in self._subjects if each.domain == Domain.FEATURE)
        return dict(zip(indices, self._assessed.recognition.features, strict=True))

    @cached_property
    def cutout_of_feature(self) -> dict[int, Cutout]:
        """The cut-outs of sheet metal, by the `id` of their features."""
        features = self._assessed.recognition.features
        return {id(features[cutout.feature]): cutout for cutout in self._assessed.evidence.cutouts}

    @cached_property
    def cut_width_of_face(self) -> dict[FaceId, float]:
        """The width of the cut groove, or the diameter of the largest hole, that a face belongs to."""
        holes = (each for each in self._assessed.recognition.of_kind(Kind.HOLE) if isinstance(each, Hole))
        found: dict[FaceId, float] = {}
        for face, diameter_mm in ((face, hole.diameter_mm) for hole in holes for face in hole.faces):
            found[face] = max(diameter_mm, found.get(face, 0.0))
        return found | self._assessed.evidence.groove_of_face

    @cached_property
    def hole_depth_ratio_of_face(self) -> dict[FaceId, float]:
        """How deep the hole that a face belongs to is from its nearer mouth, in diameters."""
        holes = (each for each in self._assessed.recognition.of_kind(Kind.HOLE) if isinstance(each, Hole))
        ratios = (
            (each.faces, each.depth_mm / each.diameter_mm * (0.5 if each.through else 1.0)) for each in holes
        )
        return {face: ratio for faces, ratio in ratios for face in faces}
