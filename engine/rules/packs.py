"""The shipped rule packs, as they lie in `resources/rulepacks`."""

import json
from functools import cache

import resources
from engine.model.rulepack import RulePack
from engine.rules import parse

FOLDER = "rulepacks"


def shipped() -> tuple[RulePack, ...]:
    """Load every shipped pack, by key."""
    return tuple(load(file.stem) for file in sorted(resources.path(FOLDER).glob("*.json")))


@cache
def load(key: str) -> RulePack:
    """Load one shipped pack.

    Raises
    ------
    FileNotFoundError
        There is no pack of that key.
    """
    return parse.parse(json.loads(resources.path(f"{FOLDER}/{key}.json").read_text(encoding="utf-8")))
