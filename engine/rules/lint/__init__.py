"""Lint: what is legal in a rule pack and yet hardly meant.

A warning is a sentence behind its JSON path, like a problem of `parse`; it stops nothing. `ladders` looks for
tiers that cannot do what they say, `numbers` for parameters and bounds that look like slips, `words` for
messages that would say nothing or something untrue. Every shipped pack is free of warnings.
"""

from collections.abc import Callable, Iterator

from engine.model.rulepack import RulePack
from engine.rules.lint import ladders, numbers, words

CHECKS: tuple[Callable[[RulePack], Iterator[str]], ...] = (ladders.check, numbers.check, words.check)


def lint(pack: RulePack) -> tuple[str, ...]:
    """Return what looks like a mistake in a pack that `parse` found sound; empty where nothing does."""
    return tuple(dict.fromkeys(warning for check in CHECKS for warning in check(pack)))
