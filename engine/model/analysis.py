"""The two lifetimes of an analysis: what outlives a change of pull, and what does not."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats
from engine.model.evidence import Evidence
from engine.model.face_graph import FaceGraph
from engine.model.feature import Feature
from engine.model.field import Field
from engine.model.finding import PackVerdict
from engine.model.form import PartForm
from engine.model.mesh import Mesh
from engine.model.metric_table import MetricTable
from engine.model.order import ProcessOrder
from engine.model.part import BodyId, FaceId, Part
from engine.model.pattern import Pattern
from engine.model.pull import Pull
from engine.stages import FailedStage, Partial, StageFailed


@dataclass(frozen=True, slots=True, eq=False)
class PreparedPart(Partial):
    """Part, graph, mesh and the fields that do not depend on the pull. This is what the cache keeps."""

    part: Part
    graph: FaceGraph
    mesh: Mesh
    fields: dict[str, Field]
    """`thickness` (the recommended reading), `thickness_ray`, `clearance`, all per vertex."""
    area_of_triangle: Floats
    """(T,) mm²."""
    failed_stages: tuple[FailedStage, ...] = ()
    """What could not be done while it was prepared."""

    @property
    def area_of_vertex(self) -> Floats:
        """(V,) mm², a third of the triangles round each vertex: what it stands for."""
        thirds = np.repeat(self.area_of_triangle / 3.0, 3)
        area = np.bincount(self.mesh.triangles.ravel(), thirds, len(self.mesh.vertices))
        return area.astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """Features and roles of a prepared part."""

    features: tuple[Feature, ...]
    """Ordered by kind, then by defining face."""
    role_of_face: tuple[int, ...]
    """(F,)"""
    unexplained_faces: tuple[FaceId, ...]
    """Faces of the bodies that no feature explains, ascending."""
    unexplained_area_share: float
    """Their share of the area."""
    failed_kinds: Mapping[str, FailedStage]
    """Kinds that were not looked for, because their recognizer failed."""

    def require(self, *kinds: str) -> None:
        """Raise StageFailed where features of one of these kinds were not looked for."""
        for kind in kinds:
            if kind in self.failed_kinds:
                raise StageFailed(self.failed_kinds[kind])

    def of_kind(self, *kinds: str) -> tuple[Feature, ...]:
        """Return the features of some kinds; raise StageFailed where one of these was not looked for."""
        self.require(*kinds)
        return tuple(feature for feature in self.features if feature.kind in kinds)


@dataclass(frozen=True, slots=True, eq=False)
class Assessed(Partial):
    """A prepared part with pull, draft and features: all that metrics are measured on."""

    prepared: PreparedPart
    pull: Pull
    draft: Field
    recognition: Recognition
    evidence: Evidence
    form: PartForm
    patterns: tuple[Pattern, ...]
    """Of equal features, in the order of their kinds and first features."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The whole answer for one pull direction. This is what `recompute` makes anew."""

    assessed: Assessed
    metrics: MetricTable
    verdicts: tuple[PackVerdict, ...]
    order: ProcessOrder
    failed_stages: tuple[FailedStage, ...] = ()
    """Every stage that failed on the way, in their order."""
    bodies: tuple["BodyAnalysis", ...] = ()
    """Of a part of several bodies: each that differs from those before it, judged by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class BodyAnalysis:
    """Equal bodies of a part, judged as one part of its own. Faces have the ids they have in the whole."""

    bodies: tuple[BodyId, ...]
    """Of the whole part, ascending; the first is the one that was judged."""
    analysis: Analysis
