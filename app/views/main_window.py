"""The window: rail, tool bar, workspaces round one viewport, log and status bar. It assembles; others do."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, QPointF, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import part_file
from app.state.batch import files_of
from app.state.recent import Recent
from app.state.session import Session
from app.views import bars, failure_log, next_steps, report, selection_menu, unit_offer
from app.views.banner import Banner
from app.views.batch.workspace import BatchWorkspace
from app.views.commands import catalog, view
from app.views.commands.palette import Palette
from app.views.commands.registry import Registry
from app.views.commands.sheet import Sheet
from app.views.compare.workspace import CompareWorkspace
from app.views.connection_pill import ConnectionPill
from app.views.home import Home
from app.views.inspect.workspace import InspectWorkspace
from app.views.job_log import JobBar, JobLog
from app.views.reanalysis import Reanalysis
from app.views.scrolled import Scrolled, on_screen
from app.views.status_texts import part_facts, probe_words
from app.views.theme.tokens import Tokens
from app.views.viewport import portrait
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from app.views.workspace import AsksBeforeClosing, ShowsPart, Workspace
from app.views.workspaces import WORKSPACES

W = TypeVar("W")

SIZE = (1440, 900)
STATUS_GAP_PX = 8
"""Between what the status bar says and the border of the window."""
THUMBNAIL_PX = 480
THUMBNAIL_DELAY_MS = 1000
"""By then the part has been drawn at rest."""


class MainWindow(QMainWindow):
    """One part at a time, looked at in several ways."""

    connection_asked = Signal()
    theme_asked = Signal(str)
    """light or dark."""

    def __init__(
        self,
        context: WindowContext,
        recent: Recent,
        samples: tuple[Path, ...],
        memory: QSettings,
        tokens: Tokens,
    ) -> None:
        super().__init__()
        self.context = context
        self._recent = recent
        self._memory = memory
        self.tokens = tokens
        self._waiting: Path | None = None
        self._is_incomplete = False
        self.setWindowTitle("Sprue")
        self.setAcceptDrops(True)
        self.resize(on_screen(self, QSize(*SIZE)))
        self.viewport = Viewport(context, tokens)
        self.home = Home(recent, samples, tokens)
        self.banner = Banner(tokens)
        self.pill = ConnectionPill(tokens)
        self._shown: Workspace = self.home
        made: list[Workspace] = [self.home, *(one(context, tokens) for one in WORKSPACES)]
        self.workspaces = {one.name: one for one in made}
        self.commands = Registry(self, self, catalog.commands())
        self._palette = Palette(self.commands, self)
        self.reanalysis = Reanalysis(context, self)
        self._assemble()
        self._listen()
        self.show_workspace(Home.name)
        self._restore()

    # --- what the program and commands may ask ------------------------------------------------------

    @property
    def shown(self) -> Workspace:
        """The workspace that is shown; Home is one too."""
        return self._shown

    @property
    def dialog_parent(self) -> QWidget:
        """What dialogs are shown over."""
        return self

    @property
    def is_log_shown(self) -> bool:
        """Whether the log is shown, be the window itself in sight or not."""
        return not self.log_dock.isHidden()

    def show_first(self) -> None:
        """Show it as it was left; the first time, it takes all of a small screen."""
        is_small = on_screen(self, QSize(*SIZE)) != QSize(*SIZE)
        self.showMaximized() if is_small and self._memory.value("geometry") is None else self.show()

    def on_their_way(self) -> tuple[str, ...]:
        """Return the names of the parts that the server works on now."""
        open_part = self.context.session
        earlier = self.workspace(CompareWorkspace).earlier.context.session
        batch = self.workspace(BatchWorkspace).batch
        all_parts = [open_part, earlier, *(() if batch is None else batch.parts)]
        return tuple(part.path.name for part in all_parts if part is not None and part.now.is_busy)

    def workspace(self, kind: type[W]) -> W:
        """Return the workspace of this class; raises KeyError where there is none."""
        for one in self.workspaces.values():
            if isinstance(one, kind):
                return one
        raise KeyError(kind)

    def open_files(self, paths: Iterable[Path]) -> None:
        """Open one part; several, or a folder, go to the batch."""
        chosen = list(paths)
        found = files_of(chosen, self.context.interface)
        if len(chosen) == 1 and not chosen[0].is_dir():
            self.open_part(chosen[0])
        elif any(self.context.interface.accepts(one) for one in found):
            self.show_workspace(BatchWorkspace.name)
            self.workspace(BatchWorkspace).add(found)
        else:
            sentence, kinds = (
                self.tr("There is no part in there."),
                ", ".join(self.context.interface.suffixes),
            )
            next_step = self.tr("Sprue reads {kinds}.").format(kinds=kinds)
            self.banner.show_failure(Failure(Reason.FILE, sentence, next_step))

    def open_part(self, path: Path, workspace: str = InspectWorkspace.name) -> None:
        """Open a part and show this workspace, or say at once why it cannot be."""
        problem = part_file.check(path, self.context.interface)
        if problem is not None:
            self.banner.show_failure(problem)
            return
        if self.context.client is None:
            self._waiting = path
            self.statusBar().showMessage(
                self.tr("{name} opens as soon as the engine is up.").format(name=path.name)
            )
            return
        self._recent.remember(path)
        self.show_workspace(workspace)
        self.context.open_part(path)

    def analyze_again(self) -> None:
        """Read the file of the open part anew, and stay where it is looked at."""
        if self.context.session is not None:
            name = InspectWorkspace.name if self.shown is self.home else self.shown.name
            self.open_part(self.context.session.path, name)

    def show_workspace(self, name: str) -> None:
        """Show one workspace; the viewport goes along to those that have a place for it."""
        self._shown = workspace = self.workspaces[name]
        if isinstance(workspace, ShowsPart):
            workspace.show_viewport(self.viewport)
        self._stack.setCurrentWidget(self._page_of[name])
        self.commands.refresh()

    def choose_connection(self) -> None:
        """Let another server be chosen."""
        self.connection_asked.emit()

    def find_command(self) -> None:
        """Show the command palette."""
        self._palette.open()

    def show_shortcuts(self) -> None:
        """Show the shortcut sheet."""
        Sheet(self.commands, self.tokens, self).exec()

    def show_log(self, is_shown: bool) -> None:
        """Show the log or hide it."""
        self.log_dock.setVisible(is_shown)

    def toggle_theme(self) -> None:
        """Ask for the dark colors where these are light, or the other way round."""
        self.theme_asked.emit("light" if self.tokens.is_dark else "dark")

    def show_lines(self, lines: Iterable[str]) -> None:
        """Show these lines as the log, as those of an engine that does not stay up."""
        self._log.show_lines(lines)
        self.show_log(True)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of another theme."""
        self.tokens = tokens
        self.commands.set_tokens(tokens)
        self.viewport.set_tokens(tokens)
        self.banner.set_tokens(tokens)
        self.pill.set_tokens(tokens)
        for workspace in self.workspaces.values():
            workspace.set_tokens(tokens)

    # --- Qt's ---------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.open_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        asking = (one for one in self.workspaces.values() if isinstance(one, AsksBeforeClosing))
        if not all(one.may_close() for one in asking):
            event.ignore()
            return
        self._memory.setValue("geometry", self.saveGeometry())
        self._memory.setValue("state", self.saveState())
        self._leave()
        self.reanalysis.stop()
        self.viewport.stop()
        self.context.close()
        super().closeEvent(event)

    # --- assembly -----------------------------------------------------------------------------------

    def _assemble(self) -> None:
        bars.add(self, self.commands, self.workspaces, self.pill)
        self.commands.set_tokens(self.tokens)
        self._stack = QStackedWidget()
        self._page_of: dict[str, QWidget] = {}
        for workspace in self.workspaces.values():
            scrolls = not isinstance(workspace, InspectWorkspace)  # its panels do so, each for itself
            page = Scrolled(workspace.widget, workspace.title()) if scrolls else workspace.widget
            self._page_of[workspace.name] = page
            self._stack.addWidget(page)
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.banner)
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(middle)
        self.log_dock = QDockWidget(self.tr("Log"), self)
        self.log_dock.setObjectName("log")
        self._log = JobLog(self.context)
        self.log_dock.setWidget(self._log)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.log_dock)
        self.log_dock.hide()
        self.log_dock.visibilityChanged.connect(lambda _: self.commands.refresh())
        self.statusBar().setContentsMargins(STATUS_GAP_PX, 0, STATUS_GAP_PX, 0)
        self._probe, self._facts = QLabel(), QLabel()
        self.statusBar().addWidget(self._probe, 1)
        self.statusBar().addPermanentWidget(self._facts)
        self.statusBar().addPermanentWidget(JobBar(self.context))

    def _listen(self) -> None:
        context = self.context
        context.workspace_chosen.connect(self.show_workspace)
        context.connected.connect(self._show_connection)
        context.schema_learned.connect(self._show_interface)
        context.failure_reported.connect(self._show_failure)
        context.part_opened.connect(self._show_part)
        context.result_changed.connect(self._show_result)
        context.units_changed.connect(self._show_facts)
        for signal in (context.layer_chosen, context.progressed, context.abilities_changed,
                       self.viewport.section_changed, self.viewport.measuring_changed):  # fmt: skip
            signal.connect(lambda *_: self.commands.refresh())
        self._leave = context.settings.changed.subscribe(lambda _: self.commands.refresh())
        self.viewport.probed.connect(lambda probe: self._probe.setText(probe_words(probe, context.interface)))
        self.viewport.shown.connect(lambda: QTimer.singleShot(THUMBNAIL_DELAY_MS, self._keep_thumbnail))
        self.reanalysis.began.connect(self._show_saved)
        self.reanalysis.ended.connect(self._show_changes)
        self.reanalysis.failed.connect(self._show_unreadable_save)
        self.pill.clicked.connect(lambda: self.choose_connection())
        self.viewport.menu_asked.connect(self._show_part_menu)
        self.workspace(InspectWorkspace).menu_asked.connect(
            lambda at: selection_menu.made(self.commands, self).popup(at)
        )
        self.home.open_asked.connect(self.open_part)
        self.home.browse_asked.connect(self.commands["part.open"].trigger)

    def _show_part_menu(self, at: QPoint, seen: QPointF) -> None:
        """Show what can be done with the part at a place of the picture."""
        pin = (self.tr("Pin the thickness here"), partial(self.viewport.pin_thickness_at, seen))
        selection_menu.made(self.commands, self, pin).popup(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape selects nothing, wherever the focus is; other keys are nobody's."""
        if event.key() == Qt.Key.Key_Escape:
            self.viewport.escape()
        else:
            super().keyPressEvent(event)

    def _show_saved(self, path: Path) -> None:
        words = self.tr("{name} was saved; it is being analyzed.").format(name=path.name)
        self.banner.show_notice(words)

    def _show_changes(self, before: Session, words: str) -> None:
        """Say what a save changed, with the comparison one click away."""
        self.banner.show_notice(
            self.tr("{name} was saved: {changes}").format(
                name=before.path.name, changes=words[:1].lower() + words[1:]
            ),
            (self.tr("Compare"), partial(self._compare_with, before)),
        )

    def _compare_with(self, before: Session) -> None:
        compare = self.workspace(CompareWorkspace)
        compare.earlier.show(before)
        self.show_workspace(compare.name)

    def _show_unreadable_save(self, failure: Failure) -> None:
        words = self.tr("The saved file could not be judged: {why} What is shown is as it was before.")
        self.banner.show_notice(words.format(why=failure.sentence))

    def _show_connection(self, client: object) -> None:
        self.pill.show_client(self.context.client, is_local=not self.context.settings["server"])
        waiting, self._waiting = self._waiting, None
        if client is not None and waiting is not None:
            self.statusBar().clearMessage()
            self.open_part(waiting)

    def _show_interface(self) -> None:
        """Show what the server reads, and add the layers that it has besides those known so far."""
        interface = self.context.interface
        self.home.set_interface(interface)
        for command in view.of_layers(interface.layers):
            if command.name not in self.commands:
                self.commands.add(command)
                bars.insert_layer(self, self.commands, command.name)
        self.commands.set_tokens(self.tokens)
        self.commands.refresh()

    def _show_part(self, session: Session | None) -> None:
        self.banner.hide()
        self.setWindowTitle("Sprue" if session is None else f"{session.path.name} – Sprue")
        self._facts.clear()
        self.commands.refresh()
        if session is None:
            self.show_workspace(Home.name)

    def _show_facts(self) -> None:
        result = self.context.result
        self._facts.setText("" if result is None else part_facts(result))

    def _show_result(self, result: Result | None) -> None:
        self._show_facts()
        self._show_failed_stages(result)
        session = self.context.session
        if session is not None and result is not None and not self._is_incomplete:
            unit_offer.show(self.banner, session.path, result, self.context.units, self.analyze_again)
        self.commands.refresh()

    def _show_failure(self, failure: Failure) -> None:
        is_open = self.context.session is not None
        again = self.analyze_again if is_open else None
        save_log = self._saving(failure.log, str(failure)) if is_open else None
        self.banner.show_failure(
            failure, *next_steps.of(failure, again, self.connection_asked.emit, save_log)
        )

    def _show_failed_stages(self, result: Result | None) -> None:
        """Show a banner with the stages that failed, over a result without them."""
        failed = () if result is None else tuple(one.message for one in result.failed_stages)
        if not failed:
            if self._is_incomplete:
                self.banner.hide()
        else:
            assert result is not None
            sentence = self.tr("The verdict is incomplete: the engine failed at a part of the analysis.")
            failure = Failure(Reason.DEFECT, sentence, "", problems=failed)
            save_log = self._saving(result.log, sentence, *failed)
            self.banner.show_failure(
                failure, *next_steps.of(failure, None, self.connection_asked.emit, save_log)
            )
        self._is_incomplete = bool(failed)

    def _saving(self, log: str | None, *sentences: str) -> Callable[[], None] | None:
        """Return what saves a log of this computer; None for any other."""
        if log is None or self.context.settings["server"]:
            return None
        return partial(failure_log.save, self.context, self, sentences, log)

    def _keep_thumbnail(self) -> None:
        """Keep a thumbnail of the part for Home."""
        session, result = self.context.session, self.context.result
        if session is None or result is None or not self.viewport.isVisible():
            return
        thumbnail = report.png(portrait.render(self.viewport), THUMBNAIL_PX)
        self._recent.remember(session.path, result, thumbnail)

    def _restore(self) -> None:
        geometry, state = self._memory.value("geometry"), self._memory.value("state")
        if geometry is not None:
            self.restoreGeometry(geometry)
        if state is not None:
            self.restoreState(state)
