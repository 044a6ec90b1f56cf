"""The open pack judged on the open part while it is written, against the version that was saved."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import Json, PackVerdict, Verdict
from app.state import verdict_diff
from app.state.rule_draft import RuleDraft
from app.state.verdict_diff import VerdictDiff
from app.views.rules.editor import Editor
from app.views.window_context import WindowContext

WAIT_MS = 400
"""After the last key; a sentence is not judged letter by letter."""
SLIDING_MS = 80
"""Between two questions while a slider moves, for colors to follow it."""


class Live(QObject):
    """Asks the server after each pause; what comes of an older question is not shown any more."""

    changed = Signal()

    def __init__(self, context: WindowContext, editor: Editor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.verdict: Verdict | None = None
        """What the pack says as it stands; kept while the next is asked for."""
        self.saved: Verdict | None = None
        self.problem: str = ""
        """Why there is no verdict, in a sentence; empty where there is one, or none to be had."""
        self.is_busy = False
        self.overrides: Mapping[str, float] = {}
        self._context = context
        self._editor = editor
        self._asked = 0
        self._cancel = Cancel()
        self._saved_of: tuple[str, str, Json] | None = None
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self._ask)
        editor.opened.connect(self._forget)
        editor.changed.connect(lambda _: self.ask_soon())
        editor.configuration_chosen.connect(lambda _: self._forget())
        context.result_changed.connect(lambda _: self._forget())

    @property
    def diff(self) -> VerdictDiff | None:
        """What the pack says otherwise than as it was saved; None before both are known."""
        if self.verdict is None or self.saved is None:
            return None
        return verdict_diff.compare(self.saved, self.verdict)

    def ask_soon(self) -> None:
        """Judge anew, once nothing changes for a moment."""
        if self._can_ask():
            self.is_busy = True
            self.changed.emit()
            self._timer.start()

    def preview(self, overrides: Mapping[str, float]) -> None:
        """Judge with other parameters than those of the pack, as a slider does before it is let go."""
        self.overrides = overrides
        if not self._can_ask():
            return
        self.is_busy = True
        self.changed.emit()
        if not self._timer.isActive() or self._timer.interval() != SLIDING_MS:
            self._timer.start(SLIDING_MS)

    def _forget(self) -> None:
        """Begin with another pack, configuration or part."""
        self._cancel.ask()
        self._asked += 1
        self._timer.stop()
        self.verdict = self.saved = self._saved_of = None
        self.problem, self.overrides, self.is_busy = "", {}, False
        self.changed.emit()
        if self._can_ask():
            self.is_busy = True
            self._timer.start(0)

    def _can_ask(self) -> bool:
        draft = self._editor.draft
        return draft is not None and self._context.result is not None and self._context.client is not None

    def _ask(self) -> None:
        draft, client, result = self._editor.draft, self._context.client, self._context.result
        if draft is None or client is None or result is None:
            return
        self._cancel.ask()
        self._cancel = cancel = Cancel()
        self._asked += 1
        asked, job_id, key = self._asked, result.job_id, self._editor.configuration
        document, overrides = draft.document, dict(self.overrides)
        self._timer.setInterval(WAIT_MS)

        def judged(found: PackVerdict) -> None:
            if asked == self._asked:
                self._set_verdict(draft, _only(found))

        def failed(failure: Failure) -> None:
            if asked == self._asked:
                self._fail(draft, failure)

        self._context.tasks.run(
            lambda: client.evaluate(job_id, document, key, overrides, cancel=cancel), judged, failed
        )
        self._ask_saved(draft, job_id, key)

    def _ask_saved(self, draft: RuleDraft, job_id: str, key: str) -> None:
        """Judge the saved version once, unless it has no such configuration."""
        client, saved = self._context.client, draft.saved
        if client is None or self._saved_of == (job_id, key, saved):
            return
        self._saved_of, self.saved = (job_id, key, saved), None

        def judged(found: PackVerdict) -> None:
            if self._saved_of == (job_id, key, saved):
                self.saved = _only(found)
                self.changed.emit()

        self._context.tasks.run(lambda: client.evaluate(job_id, saved, key), judged)

    def _set_verdict(self, draft: RuleDraft, verdict: Verdict | None) -> None:
        self.verdict, self.problem, self.is_busy = verdict, "", False
        if draft.problems:
            draft.problems = {}
        self.changed.emit()

    def _fail(self, draft: RuleDraft, failure: Failure) -> None:
        self.is_busy = False
        if failure.reason is Reason.INVALID and failure.problems:
            n = len(failure.problems)
            self.problem = self.tr("1 problem") if n == 1 else self.tr("{} problems").format(n)
            draft.problems = {}
            _note(draft, failure.problems)
        else:
            self.problem = f"{failure}"
        self.changed.emit()


def _note(draft: RuleDraft, problems: tuple[str, ...]) -> None:
    """Note problems without notifying of a change, which would have it judged again."""
    noted = RuleDraft({})
    noted.show_problems(problems)
    draft.problems = noted.problems


def _only(found: PackVerdict) -> Verdict | None:
    return found.configurations[0].result if found.configurations else None
