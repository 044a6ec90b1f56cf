"""Records that lack what a failed stage would have made."""

from dataclasses import dataclass

import pytest

from engine.errors import UnreadableFile
from engine.progress import Progress
from engine.stages import FailedStage, Partial, PartialDict, StageFailed, available, failure_of

FAILED = FailedStage("features.hole", "holes were not recognized", "ValueError: no")


@dataclass(frozen=True, slots=True)
class Pair(Partial):
    left: int
    right: int


def test_reading_what_a_failed_stage_would_have_made_says_which_stage() -> None:
    pair = Pair(1, FAILED)  # type: ignore[arg-type]
    assert pair.left == 1
    with pytest.raises(StageFailed, match="holes were not recognized") as raised:
        assert pair.right
    assert raised.value.failed is FAILED
    assert available(lambda: pair.right) is None
    assert available(lambda: pair.left) == 1


def test_looking_it_up_says_so_too_but_what_was_never_there_is_not_there() -> None:
    fields = PartialDict({"draft": FAILED})
    with pytest.raises(StageFailed):
        fields["draft"]
    with pytest.raises(StageFailed):
        fields.get("draft")
    assert fields.get("thickness") is None


def test_the_sentence_names_what_is_lost_and_why() -> None:
    assert FAILED.message == (
        "Holes were not recognized, because Sprue itself failed at it (ValueError: no). "
        "What rests on it is not judged."
    )


def test_what_rests_on_a_failed_stage_fails_for_the_same_reason_and_is_reported_once() -> None:
    lines: list[str] = []
    progress = Progress(on_line=lines.append, outlives_failures=True)
    pair = Pair(0, 1)
    quotient = progress.attempt("quotient", "the quotient was not worked out", lambda: pair.right / pair.left)
    double = progress.attempt("double", "it was not doubled", lambda number: 2 * number, quotient)
    holder = Pair(quotient, 1)  # type: ignore[arg-type]
    negative = progress.attempt("negative", "it was not negated", lambda: -holder.left)
    assert failure_of(quotient) is failure_of(double) is failure_of(negative)
    assert [each.stage for each in progress.failed_stages] == ["quotient"]
    assert lines == [progress.failed_stages[0].message]
    assert "division by zero" in lines[0]
    assert progress.attempt("sum", "nothing was added", lambda: pair.left + pair.right) == 1


@pytest.mark.parametrize("error", [UnreadableFile("broken"), MemoryError()])
def test_what_is_the_files_fault_or_the_machines_is_no_failure_of_a_stage(error: Exception) -> None:
    def fail() -> None:
        raise error

    progress = Progress(outlives_failures=True)
    with pytest.raises(type(error)):
        progress.attempt("reading", "nothing was read", fail)
    assert progress.failed_stages == []
