"""Drawn parts through the stages of the pipeline that a test asks for, from what was read to the verdicts.

They skip the STEP file, as those of `tests/support/parts.py` do, where a test does not ask for one.
"""

import tempfile
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from OCP.Bnd import Bnd_Box
from OCP.BRepBndLib import BRepBndLib
from OCP.TopoDS import TopoDS_Shape

from engine import formats, heatmaps, metrics, pipeline, roles, subjects
from engine.evidence import Search
from engine.fields import draft
from engine.form import find as form
from engine.formats import _exact
from engine.model.analysis import Analysis, Assessed, Recognition
from engine.model.evidence import Evidence
from engine.model.field import Field
from engine.model.finding import ConfigurationVerdict, RuleVerdict
from engine.model.form import PartForm
from engine.model.mesh import Mesh, MeshOptions
from engine.model.metric_table import MetricTable
from engine.model.order import ProcessOrder
from engine.model.part import Part
from engine.model.pattern import Pattern
from engine.model.pull import Pull, PullMode, PullOptions
from engine.model.rulepack import Severity
from engine.patterns import find as patterns
from engine.progress import Progress
from engine.pull import choose
from engine.recognition import recognize
from engine.rules import evaluate, packs
from engine.run_context import RunContext
from tests.support import lazy_fields
from tests.support.mutators import Respelled
from tests.support.parts import brep_without_file, unchecked

Case = TypeVar("Case")
Z = (0.0, 0.0, 1.0)


EDGES_ALONG = 50
"""A part's diagonal in edges of a mesh that will do where a test does not look at the mesh itself."""
CURVATURE = 24.0
"""Its edges per full turn of curvature."""


def analyzed(
    shape: TopoDS_Shape,
    max_edge_mm: float | None = None,
    curvature: float | None = None,
    through_file: bool = False,
) -> Analysis:
    """Analyze a drawn part, pulled along z; it is judged when a verdict is asked for.

    Left alone, its mesh is coarse: with the one that the engine makes of itself it takes ten times as long.
    """
    options = _options(shape, max_edge_mm, curvature)
    context = prepared_from_file(Respelled(shape), options) if through_file else prepared(shape, options)
    return assessed(context, PullOptions(PullMode.GIVEN, Z))


def coarsely_analyzed(
    shape: TopoDS_Shape, max_edge_mm: float | None = None, curvature: float = CURVATURE
) -> Analysis:
    """Analyze as `analyzed` does, with few elements a turn.

    Where they are left open, a small part gets many, and the engine looks first for how many.
    """
    return analyzed(shape) if max_edge_mm is None else analyzed(shape, max_edge_mm, curvature)


def fully_analyzed(
    shape: TopoDS_Shape, max_edge_mm: float | None = None, curvature: float | None = None
) -> Analysis:
    """Analyze a drawn part as `analyzed` does, but all of it at once, for tests that replace parts of it."""
    context = pipeline.relate(*_read(shape, _options(shape, max_edge_mm, curvature)), Progress())
    return pipeline.assess(context, PullOptions(PullMode.GIVEN, Z), (), Progress())


def assessed(context: RunContext, options: PullOptions) -> Analysis:
    """Do what `pipeline.assess` does without packs, but find evidence and measure metrics when asked for.

    Bodies are not judged one by one.
    """
    found = cast(Assessed, _Assessed(context, options))
    return Analysis(found, cast(MetricTable, _Metrics(context, found)), (), ProcessOrder((), ""))


class _Metrics:
    """What `MetricTable` has, measured when it is first asked for."""

    def __init__(self, context: RunContext, found: Assessed) -> None:
        self._context, self._found = context, found
        self._about: dict[str, MetricTable] = {}

    def about(self, set_name: str) -> MetricTable:
        """Return the table for a rule that looks at one selector set: subjects are not told of others.

        Nor are colors: it has no extents of layers.
        """
        if set_name not in self._about:
            self._about[set_name] = self._measured((set_name,))
        return self._about[set_name]

    @cached_property
    def _whole(self) -> MetricTable:
        return replace(self._measured(subjects.EVERY_SET), extent_of_layer=heatmaps.extents(self._found))

    def _measured(self, asked: Collection[str]) -> MetricTable:
        return metrics.measure_on_demand(self._context, self._found, Progress(), asked)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)


class _Pull:
    """What `Pull` has, chosen when more is asked for than what the options say."""

    def __init__(self, context: RunContext, options: PullOptions) -> None:
        self._context, self._options = context, options
        self.alpha_min_deg, self.alpha_warn_deg = options.alpha_min_deg, options.alpha_warn_deg

    @cached_property
    def _chosen(self) -> Pull:
        return choose.choose(self._context, self._options, Progress())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chosen, name)


class _Assessed:
    """What `Assessed` has, each when it is first asked for."""

    def __init__(self, context: RunContext, options: PullOptions) -> None:
        self.context, self.prepared, self.options = context, context.prepared, options

    @cached_property
    def pull(self) -> Pull:
        return cast(Pull, _Pull(self.context, self.options))

    @cached_property
    def draft(self) -> Field:
        return draft.measure(self.prepared.mesh.normals, self.pull.direction)

    @cached_property
    def recognition(self) -> Recognition:
        return recognition_of(self.context)

    @cached_property
    def evidence(self) -> Evidence:
        return cast(Evidence, Search(self.context, self.recognition, Progress()))

    @cached_property
    def form(self) -> PartForm:
        own_pull = choose.choose(self.context, PullOptions(), Progress())
        return form.find(self.context, self.recognition, own_pull, self.evidence)

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        return patterns.find(self.prepared, self.recognition)


def recognized(
    shape: TopoDS_Shape, max_edge_mm: float | None = None, curvature: float | None = None
) -> tuple[RunContext, Recognition]:
    """Prepare a drawn part and recognize its features, for what needs no evidence and no metric."""
    context = prepared(shape, _options(shape, max_edge_mm, curvature))
    return context, recognition_of(context)


def recognition_of(context: RunContext) -> Recognition:
    """Recognize the features of a prepared part, and assign the roles of its faces."""
    return roles.assign(context.prepared, recognize.recognize_all(context, Progress()).claims)


def coarse(shape: TopoDS_Shape) -> MeshOptions:
    """Return the mesh that will do where a test does not look at it."""
    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box)
    return MeshOptions(box.SquareExtent() ** 0.5 / EDGES_ALONG, CURVATURE)


def _options(shape: TopoDS_Shape, max_edge_mm: float | None, curvature: float | None) -> MeshOptions:
    is_asked = max_edge_mm is not None or curvature is not None
    return MeshOptions(max_edge_mm, curvature) if is_asked else coarse(shape)


def prepared(shape: TopoDS_Shape, options: MeshOptions) -> RunContext:
    """Do with a drawn shape what `pipeline.prepare` does with the shape of a STEP file, without its check.

    Its fields are measured when a test asks for one.
    """
    return lazy_fields.Context(lazy_fields.related(*_read(shape, options)))


def prepared_from_file(part: Respelled, options: MeshOptions) -> RunContext:
    """Write the file of a part, and prepare what is read back."""
    with tempfile.TemporaryDirectory() as folder:
        read = formats.read(part.write(Path(folder)), options, Progress())
        return lazy_fields.Context(lazy_fields.related(*read))


def _read(shape: TopoDS_Shape, options: MeshOptions) -> tuple[Part, Mesh]:
    with unchecked():
        return _exact.measured(brep_without_file(shape), lambda part: options, Progress())


def verdict(analysis: Analysis, rule: str) -> RuleVerdict:
    """Return the verdict of a rule, named `pack/configuration/rule`."""
    pack_key, configuration_key, rule_key = rule.split("/")
    configuration = judged(analysis, pack_key, configuration_key, rule_key)
    (found,) = (each for each in configuration.rules if each.key == rule_key)
    return found


@lru_cache(maxsize=16)
def judged(
    analysis: Analysis, pack_key: str, configuration_key: str, rule_key: str | None = None
) -> ConfigurationVerdict:
    """Return what a configuration says of an analysis, whether or not it was judged by that pack yet.

    Where it was not, and one rule alone is asked for, the others are not looked at.
    """
    found = [each for each in analysis.verdicts if each.key == pack_key]
    if not found:
        pack, table = packs.load(pack_key), analysis.metrics
        rules = tuple(rule for rule in pack.rules if rule_key in (None, rule.key))
        if isinstance(table, _Metrics) and rule_key is not None:
            (set_name,) = {rule.selector.set for rule in rules}
            table = table.about(set_name)
        restricted = replace(pack, rules=rules)
        found = [evaluate.evaluate(restricted, table, [configuration_key], progress=Progress())]
    (verdict,) = found
    (configuration,) = (each for each in verdict.configurations if each.key == configuration_key)
    return configuration


def severities(found: RuleVerdict, cases: Collection[Case], step: float) -> dict[Case, Severity]:
    """Return the worst severity found at each of the cases, which stand along x, so far from one another."""
    worst = dict.fromkeys(cases, Severity.PASS)
    for finding in found.findings:
        case = list(cases)[int(finding.location[0] // step)]
        worst[case] = max(worst[case], finding.severity, key=lambda severity: severity.rank)
    return worst
