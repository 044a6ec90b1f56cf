"""The document for CI systems."""

from xml.etree import ElementTree

import pytest

from engine.exports import junit
from engine.exports.objections import JudgedPart
from tests.engine.exports import judged


def suites_of(*parts: JudgedPart) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(junit.write(parts))
    assert root.tag == "testsuites"
    return list(root)


def test_a_rule_is_a_test_that_fails_where_the_rule_does() -> None:
    (suite,) = suites_of(judged.bracket())
    wall, envelope, ribs, bare = suite
    assert suite.get("name") == "parts/bracket.step"
    assert wall.get("classname") == "parts/bracket.step.casting.investment"
    assert wall.get("name") == "Min wall thickness"
    (failure,) = wall
    assert (failure.tag, failure.get("message")) == ("failure", judged.WALL)
    assert failure.text is not None
    assert failure.text.splitlines()[1].startswith("warning: 4 × hole Ø3.2")
    assert list(envelope) == []
    assert [(each.tag, each.get("message")) for each in ribs] == [("skipped", "no ribs")]
    assert [(each.tag, each.text) for each in bare] == [
        ("system-out", "warning: Only 6 of 200 faces were inspected.")
    ]


def test_tests_are_counted_for_each_part_and_for_all() -> None:
    root = ElementTree.fromstring(junit.write([judged.bracket(), judged.unreadable(), judged.faultless()]))
    counts = [
        [int(each.get(name, "")) for name in ("tests", "failures", "errors", "skipped")]
        for each in (root, *root)
    ]
    assert counts == [[6, 1, 1, 1], [4, 1, 0, 1], [1, 0, 1, 0], [1, 0, 0, 0]]


def test_a_part_that_cannot_be_judged_is_in_error() -> None:
    (suite,) = suites_of(judged.unreadable())
    (test,) = suite
    (error,) = test
    assert error.tag == "error"
    assert str(error.get("message")).startswith("cut-off.step ends in the middle of a line")


@pytest.mark.parametrize("name", ["a\x00b.step", "a\ud800b.step", '<&">.step'])
def test_names_that_xml_cannot_hold_make_no_broken_document(name: str) -> None:
    (suite,) = suites_of(judged.faultless(name))
    assert str(suite.get("name")).endswith(".step")
