"""A batch as CSV: a line a part, in the order given, and for each configuration its verdict."""

import csv
import io
from collections.abc import Iterable

from app.state import batch_rows
from app.state.batch_rows import Judgment
from app.state.session import Session
from app.state.spreadsheet import harmless
from app.state.suitability import Suit

FACTS = ("file", "status", "message", "suits_best", "reason", "size_mm", "volume_cm3", "form", "undercuts",
         "low_draft")  # fmt: skip
OF_PROCESS = ("verdict", "fails", "warnings", "issues")


def table(parts: Iterable[Session]) -> str:
    """Return the table; beside a verdict stand the rules that fail and warn, and their issues, counted."""
    judged = [(part, batch_rows.judgment(part)) for part in parts]
    suits = [{} if found is None else _by_name(found) for _, found in judged]
    names = sorted({name for one in suits for name in one})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*FACTS, *(f"{name} {what}" for name in names for what in OF_PROCESS)])
    for (part, judgment), found in zip(judged, suits, strict=True):
        cells: list[object] = []
        for name in names:
            suit = found.get(name)
            cells += [""] * len(OF_PROCESS) if suit is None else _counted(suit)
        writer.writerow([harmless(str(part.path)), *_facts(part, judgment), *cells])
    return out.getvalue()


def _by_name(judgment: Judgment) -> dict[str, Suit]:
    return {_name(one): one for one in judgment.suits}


def _name(suit: Suit) -> str:
    return f"{suit.pack_key}/{suit.configuration_key}"


def _counted(suit: Suit) -> list[object]:
    verdict = "does not suit" if suit.is_out else str(suit.severity)
    return [verdict, suit.n_fail, suit.n_warning, suit.n_issues]


def _facts(part: Session, judgment: Judgment | None) -> list[object]:
    """Return a cell for each of FACTS but the file."""
    now = part.now
    reason = harmless(batch_rows.reason(part, judgment))
    if judgment is None:
        message = "" if now.failure is None else harmless(now.failure.sentence)
        return [str(now.stage), message, "", reason, *[""] * 5]
    result = judgment.result
    size = volume = ""
    if result.geometry is not None:
        size = " x ".join(f"{side:.2f}" for side in result.geometry.sides_mm)
        volume = f"{result.geometry.volume_cm3:.3f}"
    message = harmless(" ".join(failed.message for failed in result.failed_stages))
    best = "" if judgment.best is None else _name(judgment.best)
    form = "" if result.form is None else result.form.form
    draft = result.features.manufacturability
    undercuts = [draft.n_undercuts, draft.n_low_draft]
    return [str(now.stage), message, best, reason, size, volume, form, *undercuts]
