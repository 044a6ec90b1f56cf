"""JUnit's XML as CI systems read it: a suite a part, a test a rule, a failure where the rule fails.

A rule that warns has passed, and says why in its output. One that does not apply to the part is skipped. A
part that could not be judged is a suite with one test in error.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from engine import file_name
from engine.exports.objections import JudgedConfiguration, JudgedPart, JudgedRule

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no document of XML 1.0 may hold; names in files have some."""


def write(parts: Sequence[JudgedPart]) -> str:
    """Return one document of all parts."""
    root = Element("testsuites", {"name": "Sprue"})
    for part in parts:
        _add_suite(root, part)
    _count(root)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_suite(root: Element, part: JudgedPart) -> None:
    suite = SubElement(root, "testsuite", {"name": _clean(file_name.shown(part.file))})
    for error in part.errors:
        test = _add_test(suite, part, "analysis", "analysis")
        SubElement(test, "error", {"message": _clean(error), "type": "error"})
    for configuration in part.configurations:
        for rule in configuration.rules:
            _add_rule(suite, part, configuration, rule)
    _count(suite)


def _add_rule(suite: Element, part: JudgedPart, configuration: JudgedConfiguration, rule: JudgedRule) -> None:
    test = _add_test(suite, part, f"{configuration.pack}.{configuration.configuration}", rule.name)
    if not rule.is_applicable:
        SubElement(test, "skipped", {"message": _clean(rule.reason)})
    elif rule.severity == "fail":
        failure = SubElement(test, "failure", {"message": _clean(rule.message), "type": "fail"})
        failure.text = _lines(rule)
    elif rule.severity == "warning":
        SubElement(test, "system-out").text = _lines(rule)


def _add_test(suite: Element, part: JudgedPart, group: str, name: str) -> Element:
    return SubElement(
        suite,
        "testcase",
        {"classname": _clean(f"{file_name.shown(part.file)}.{group}"), "name": _clean(name), "time": "0"},
    )


def _lines(rule: JudgedRule) -> str:
    """Return what the rule objects to, a line an issue."""
    lines = [f"{each.severity}: {each.message} {each.advice}".strip() for each in rule.objections]
    return _clean("\n".join(lines))


def _count(element: Element) -> None:
    """Write down how many tests an element holds, and how many of them failed, were in error or skipped."""
    element.set("tests", str(sum(1 for _ in element.iter("testcase"))))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(sum(1 for _ in element.iter(tag))))


def _clean(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)
