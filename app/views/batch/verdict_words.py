"""The verdict of one process in a few words, as a cell has room for."""

from PySide6.QtCore import QCoreApplication

from app.state.suitability import Suit


def of_suit(suit: Suit, *, with_label: bool = False) -> str:
    """Return `1 rule fails, 2 warn`, behind the variant where it is not known by the column."""
    if suit.gate is not None:
        return suit.gate
    counts = []
    if suit.n_fail:
        one, many = _tr("1 rule fails"), _tr("{n} rules fail")
        counts.append(one if suit.n_fail == 1 else many.format(n=suit.n_fail))
    if suit.n_warning:
        one, many = _tr("1 rule warns"), _tr("{n} rules warn")
        if counts:
            one, many = _tr("1 warns"), _tr("{n} warn")
        counts.append(one if suit.n_warning == 1 else many.format(n=suit.n_warning))
    words = ", ".join(counts) or _tr("passes")
    return f"{suit.label}: {words}" if with_label else words[:1].upper() + words[1:]


def _tr(text: str) -> str:
    return QCoreApplication.translate("BatchModel", text)
