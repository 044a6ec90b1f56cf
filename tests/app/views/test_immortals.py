"""None, True and False outlive a binding that takes references it does not own."""

import sys

import app.views  # noqa: F401
from app.views import immortals


def test_they_have_more_references_than_a_program_can_lose():
    assert all(sys.getrefcount(one) > immortals.MANY // 2 for one in (None, True, False))


def test_other_objects_are_counted_as_ever():
    assert sys.getrefcount(object()) < 10
