"""No two places disagree on a limit: rule, GLB, report and window have the same numbers and colors."""

import dataclasses
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.client import models
from app.state import layer_limits
from app.views.viewport import layers, mesh
from engine import heatmaps, pipeline, present
from engine.heatmaps import HEATMAPS
from engine.metrics import INFO_OF_METRIC
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from engine.render import legend
from engine.rules import packs
from tests.support import draw, glb, parts_molded

CONFIGURATIONS = [(pack.key, one.key) for pack in packs.shipped() for one in pack.configurations]
RED, AMBER, NEITHER = 2, 1, 0
TEXEL_AND_LEAN = 0.02
"""How near to a step, in shares of the scale, the window may take the color of its other side."""


def finned(fin_mm):
    """Draw a block with an upright fin, and a pocket whose floor of 0.3 mm lies flat on the print bed."""
    pocketed = draw.cut(draw.box((60, 40, 8)), draw.box((25, 30, 8), (30, 5, 0.3)))
    return draw.fuse(pocketed, draw.box((20, fin_mm, 8), (5, 20, 8)))


def ungated(pack):
    """Let every rule be judged, whatever a gate says."""
    rules = tuple(dataclasses.replace(rule, is_gate=False) for rule in pack.rules)
    return dataclasses.replace(pack, rules=rules)


def analyzed(shape):
    with tempfile.TemporaryDirectory() as folder:
        path = draw.write_step(shape, Path(folder) / "part.step")
        context = pipeline.prepare(path, MeshOptions(max_edge_mm=4.0), Progress())
        pull = PullOptions(PullMode.GIVEN, (0.0, 0.0, 1.0))
        return pipeline.assess(context, pull, tuple(map(ungated, packs.shipped())), Progress())


@pytest.fixture(scope="module")
def thin():
    return analyzed(finned(0.3))


@pytest.fixture(scope="module")
def thicker():
    return analyzed(finned(0.5))


@pytest.fixture(scope="module")
def box():
    return analyzed(parts_molded.box_shell())


def verdict_of(analysis, pack, configuration):
    return next(
        one
        for verdict in analysis.verdicts
        for one in verdict.configurations
        if (verdict.key, one.key) == (pack, configuration)
    )


def sent(analysis):
    """Return the result as the window reads it."""
    reported = present.result(analysis) | {"job_id": "1", "artifacts": {}}
    return models.read_result(reported)


def judged_severity(analysis, verdict, layer):
    """Return (F,) 2 where a rule of a layer fails a face for too small a value, 1 where it warns."""
    found = np.zeros(len(analysis.assessed.prepared.part.faces), dtype=int)
    for rule in verdict.rules:
        if INFO_OF_METRIC[rule.metric].layer == layer:
            for finding in rule.findings:
                found[finding.fid] = max(found[finding.fid], finding.severity.rank)
    if layer == "draft" and not verdict.limits[layer].rules:
        found[analysis.assessed.pull.is_low_draft] = AMBER
    return found


def shown_severity(colors, is_seen, face_of_vertex, n_faces):
    """Return (F,) 2 where any vertex of a face is red, 1 where any is amber."""
    red, green, blue = colors.T
    of_vertex = np.where(
        red > 2 * np.maximum(green, blue), RED, np.where((red > green) & (green > blue + 0.1), AMBER, NEITHER)
    )
    found = np.zeros(n_faces, dtype=int)
    np.maximum.at(found, face_of_vertex[is_seen], of_vertex[is_seen])
    return found


def window_colors(shown):
    """Look every vertex up in the picture, as the graphics card does."""
    row = (shown.v * len(shown.rows)).astype(int)
    column = np.clip((shown.u * shown.rows.shape[1]).astype(int), 0, shown.rows.shape[1] - 1)
    return shown.rows[row, column] / 255.0


@pytest.mark.parametrize("key", CONFIGURATIONS, ids="/".join)
@pytest.mark.parametrize("part", ["thin", "box"])
def test_rule_file_report_and_window_agree_on_every_limit_and_color(part, key, request):
    analysis = request.getfixturevalue(part)
    verdict, result = verdict_of(analysis, *key), sent(analysis)
    assessed = analysis.assessed
    face_of_vertex, n_faces = assessed.prepared.mesh.face_of_vertex, len(assessed.prepared.part.faces)
    for heatmap in HEATMAPS:
        layer = heatmap.LAYER.name
        if heatmap.LAYER.scale is None:
            continue
        reported = layer_limits.of_result(result, layer, key)
        limits = verdict.limits[layer]
        painted = heatmap.color(analysis, limits)  # what pictures and the report draw
        data = heatmaps.paint(heatmap, analysis, limits)
        extras = glb.extras(data)

        # numbers
        assert models.read(extras["limits"], models.LayerLimits) == reported
        assert extras["stops"] == [{"value": one.value, "color": one.color} for one in reported.stops]
        scale = painted.scale
        assert [(round(stop.value, 9), stop.color) for stop in scale.stops] == [
            (one.value, one.color) for one in reported.stops
        ]
        for finding in (
            one
            for rule in verdict.rules
            if rule.key in {each.key for each in reported.rules}
            for one in rule.findings
        ):
            fid = str(finding.fid)
            case = next((one for one in reported.cases if fid in (one.fids or ())), reported.cases[0])
            if finding.severity.rank == RED:
                assert case.red_below == pytest.approx(case.fail)
            assert finding.threshold in (pytest.approx(case.fail), pytest.approx(case.warn))

        # who is named
        assert reported.process == painted.limits.source
        assert " ".join(legend.about_limits(painted)[1:]).startswith(reported.process)

        # colors
        read = mesh.read({layer: data} if layer == "draft" else {"draft": _draft(analysis, verdict)})
        shown = layers.numbers(read, layer, layers.scales_of(read, layer, reported), None, frozenset())
        drawn = window_colors(shown)
        seen = np.isfinite(painted.values) & ~painted.is_marked
        away = seen & (_from_step(painted) > TEXEL_AND_LEAN * scale.high)
        assert np.abs(drawn[away] - painted.colors[away]).max(initial=0.0) < 0.02
        np.testing.assert_allclose(
            mesh.to_srgb(glb.attributes(data)["COLOR_0"][:, :3]), painted.colors, atol=1e-5
        )
        marks = np.zeros(n_faces, dtype=bool)
        np.logical_or.at(marks, face_of_vertex, painted.is_marked)
        expected = judged_severity(analysis, verdict, layer)[~marks]
        for colors in (drawn, painted.colors):
            found = shown_severity(colors, seen, face_of_vertex, n_faces)[~marks]
            np.testing.assert_array_equal(found, expected)


def test_a_wall_that_stands_up_fails_where_one_that_lies_flat_is_warned_of(thin):
    assert severities(thin, 0.3) == {"fin": RED, "floor": AMBER, "block": NEITHER}


def test_the_same_wall_a_little_thicker_is_red_nowhere(thicker):
    assert severities(thicker, 0.5) == {"fin": AMBER, "floor": AMBER, "block": NEITHER}


def severities(analysis, fin_mm):
    """Return how filament printing shows the sides of the fin, the floor and the block."""
    verdict = verdict_of(analysis, "additive", "fdm")
    painted = next(one for one in HEATMAPS if one.LAYER.name == "thickness").color(
        analysis, verdict.limits["thickness"]
    )
    prepared = analysis.assessed.prepared
    found = shown_severity(
        painted.colors, np.isfinite(painted.values), prepared.mesh.face_of_vertex, len(prepared.part.faces)
    )
    judged = judged_severity(analysis, verdict, "thickness")
    places = {"fin": (15, 20 + fin_mm, 12), "floor": (42, 20, 0.3), "block": (0, 20, 4)}
    faces = {name: _face_at(prepared.mesh, point) for name, point in places.items()}
    assert {name: int(judged[face]) for name, face in faces.items()} == {
        name: int(found[face]) for name, face in faces.items()
    }
    return {name: int(found[face]) for name, face in faces.items()}


def _face_at(drawn, point):
    middles = drawn.vertices[drawn.triangles].mean(axis=1)
    return int(drawn.face_of_triangle[np.argmin(np.linalg.norm(middles - point, axis=1))])


def _draft(analysis, verdict):
    draft = next(one for one in HEATMAPS if one.LAYER.name == "draft")
    return heatmaps.paint(draft, analysis, verdict.limits["draft"])


def _from_step(painted):
    """Return (V,) how far each value is from the nearest step of its own scale."""
    far = np.full(len(painted.values), np.inf)
    for at, scale in enumerate(painted.scales):
        places = [stop.value for stop in scale.stops]
        steps = [one for one, other in pairwise(places) if one == other]
        mine = painted.scale_of_vertex == at
        for step in steps:
            far[mine] = np.minimum(far[mine], np.abs(painted.values[mine] - step))
    return far
