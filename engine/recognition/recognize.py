"""Run every recognizer in order, settling rivals before the next one looks."""

from engine.features import RECOGNIZERS
from engine.model.analysis import PreparedPart
from engine.model.feature import Claim
from engine.progress import Progress
from engine.recognition import reconcile


def recognize_all(prepared: PreparedPart, progress: Progress) -> tuple[Claim, ...]:
    """Return all claims that stand, in the order in which they were made.

    Raises
    ------
    Cancelled
        The caller wanted out.
    """
    found: tuple[Claim, ...] = ()
    for recognize in RECOGNIZERS:
        progress.check()
        found = reconcile.settle(found + recognize(prepared, found))
    return found
