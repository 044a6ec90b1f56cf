"""Run every recognizer in order, settling rivals before the next one looks."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.features import RECOGNIZERS, Recognizer
from engine.model.feature import Claim
from engine.progress import Progress
from engine.recognition import reconcile
from engine.run_context import RunContext
from engine.stages import FailedStage, failure_of


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What the recognizers made of a part."""

    claims: tuple[Claim, ...]
    """All that stand, in the order in which they were made."""
    failed_kinds: Mapping[str, FailedStage]
    """The kinds whose recognizer failed."""


def recognize_all(context: RunContext, progress: Progress) -> Found:
    """Recognize the features of every kind. A recognizer that fails costs its own kinds alone.

    Raises
    ------
    Cancelled
        The caller wanted out.
    """
    claims: tuple[Claim, ...] = ()
    failed_kinds: dict[str, FailedStage] = {}
    for recognizer in RECOGNIZERS:
        progress.check()
        standing = progress.attempt(
            f"features.{recognizer.recognize.__module__.rpartition('.')[2]}",
            f"{recognizer.noun} were not recognized",
            _with,
            recognizer,
            context,
            claims,
        )
        failed = failure_of(standing)
        if failed is None:
            claims = standing
        else:
            failed_kinds |= dict.fromkeys((kind.key for kind in recognizer.kinds if kind.is_listed), failed)
    return Found(claims, failed_kinds)


def _with(recognizer: Recognizer, context: RunContext, found: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return what stands when one more recognizer has looked."""
    return reconcile.settle(found + recognizer.recognize(context, found))
