"""The guide to rule packs does what it says."""

import copy
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine import options, pipeline
from engine.errors import InvalidRulePack
from engine.model.metric_table import MetricTable
from engine.progress import Progress
from engine.rules import evaluate, parse, reading
from engine.rules.lint import lint
from engine.subjects import SELECTOR_SETS

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/rule-packs.md").read_text("utf-8")
PACK: dict[str, Any] = reading.load(re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)[0])
VERDICTS, PROBLEMS, WARNINGS = (
    block.strip().splitlines() for block in re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)
)


@pytest.fixture(scope="module")
def housing() -> MetricTable:
    file = ROOT / "resources/sample_parts/gear_housing.step"
    context = pipeline.prepare(file, options.mesh_options(8.0, None), Progress())
    return pipeline.assess(context, options.pull_options("cardinal", 0.5, 3.0), (), Progress()).metrics


def test_the_pack_of_the_guide_is_sound_and_clean() -> None:
    assert lint(parse.parse(PACK)) == ()


def any_hole(lines: Iterable[str]) -> set[str]:
    """Return lines without the numbers of holes: four are alike, and one of them is named."""
    return {re.sub(r"hole \d+", "hole", line) for line in lines}


def test_the_sample_part_is_judged_as_the_guide_says(housing: MetricTable) -> None:
    verdict = evaluate.evaluate(parse.parse(PACK), housing)
    said = {
        f"shop/{configuration.key}/{rule.key}: {rule.message}"
        for configuration in verdict.configurations
        for rule in configuration.rules
    }
    assert any_hole(VERDICTS) <= any_hole(said), said
    assert len(VERDICTS) == 5
    moved = evaluate.evaluate(parse.parse(PACK), housing, ["mill"], {"depth_ratio_warn": 2.0})
    assert moved.configurations[0].rules[1].severity == "warning"


def test_the_mistakes_of_the_guide_are_reported_in_its_words() -> None:
    wrong = copy.deepcopy(PACK)
    rule = wrong["rules"][1]
    rule["selector"]["set"] = "hole"
    rule["tiers"][0] |= {"op": ">", "rhs": {"param": "depth_fail"}}
    rule["messages"]["fail"] = "{value:.1f}"
    with pytest.raises(InvalidRulePack) as caught:
        parse.parse(wrong)
    sets = reading.listed(each.name for each in SELECTOR_SETS)
    assert list(caught.value.problems) == [line.replace("{sets}", sets) for line in PROBLEMS]


def test_what_the_guide_calls_hardly_meant_is_warned_of() -> None:
    odd = copy.deepcopy(PACK)
    tiers = odd["rules"][1]["tiers"]
    tiers[0], tiers[1] = tiers[1], tiers[0]
    odd["configurations"]["mill"]["parameters"]["table_mm"] = 0.4
    found = lint(parse.parse(odd))
    assert set(WARNINGS) <= set(found), found


def test_every_member_and_placeholder_of_the_guide_exists() -> None:
    for name in re.findall(r"`\{(\w+)", GUIDE):
        assert name in {"feature", "fid", "metric", "threshold", "n_inspected"}, name
    assert json.loads(json.dumps(PACK)) == PACK
