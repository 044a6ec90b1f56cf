"""None, True and False outlive a binding that drops references it does not own."""

import sys

import app.views  # noqa: F401

A_LOT = 1 << 30
"""What a Python with immortal objects gives them, about; ours has more."""


def test_they_have_more_references_than_a_program_can_lose():
    assert all(sys.getrefcount(one) > A_LOT for one in (None, True, False))


def test_other_objects_are_counted_as_ever():
    assert sys.getrefcount(object()) < 10
