"""Findings kept as columns come back one by one."""

import dataclasses

import numpy as np

from engine.model.finding import Finding, Findings
from engine.model.rulepack import Severity
from tests.support.analyses import finding

WHOLE = finding()
BARE = finding(
    Severity.WARNING, fid=None, faces=(), threshold=None, margin=None, is_decided=False, witness=None
)


def assert_same(left: Finding, right: Finding) -> None:
    for field in dataclasses.fields(left):
        np.testing.assert_equal(getattr(left, field.name), getattr(right, field.name), err_msg=field.name)


def test_each_comes_back_as_it_was() -> None:
    columns = Findings.of((WHOLE, BARE))
    assert len(columns) == 2
    for left, right in zip((WHOLE, BARE), columns, strict=True):
        assert_same(left, right)
    assert_same(columns[-1], BARE)


def test_a_slice_is_a_tuple_of_them() -> None:
    (last,) = Findings.of((WHOLE, BARE))[1:]
    assert_same(last, BARE)


def test_none_are_falsy() -> None:
    assert not Findings.of(())
    assert list(Findings.of(())) == []
