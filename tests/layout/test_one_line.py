"""A kind of feature and a metric are each added by one file and one line, as CONTRIBUTING says."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.client.models import Feature, RuleSchema
from app.state import feature_words, features
from app.state.interface import SHIPPED
from app.views.viewport import colormaps
from tests.support import programs
from tests.support.forked import WORKERS

ROOT = Path(__file__).parents[2]

GUSSET = '''
"""Gussets: the top of a block, for want of a better one."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import frozen
from engine.model.feature import Claim, FaceRole, Feature, FeatureKind, Precedence, Size
from engine.run_context import RunContext

KIND = FeatureKind(
    key="GUSSET",
    plural="Gussets",
    color="#9c6fd0",
    roles=(FaceRole(99, "Gusset side", place="side"),),
    precedence=Precedence.NARROW,
    sizes=(Size("thickness_mm"), Size("height_mm")),
    order_in_results=12,
    order_in_lists=7,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Gusset(Feature):
    """The highest face."""

    thickness_mm: float
    height_mm: float


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Gusset, ...]:
    """Find the highest face."""
    top = max(context.part.faces, key=lambda face: face.centroid[2])
    return (
        Gusset(
            kind=KIND.key,
            fid=top.id,
            faces=(top.id,),
            roles=((top.id, 99),),
            body=top.body,
            center=top.centroid,
            axis=None,
            box_mm=frozen(np.stack([top.centroid, top.centroid])),
            uncertainty_mm=0.0,
            thickness_mm=12.0,
            height_mm=30.0,
        ),
    )
'''
METRIC = '''
"""Gusset metrics."""

from engine.features.gusset import Gusset
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit


@metric("gusset.slenderness", Unit.ONE, "GUSSET")
def slenderness(gusset: Gusset, context: Context) -> float:
    """Height divided by thickness."""
    return gusset.height_mm / gusset.thickness_mm


METRICS = (slenderness,)
'''
PACK = {
    "key": "gussets",
    "name": "Gussets",
    "configurations": {"any": {"name": "Any", "parameters": {"most": 2.0}}},
    "rules": [
        {
            "key": "slender",
            "name": "Slender gussets",
            "scope": "per_feature",
            "selector": {"set": "gussets"},
            "metric": "gusset.slenderness",
            "tiers": [{"level": "fail", "op": "gt", "rhs": {"param": "most"}}, {"level": "pass"}],
            "messages": {"fail": "{feature} is slender: {metric:.2f}.", "pass": "No gusset is slender."},
        }
    ],
}
IMPORT = "    fin,\n"
LAST = "    # every flat face that nothing else explains\n"
LINE = '    Recognizer("gussets", (gusset.KIND,), gusset.recognize),\n'

LOOK = """
import json
import sys

for name in [name for name in sys.modules if name.partition(".")[0] in ("engine", "tests")]:
    del sys.modules[name]  # forked, it keeps what others have written; ours lie beside this file

from engine import interface, names, present
from engine.heatmaps import features
from engine import report
from engine.reevaluate import judgment
from engine.render import scene
from engine.report import feature_tables
from engine.rules import catalog, parse
from tests.support import draw, measuring
from tests.support.drawn import analyzed

analysis = analyzed(draw.fillet(draw.box((40, 30, 20)), 3.0, (0, 0, 10)), 20.0)
assessed = analysis.assessed
drawn = scene.build(assessed.prepared.mesh, with_soft_light=False)
table = measuring.measure(analysis)
pack = parse.parse(json.loads(sys.argv[1]))
print(json.dumps({
    "result": present.features(assessed),
    "names": [names.of_feature(each) for each in assessed.recognition.features],
    "faces": names.of_faces(assessed.recognition, assessed.prepared.part.faces),
    "swatches": [(each.label, each.color) for each in features.color(analysis).swatches],
    "tables": [(each.kind, each.color) for each in feature_tables.tables(assessed.recognition.features)],
    "page": report.write(analysis, drawn, (), "block.step"),
    "measured": [each.value for each in table.values["gusset.slenderness"].values()],
    "judged": judgment(pack, table),
    "schema": catalog.document() | interface.document(),
}))
"""


def overlaid(folder: Path, changes: dict[str, str]) -> Path:
    """Lay a tree of links to the engine below a folder, with other texts for some of its files."""
    for path in changes:
        target = folder
        for part in Path(path).parts[:-1]:
            source = ROOT / (target / part).relative_to(folder)
            target = target / part
            target.mkdir(exist_ok=True)
            for entry in source.iterdir():
                link = target / entry.name
                wanted = any(other.startswith(f"{link.relative_to(folder)}/") for other in changes)
                if entry.name != "__pycache__" and not wanted and not link.exists():
                    link.symlink_to(entry)
    for path, text in changes.items():
        (folder / path).unlink(missing_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def replaced(path: str, old: str, new: str) -> str:
    """Return the text of a file with one thing replaced, which stands there once."""
    text = (ROOT / path).read_text("utf-8")
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what an engine with a further kind makes of a block with one round edge."""
    listed = replaced("engine/features/__init__.py", LAST, LINE + LAST)
    listed = listed.replace(IMPORT, IMPORT + "    gusset,\n")
    measured = replaced(
        "engine/metrics/__init__.py", "    *fin.METRICS,\n", "    *fin.METRICS,\n    *gusset.METRICS,\n"
    )
    measured = measured.replace("    fin,\n", "    fin,\n    gusset,\n")
    folder = overlaid(
        tmp_path_factory.mktemp("tree"),
        {
            "engine/features/gusset.py": GUSSET,
            "engine/features/__init__.py": listed,
            "engine/metrics/gusset.py": METRIC,
            "engine/metrics/__init__.py": measured,
        },
    )
    script = folder / "look.py"
    script.write_text(LOOK, "utf-8")
    found: dict[str, Any] = json.loads(
        programs.run_script(script, json.dumps(PACK), loaded=WORKERS, cwd=ROOT)
    )
    return found


def test_a_further_kind_is_in_the_result(seen: dict[str, Any]) -> None:
    (gusset,) = [each for each in seen["result"]["features"] if each["kind"] == "GUSSET"]
    assert gusset["thickness_mm"] == 12.0
    assert seen["result"]["role_names"]["99"] == "Gusset side"
    assert seen["result"]["roles_by_fid"][gusset["fid"]] == 99


def test_a_further_kind_has_names(seen: dict[str, Any]) -> None:
    (gusset,) = [each for each in seen["result"]["features"] if each["kind"] == "GUSSET"]
    assert f"gusset {gusset['fid']} (12.00 mm)" in seen["names"]
    assert seen["faces"][int(gusset["fid"])] == f"face {gusset['fid']} (side of gusset 12.00 mm)"


def test_a_further_kind_has_a_color_in_the_heatmap_and_the_report(seen: dict[str, Any]) -> None:
    assert ["Gusset side", "#9c6fd0"] in seen["swatches"]
    assert ["Gusset", "#9c6fd0"] in seen["tables"]
    assert "Gusset" in seen["page"]
    assert "#9c6fd0" in seen["page"]


def test_a_further_kind_has_a_selector_and_is_counted(seen: dict[str, Any]) -> None:
    assert "gussets" in seen["schema"]["selector_sets"]
    assert seen["schema"]["selector_set_info"]["gussets"]["doc"] == "Every recognized gusset."
    assert "part.gusset_count" in seen["schema"]["metrics_whole_part"]


def test_a_further_kind_is_served_with_its_words_and_colors(seen: dict[str, Any]) -> None:
    (kind,) = [each for each in seen["schema"]["kinds"] if each["kind"] == "GUSSET"]
    assert (kind["label"], kind["plural"], kind["color"]) == ("Gusset", "Gussets", "#9c6fd0")
    assert kind["roles"] == [{"code": 99, "label": "Gusset side", "color": "#9c6fd0"}]
    assert [size["field"] for size in kind["sizes"]] == ["thickness_mm", "height_mm"]


def test_a_further_metric_is_in_the_catalog_and_measured(seen: dict[str, Any]) -> None:
    assert "gusset.slenderness" in seen["schema"]["metrics_per_feature"]
    described = seen["schema"]["metric_info"]["gusset.slenderness"]
    assert described["doc"] == "Height divided by thickness."
    assert seen["measured"] == [2.5]


def test_a_further_metric_can_be_asked_for_by_a_rule(seen: dict[str, Any]) -> None:
    (configuration,) = seen["judged"]["configurations"]
    (rule,) = configuration["result"]["rules"]
    assert rule["severity"] == "fail"
    (finding,) = rule["findings"]
    assert finding["message"] == f"Gusset {finding['fid']} (12.00 mm) is slender: 2.50."


def test_a_further_kind_is_listed_by_the_desktop_at_its_place_and_with_its_color(
    seen: dict[str, Any],
) -> None:
    interface = SHIPPED.with_schema(msgspec.convert(seen["schema"], RuleSchema))
    gusset = Feature(fid="7", kind="GUSSET", dimensions={"thickness_mm": 12.0, "height_mm": 30.0})
    others = [Feature(fid="1", kind="WALL"), Feature(fid="2", kind="HOLE")]
    groups = features.tree([*others, gusset], {}, interface=interface)
    assert [group.kind for group in groups] == ["HOLE", "GUSSET", "WALL"]
    assert feature_words.kind("GUSSET", interface, is_many=True) == "Gussets"
    assert feature_words.name(gusset, interface) == "Gusset 7"
    assert feature_words.size(gusset, interface) == "12.0 × 30.0"
    assert colormaps.role_color("Gusset side", interface) == "#9c6fd0"


def test_the_desktop_shows_a_kind_that_the_server_does_not_describe_by_its_key_and_in_gray() -> None:
    assert feature_words.kind("GUSSET", is_many=True) == "Gusset"
    assert colormaps.role_color("Gusset side") == colormaps.UNCLASSIFIED
