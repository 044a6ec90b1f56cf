"""What can be done about a failure at once: the buttons of the banner."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from app.client.errors import Failure, Reason

Action = tuple[str, Callable[[], object]]

NOT_BY_ITSELF = frozenset({Reason.FILE, Reason.TOO_LARGE, Reason.INVALID, Reason.QUOTA, Reason.KEY})
"""What is the same when it is tried again."""
OF_CONNECTION = frozenset({Reason.KEY, Reason.UNREACHABLE, Reason.TLS, Reason.NOT_SPRUE})
"""What another address or key may mend."""


def of(
    failure: Failure,
    again: Callable[[], object] | None,
    connect: Callable[[], object],
    save_log: Callable[[], object] | None = None,
) -> tuple[Action, ...]:
    """Return a button's words and what it does, likeliest first.

    `again` is None where nothing is open, `save_log` where there is no log of this computer's.
    """
    found: list[Action] = []
    link = failure.upgrade_url
    if failure.reason is Reason.QUOTA and link is not None:
        found.append((_tr("See plans"), lambda: QDesktopServices.openUrl(QUrl(link))))
    if failure.reason in OF_CONNECTION:
        found.append((_tr("Connection…"), connect))
    if save_log is not None:
        found.append((_tr("Save log…"), save_log))
    if again is not None and failure.reason not in NOT_BY_ITSELF:
        found.append((_tr("Try again"), again))
    return tuple(found)


def _tr(text: str) -> str:
    return QCoreApplication.translate("NextSteps", text)
