"""What metrics measure on: the assessed part, its subjects, and what several metrics ask about them."""

from functools import cached_property

from engine.metrics._cutter_access import CutterAccess
from engine.metrics._face_lookup import FaceLookup
from engine.metrics._feature_lookup import FeatureLookup
from engine.metrics._fields import MeasuredFields
from engine.metrics._section_changes import SectionChanges
from engine.metrics._sharp_corners import SharpCorners
from engine.model.analysis import Assessed
from engine.model.metric import Domain, Subject
from engine.run_context import RunContext


class Context:
    """The assessed part and its subjects; what several metrics need is worked out once, when first asked."""

    def __init__(self, run: RunContext, assessed: Assessed, subjects: tuple[Subject, ...]) -> None:
        """Take what is to be measured, and what the run has computed of it."""
        self.run = run
        self.assessed = assessed
        self.subjects = subjects
        self.features = FeatureLookup(assessed, subjects)
        self.of_face = FaceLookup(assessed)
        self.access = CutterAccess(assessed)
        self.corners = SharpCorners(assessed, subjects, self.access)

    @cached_property
    def fields(self) -> MeasuredFields:
        """Thickness, clearance and draft."""
        return MeasuredFields(self.run, self.assessed, self.subjects, self.features)

    @cached_property
    def sections(self) -> SectionChanges:
        """The changes of section."""
        return SectionChanges(self.assessed, self.fields.thickness)

    @cached_property
    def subjects_of(self) -> dict[Domain, list[Subject]]:
        """The subjects by what they are, each in the order of all."""
        return {
            domain: [subject for subject in self.subjects if subject.domain == domain] for domain in Domain
        }
