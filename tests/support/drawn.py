"""Drawn parts through the whole pipeline: STEP file in, verdicts out."""

import tempfile
from pathlib import Path

from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.model.analysis import Analysis
from engine.model.finding import RuleVerdict
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from engine.rules import packs
from tests.support.draw import write_step

Z = (0.0, 0.0, 1.0)


def analyzed(
    shape: TopoDS_Shape, max_edge_mm: float | None = None, curvature: float | None = None
) -> Analysis:
    """Analyze a drawn part, pulled along z, by every shipped pack."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_step(shape, Path(folder) / "part.step")
        context = pipeline.prepare(path, MeshOptions(max_edge_mm, curvature), Progress())
        pull = PullOptions(PullMode.GIVEN, Z)
        return pipeline.assess(context, pull, packs.shipped(), Progress())


def verdict(analysis: Analysis, rule: str) -> RuleVerdict:
    """Return the verdict of a rule, named `pack/configuration/rule`."""
    pack_key, configuration_key, rule_key = rule.split("/")
    (pack,) = (each for each in analysis.verdicts if each.key == pack_key)
    (configuration,) = (each for each in pack.configurations if each.key == configuration_key)
    (found,) = (each for each in configuration.rules if each.key == rule_key)
    return found
