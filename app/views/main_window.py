"""The window: rail, tool bar, workspaces round one viewport, log and status bar. It assembles; others do."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import part_file
from app.state.batch import files_of
from app.state.recent import Recent
from app.state.session import Progress, Session
from app.views import next_steps, report
from app.views.banner import Banner
from app.views.commands import catalog
from app.views.commands.palette import Palette
from app.views.commands.registry import Registry
from app.views.commands.sheet import Sheet
from app.views.connection_pill import ConnectionPill
from app.views.desk import LAYERS, Desk
from app.views.home import Home
from app.views.job_log import JobBar, JobLog
from app.views.settings_dialog import SettingsDialog
from app.views.status_texts import part_facts, probe_words
from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.workspaces import WORKSPACES

SIZE = (1440, 900)
TOOLS = (
    "part.open",
    "part.analyze",
    "",
    *(f"layer.{layer}" for layer in LAYERS),
    "",
    "view.section",
    "view.measure",
    "view.isolate",
    "view.problems",
    "view.fit",
)
"""Commands on the tool bar; empty: a gap."""
THUMBNAIL_PX = 480
PICTURE_MS = 1000
"""By then the part has been drawn at rest."""


class MainWindow(QMainWindow):
    """One part at a time, looked at in several ways."""

    connection_asked = Signal()
    theme_asked = Signal(str)
    """light or dark."""

    def __init__(
        self, desk: Desk, recent: Recent, samples: tuple[Path, ...], memory: QSettings, tokens: Tokens
    ) -> None:
        super().__init__()
        self.desk = desk
        self._recent = recent
        self._memory = memory
        self._tokens = tokens
        self._waiting: Path | None = None
        self.setWindowTitle("Sprue")
        self.setAcceptDrops(True)
        self.resize(*SIZE)
        self.viewport = Viewport(desk, tokens)
        self.home = Home(recent, samples, tokens)
        self.banner = Banner(tokens)
        self.pill = ConnectionPill(tokens)
        self.workspaces: dict[str, QWidget] = {one.name: one.make(desk, tokens) for one in WORKSPACES}
        self.commands = Registry(self)
        catalog.add_all(self)
        self._assemble()
        self._listen()
        self.show_workspace("home")
        self._refresh_commands()
        self._restore()

    # --- what the program may ask -------------------------------------------------------------------

    def open_files(self, paths: Iterable[Path]) -> None:
        """Open one part; several, or a folder, go to the batch."""
        chosen = list(paths)
        found = files_of(chosen)
        if len(chosen) == 1 and not chosen[0].is_dir():
            self.open_part(chosen[0])
        elif found:
            self.show_workspace("batch")
            self.workspaces["batch"].add(found)  # type: ignore[attr-defined]
        else:
            kinds = ", ".join(part_file.EXTENSIONS)
            told = Failure(
                Reason.FILE, self.tr("There is no part in there."), self.tr("Sprue reads ") + kinds
            )
            self.banner.tell(told)

    def open_part(self, path: Path) -> None:
        """Open a part, or say at once why it cannot be."""
        problem = part_file.check(path)
        if problem is not None:
            self.banner.tell(problem)
            return
        if self.desk.client is None:
            self._waiting = path
            self.statusBar().showMessage(
                self.tr("{name} opens as soon as the engine is up.").format(name=path.name)
            )
            return
        self._recent.remember(path)
        self.show_workspace("inspect")
        self.desk.open_part(path)

    def show_workspace(self, name: str) -> None:
        """Show one workspace; the viewport goes along to those that have a place for it."""
        widget = self.home if name == "home" else self.workspaces[name]
        take = getattr(widget, "take_viewport", None)
        if take is not None:
            take(self.viewport)
        self._stack.setCurrentWidget(widget)
        self._refresh_commands()
        for one in ("home", *self.workspaces):
            self.commands[f"workspace.{one}"].setChecked(one == name)

    def show_lines(self, lines: Iterable[str]) -> None:
        """Show these lines as the log, as those of an engine that does not stay up."""
        self._log.show_lines(lines)
        self._log_dock.show()

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colors of another theme."""
        self._tokens = tokens
        for each in (self.viewport, self.home, self.banner, self.pill, *self.workspaces.values()):
            each.set_tokens(tokens)  # type: ignore[attr-defined]

    # --- commands -----------------------------------------------------------------------------------

    def browse(self) -> None:
        """Let the user choose a part."""
        kinds = " ".join(f"*{one}" for one in part_file.EXTENSIONS)
        last = self.desk.settings["recent"][:1]
        folder = str(Path(last[0]).parent) if last else ""
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Open a part"), folder, f"CAD ({kinds})")
        if chosen:
            self.open_part(Path(chosen))

    def analyze_again(self) -> None:
        """Read the file of the open part anew."""
        if self.desk.session is not None:
            self.open_part(self.desk.session.path)

    def save_report(self) -> None:
        """Write the report as a page or as PDF, wherever the user says."""
        result, session = self.desk.result, self.desk.session
        if result is None or session is None:
            return
        title, name = self.tr("Save the report"), f"{session.path.stem}-report.pdf"
        chosen, _ = QFileDialog.getSaveFileName(self, title, name, "PDF (*.pdf);;HTML (*.html)")
        if chosen:
            report.save(self.desk, self.viewport, Path(chosen))

    def save_picture(self) -> None:
        """Write what the viewport shows, at twice its size."""
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Save a picture"), "part.png", "PNG (*.png)")
        if chosen and not self.viewport.screenshot(2.0).save(chosen):
            sentence = self.tr("{name} could not be written.").format(name=Path(chosen).name)
            self.banner.tell(Failure(Reason.FILE, sentence, self.tr("Choose another folder.")))

    def go_to_next(self) -> None:
        """Fly to the next finding."""
        self.show_workspace("inspect")
        self.workspaces["inspect"].go_to_next()  # type: ignore[attr-defined]

    def go_to_previous(self) -> None:
        """Fly to the finding before."""
        self.show_workspace("inspect")
        self.workspaces["inspect"].go_to_previous()  # type: ignore[attr-defined]

    def toggle_section(self) -> None:
        """Cut the part, or show it whole."""
        self.viewport.set_section("x" if self.commands["view.section"].isChecked() else None)

    def toggle_measure(self) -> None:
        """Take clicks for the ends of a measurement, or no longer."""
        self.viewport.measure(self.commands["view.measure"].isChecked())

    def isolate_selection(self) -> None:
        """Show what is selected alone; with nothing selected, everything."""
        self.viewport.isolate(self.desk.selection.now.fids)

    def hide_selection(self) -> None:
        """Leave out what is selected."""
        self.viewport.hide(self.desk.selection.now.fids)

    def toggle_problems(self) -> None:
        """Turn what has no finding gray, or show all colors."""
        self.viewport.only_problems(self.commands["view.problems"].isChecked())

    def toggle_orthographic(self) -> None:
        """Show with perspective or without."""
        is_on = self.commands["view.orthographic"].isChecked()
        self.desk.settings.set("is_orthographic", is_on)
        self.viewport.set_orthographic(is_on)

    def toggle_log(self) -> None:
        """Show or hide the log."""
        self._log_dock.setVisible(self.commands["program.log"].isChecked())

    def choose_connection(self) -> None:
        """Let the user choose the server."""
        self.connection_asked.emit()

    def change_settings(self) -> None:
        """Show the settings."""
        SettingsDialog(self.desk.settings, self).exec()

    def toggle_theme(self) -> None:
        """Change from light to dark, or back."""
        self.theme_asked.emit("light" if self._tokens.is_dark else "dark")

    def show_palette(self) -> None:
        """Let the user find a command by name."""
        Palette(self.commands, self).exec()

    def show_keys(self) -> None:
        """Show what each key does."""
        Sheet(self.commands, self._tokens, self).exec()

    # --- Qt's ---------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.open_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._memory.setValue("geometry", self.saveGeometry())
        self._memory.setValue("state", self.saveState())
        self.viewport.stop()
        self.desk.close()
        super().closeEvent(event)

    # --- assembly -----------------------------------------------------------------------------------

    def _assemble(self) -> None:
        rail = QToolBar(self.tr("Workspaces"), movable=False)
        rail.setObjectName("rail")
        rail.setOrientation(Qt.Orientation.Vertical)
        tools = QToolBar(self.tr("Tools"), movable=False)
        tools.setObjectName("tools")
        for name in ("home", *self.workspaces):
            rail.addAction(self.commands[f"workspace.{name}"])
        for name in TOOLS:
            tools.addAction(self.commands[name]) if name else tools.addSeparator()
        gap = QWidget()
        gap.setSizePolicy(gap.sizePolicy().Policy.Expanding, gap.sizePolicy().Policy.Preferred)
        tools.addWidget(gap)
        tools.addWidget(self.pill)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, tools)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, rail)
        self._stack = QStackedWidget()
        for widget in (self.home, *self.workspaces.values()):
            self._stack.addWidget(widget)
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.banner)
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(middle)
        self._log_dock = QDockWidget(self.tr("Log"), self)
        self._log_dock.setObjectName("log")
        self._log = JobLog(self.desk)
        self._log_dock.setWidget(self._log)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self._log_dock)
        self._log_dock.hide()
        self._log_dock.visibilityChanged.connect(
            lambda _: self.commands["program.log"].setChecked(not self._log_dock.isHidden())
        )
        self._probe, self._facts = QLabel(), QLabel()
        self.statusBar().addWidget(self._probe, 1)
        self.statusBar().addPermanentWidget(self._facts)
        self.statusBar().addPermanentWidget(JobBar(self.desk))

    def _listen(self) -> None:
        desk = self.desk
        desk.workspace_chosen.connect(self.show_workspace)
        desk.connected.connect(self._take_connection)
        desk.told.connect(self._tell)
        desk.part_opened.connect(self._take_part)
        desk.result_changed.connect(self._take_result)
        desk.progressed.connect(self._take_progress)
        desk.layer_chosen.connect(lambda _: self._refresh_commands())
        self.viewport.probed.connect(lambda probe: self._probe.setText(probe_words(probe)))
        self.viewport.shown.connect(lambda: QTimer.singleShot(PICTURE_MS, self._keep_picture))
        self.viewport.section_changed.connect(self.commands["view.section"].setChecked)
        self.viewport.measuring_changed.connect(self.commands["view.measure"].setChecked)
        self.pill.clicked.connect(self.choose_connection)
        self.home.open_asked.connect(self.open_part)
        self.home.browse_asked.connect(self.browse)

    def _take_connection(self, client: object) -> None:
        self.pill.show_client(self.desk.client, is_local=not self.desk.settings["server"])
        waiting, self._waiting = self._waiting, None
        if client is not None and waiting is not None:
            self.statusBar().clearMessage()
            self.open_part(waiting)

    def _take_part(self, session: Session | None) -> None:
        self.banner.hide()
        self.setWindowTitle("Sprue" if session is None else f"{session.path.name} – Sprue")
        self._facts.clear()
        self._refresh_commands()
        if session is None:
            self.show_workspace("home")

    def _take_result(self, result: Result | None) -> None:
        self._facts.setText("" if result is None else part_facts(result))
        self._refresh_commands()

    def _take_progress(self, now: Progress) -> None:
        self.commands["part.cancel"].setEnabled(now.is_busy)
        self.commands["part.analyze"].setEnabled(not now.is_busy)

    def _tell(self, failure: Failure) -> None:
        again = None if self.desk.session is None else self.analyze_again
        self.banner.tell(failure, *next_steps.of(failure, again, self.choose_connection))

    def _keep_picture(self) -> None:
        """Keep a small picture of the part for Home."""
        session, result = self.desk.session, self.desk.result
        if session is None or result is None or not self.viewport.isVisible():
            return
        picture = report.png(self.viewport.screenshot(1.0, with_legend=False), THUMBNAIL_PX)
        self._recent.remember(session.path, result, picture)

    def _refresh_commands(self) -> None:
        has_result = self.desk.result is not None
        shows_part = hasattr(self._stack.currentWidget(), "take_viewport")
        self.commands.enable(catalog.OF_RESULT, has_result)
        self.commands.enable(catalog.OF_PART, has_result and shows_part)
        self.commands.enable(catalog.OF_VIEW, shows_part)
        self.commands.enable(("part.analyze", "part.close"), self.desk.session is not None)
        for layer in LAYERS:
            self.commands[f"layer.{layer}"].setChecked(layer == self.desk.layer)

    def _restore(self) -> None:
        geometry, state = self._memory.value("geometry"), self._memory.value("state")
        if geometry is not None:
            self.restoreGeometry(geometry)
        if state is not None:
            self.restoreState(state)
