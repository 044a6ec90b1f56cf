"""The JSON Schema of packs: it takes what the parser takes, and finds most of what the parser finds."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from engine.errors import InvalidRulePack
from engine.model.rulepack import Comparison, Severity
from engine.rules import document, json_schema, packs, parse
from engine.subjects import SELECTOR_SETS
from tests.engine.rules.test_parse import SOUND

SCHEMA = json_schema.json_schema()
VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA)
"""Compiled: of thousands of documents, each takes a fortieth of the time that it takes `jsonschema`."""

BEYOND = (
    "a parameter of every configuration",
    "a key of its own",
    "the last tier alone",
    "no tier of the rule has a bound",
    "accepted: wall_min, depth_max",
    "accepted: depth_max, wall_min",
    "accepted: steel-1.5mm",
    "nothing here",
)
"""Words of the problems that no schema can see, because two places of a document do not agree."""

VALUES = (None, True, 3, 0.5, "x", "lt", "pass", "part", "holes", "mm", [], {}, [1], {"param": "depth_max"})


def is_sound(found: object) -> bool:
    return VALIDATOR.is_valid(found)


def problems(found: object) -> tuple[str, ...]:
    try:
        parse.parse(found)
    except InvalidRulePack as refused:
        return refused.problems
    return ()


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA, allow_nan=False)) == SCHEMA


@pytest.mark.parametrize("key", [pack.key for pack in packs.shipped()])
def test_every_shipped_pack_follows_it(key: str) -> None:
    followed = document.document(packs.load(key))
    Draft202012Validator(SCHEMA).validate(followed)
    assert is_sound(followed)


def paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value of a document."""
    yield path
    for key, value in (
        tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    ):
        yield from paths(value, (*path, key))


def variants() -> Iterator[tuple[str, Any]]:
    """Yield the sound document with one value replaced, left out, or one member too many."""
    for path in paths(SOUND):
        for value in (*VALUES, "left out", "extra"):
            changed: Any = {"": copy.deepcopy(SOUND)}
            parent, last = changed, ""
            for step in path:
                parent, last = parent[last], step
            if value == "left out":
                del parent[last]
            elif value == "extra" and isinstance(parent[last], dict):
                parent[last]["extra"] = 1
            elif value != "extra":
                parent[last] = value
            if "" in changed:
                yield f"{'.'.join(map(str, path))}: {value!r}", changed[""]


def test_it_refuses_nothing_that_the_parser_takes_and_takes_only_what_no_schema_can_see() -> None:
    n_sound = n_refused = n_beyond = 0
    for what, changed in variants():
        reported = problems(changed)
        if is_sound(changed):
            beyond = all(any(words in problem for words in BEYOND) for problem in reported)
            assert beyond, f"{what}: {reported}"
            n_beyond += bool(reported)
            n_sound += not reported
        else:
            assert reported, f"{what} is refused by the schema alone"
            n_refused += 1
    assert n_sound > 50
    assert n_refused > 500
    assert 0 < n_beyond < 200


def test_every_set_takes_the_metrics_it_has_and_no_others() -> None:
    tried = copy.deepcopy(SOUND)
    rule = tried["rules"][0]
    tried["rules"] = [rule]
    for at, each in enumerate(SELECTOR_SETS):
        for name in SCHEMA["$defs"]["metric"]["enum"][
            at % 7 :: 7
        ]:  # every seventh: the full square takes long
            rule |= {"selector": {"set": each.name}, "metric": name}
            assert is_sound(tried) == (not problems(tried)), f"{name} on {each.name}"


def test_every_choice_is_reported_with_a_sentence_each() -> None:
    def choices(tree: Any) -> Iterator[dict[str, Any]]:
        if isinstance(tree, dict):
            if "enumDescriptions" in tree:
                yield tree
            for value in tree.values():
                yield from choices(value)

    found = list(choices(SCHEMA["$defs"] | SCHEMA["properties"]))
    assert len(found) >= 5
    for choice in found:
        assert len(choice["enum"]) == len(choice["enumDescriptions"])
        assert all(sentence.endswith(".") for sentence in choice["enumDescriptions"])
    offered = [choice["enum"] for choice in found]
    assert [each.value for each in Comparison] in offered
    assert [each.value for each in Severity] in offered


def test_every_member_is_described() -> None:
    for name in ("rule", "selector", "tier", "configuration", "condition", "messages"):
        for member, schema in SCHEMA["$defs"][name]["properties"].items():
            assert schema["description"].endswith("."), f"{name}.{member}"
