"""The open part, analyzed anew when its file is saved, beside what is shown until the new is there."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.client.errors import Failure
from app.state import comparison, comparison_words, pull_choice
from app.state.session import Progress, Session, Stage
from app.views.file_watch import FileWatch
from app.views.window_context import WindowContext

SETTING = "watches_file"


class Reanalysis(QObject):
    """Follows the file of the open part, as the setting says."""

    began = Signal(object)
    """Path of the file that was saved."""
    ended = Signal(object, str)
    """Session of the part as it was before, and what changed in a sentence; the new one is shown."""
    failed = Signal(object)
    """Failure: the saved file could not be judged; what is shown stays."""

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._watch = FileWatch(self)
        self._running: Session | None = None
        self._leave = context.settings.changed.subscribe(self._apply_setting)
        self._watch.saved.connect(self._analyze)
        context.part_opened.connect(self._follow)

    def stop(self) -> None:
        """Watch nothing any more."""
        self._leave()
        self._watch.follow(None)
        self._cancel()

    def _follow(self, session: Session | None) -> None:
        if session is not None and session is self._running:
            self._running = None  # it is watched already, and may have been saved again meanwhile
            return
        self._cancel()
        is_watched = session is not None and self._context.settings[SETTING]
        self._watch.follow(session.path if session is not None and is_watched else None)

    def _apply_setting(self, name: str) -> None:
        if name == SETTING:
            self._follow(self._context.session)

    def _cancel(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.cancel()

    def _analyze(self, path: Path) -> None:
        context, shown = self._context, self._context.session
        if shown is None or context.client is None:
            return
        before = shown.now.result
        if before is None:  # it never came so far, and nothing would be lost
            context.open_part(path)
            return
        self._cancel()
        self._running = fresh = Session(context.client, path, context.interface, context.units.of)
        options = pull_choice.of_result(before.features.manufacturability).options()
        options |= context.machine_options()
        verdict = context.verdict

        def work() -> tuple[Progress, str]:
            now = fresh.analyze(options)
            if now.result is None:
                return now, ""
            compared = comparison.compare(comparison.align(before, now.result), verdict)
            return now, comparison_words.summary(compared)

        def done(found: tuple[Progress, str]) -> None:
            now, words = found
            if fresh is not self._running or context.session is not shown:
                return  # saved once more, or another part was opened
            if now.result is not None:
                context.show_part(fresh, is_revision=True)
                self.ended.emit(shown, words)
            elif now.stage is Stage.FAILED and now.failure is not None:
                fail(now.failure)

        def fail(failure: Failure) -> None:
            if fresh is self._running:
                self._running = None
                self.failed.emit(failure)

        self.began.emit(path)
        context.tasks.run(work, done, fail)
