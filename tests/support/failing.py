"""Stages that fail on purpose."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from engine import evidence, metrics
from engine.recognition import recognize

CAUSE = "ZeroDivisionError: a defect"


def failing(like: Callable[..., Any]) -> Callable[..., NoReturn]:
    """Return a function that raises, and that is found where another one is."""

    def fail(*_: Any, **__: Any) -> NoReturn:
        raise ZeroDivisionError("a defect")

    fail.__module__ = like.__module__
    return fail


def break_recognizer(monkeypatch: pytest.MonkeyPatch, noun: str) -> None:
    """Let the recognizer fail that looks for something."""
    assert noun in [each.noun for each in recognize.RECOGNIZERS]
    broken = tuple(
        replace(each, recognize=failing(each.recognize)) if each.noun == noun else each
        for each in recognize.RECOGNIZERS
    )
    monkeypatch.setattr(recognize, "RECOGNIZERS", broken)


def break_metric(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a metric fail."""
    metric = metrics.METRIC_OF_NAME[name]
    monkeypatch.setitem(metrics.METRIC_OF_NAME, name, replace(metric, measure=failing(metric.measure)))


def break_evidence(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the finder of one kind of evidence fail."""
    finder = evidence.FINDERS[name]
    monkeypatch.setitem(evidence.FINDERS, name, finder._replace(find=failing(finder.find)))


def break_function(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
    """Let a function of a module fail."""
    monkeypatch.setattr(module, name, failing(getattr(module, name)))
