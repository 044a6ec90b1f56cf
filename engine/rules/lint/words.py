"""Messages that would say nothing, or something untrue once a number changes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.model.rulepack import Configuration, Rule, RulePack, Selector, Severity
from engine.rules import ladder
from engine.rules.lint import _line

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{[^{}]*\}")
THRESHOLD = re.compile(r"\{threshold\b")
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")

LEVELS_TO_REACH = {
    Severity.PASS: {Severity.WARNING, Severity.FAIL},
    Severity.WARNING: {Severity.PASS},
    Severity.FAIL: {Severity.PASS, Severity.WARNING},
}
"""The verdicts of whose bound `{threshold}` speaks: for a pass those it just avoids, else milder ones."""


def check(pack: RulePack) -> Iterator[str]:
    """Yield levels without a sentence, and sentences that say what they cannot know."""
    for path, rule, used in _line.rules_with_configurations(pack):
        reached = {
            level for each in used for level in _line.severities(rule, _line.spots(rule, each.parameters))
        }
        for level in Severity:
            if level in reached and not rule.messages.get(level, "").strip():
                yield f"{path}.messages.{level.value}: the level is reached and has no message of its own"
        for level, text in rule.messages.items():
            place = f"{path}.messages.{level.value}"
            if THRESHOLD.search(text) and level in reached:
                yield from _without_bound(place, rule, used, level, LEVELS_TO_REACH[level])
            yield from _typed_out(place, text, rule, used)
        if THRESHOLD.search(rule.advice):
            for level in (Severity.WARNING, Severity.FAIL):
                if level in reached:
                    yield from _without_bound(f"{path}.advice", rule, used, level, {Severity.PASS})
        yield from _typed_out(f"{path}.advice", rule.advice, rule, used)


def _without_bound(
    place: str, rule: Rule, used: tuple[Configuration, ...], level: Severity, levels: set[Severity]
) -> Iterator[str]:
    """Yield a `{threshold}` that would be a dash, because no bound leads from this level to another."""
    unconditional = replace(rule, selector=Selector(rule.selector.set))
    for each in used:
        reached = _line.severities(rule, _line.spots(unconditional, each.parameters))
        if level in reached and reached.isdisjoint(levels):
            yield (
                f"{place}: {{threshold}} would be a dash under {each.key}: no bound leads from a "
                f"{level.value} to a {'worse' if level == Severity.PASS else 'milder'} verdict"
            )
            return


def _typed_out(place: str, text: str, rule: Rule, used: tuple[Configuration, ...]) -> Iterator[str]:
    """Yield numbers in a text that are the bounds of parameters: they would stay when those change."""
    bounds = {
        ladder.resolve(tier.bound, each.parameters): tier.bound.param
        for each in used
        for tier in rule.tiers
        if tier.bound is not None and tier.bound.param is not None
    }
    for number in NUMBER.findall(PLACEHOLDER.sub(" ", text)):
        if float(number) in bounds:
            yield (
                f"{place}: {number} is written out, and is the value of {bounds[float(number)]}; "
                "{threshold} would follow it when it changes"
            )
