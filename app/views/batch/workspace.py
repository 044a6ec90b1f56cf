"""The Batch workspace, assembled: files in, a table of verdicts out."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.client.errors import Failure, Reason
from app.client.http import Client
from app.client.models import Usage
from app.state import batch_table
from app.state.batch import N_AT_ONCE, Batch
from app.state.session import Session, Stage
from app.views.batch import page
from app.views.batch.model import BatchModel
from app.views.batch.portraits import Portraits
from app.views.batch.process_menu import ProcessMenu
from app.views.batch.table import BatchTable
from app.views.theme.labels import muted, title
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

METER = "dfm.analyze"
SHARE_ASKED = 0.1
"""A batch that takes more than this share of the analyses left is asked about."""
ROOM = 14
"""Pixels round the workspace and between its lines."""


class BatchWorkspace(QWidget):
    """Judges every part that is put into it, at once, and writes down what came out."""

    name = icon = "batch"

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._n_working = 0
        self.batch: Batch | None = None
        self.model = BatchModel(tokens, self)
        self.processes = ProcessMenu(context.settings)
        self.portraits = Portraits(context, self)
        self.add_files = QPushButton(self.tr("Add files…"))
        self.add_folder = QPushButton(self.tr("Add folder…"))
        self.start = QPushButton(self.tr("Analyze"))
        self.start.setDefault(True)
        self.stop = QPushButton(self.tr("Stop"))
        self.remove = QPushButton(self.tr("Remove"))
        self.remove.setToolTip(self.tr("Take the chosen parts out of the batch; all of them where none is"))
        self.save = QPushButton(self.tr("Save…"))
        self.save.setToolTip(self.tr("Save as a table, or as a page with a portrait of each part"))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self._counts = muted(QLabel())
        self._hint = muted(QLabel(self.tr("Double-click a judged part to inspect it.")))
        self.table = BatchTable(self.model)
        self._assemble()
        self.set_tokens(tokens)
        self._waiting: list[Path] = []
        self._listen()
        self.refresh()

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Batch")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.model.set_tokens(tokens)

    def add(self, paths: Iterable[Path]) -> None:
        """Put files, and the parts in folders, into the batch, and judge them unless it was stopped."""
        if self._context.client is None:
            self._waiting += paths  # until the engine is up
            return
        if self.batch is None:
            self.batch = Batch(self._context.client, unit_of=self._context.units.of)
            tasks, changed = self._context.tasks, self._changed
            self.batch.changed.subscribe(lambda part: tasks.post(lambda: changed(part)))
        self.batch.interface = self._context.interface
        added = self.batch.add(paths)
        self._context.batch_changed.emit(tuple(part.path for part in self.batch.parts))
        self.refresh()
        if added and not self.batch.is_stopped:
            self.run()

    def _on_connected(self, client: Client | None) -> None:
        """Send what is not on its way yet to the server that is there now."""
        if client is None:
            return
        if self.batch is not None:
            self.batch.move_to(client)
        waiting, self._waiting = self._waiting, []
        if waiting:
            self.add(waiting)
        self.refresh()

    def run(self) -> None:
        """Judge what waits; on a metered plan ask first where it would use up much of what is left."""
        waiting, client = self.batch, self._context.client
        if waiting is None or client is None or not waiting.n_left:
            return

        def go_on(usage: Usage | None) -> None:
            if self._is_agreed(waiting.n_left, usage):
                self._work(waiting)

        self._context.tasks.run(client.usage, go_on, lambda _: self._work(waiting))

    def refresh(self) -> None:
        """Show the batch as it stands."""
        parts = () if self.batch is None else self.batch.parts
        if self.batch is not None:
            self.model.show_batch(self.batch)
        self._pages.setCurrentIndex(1 if parts else 0)
        self._bar.setVisible(bool(parts))
        if self.processes.is_empty:
            for result in filter(None, (part.now.result for part in parts)):
                self.processes.offer(result)
                break
        stages = [part.now.stage for part in parts]
        n_waiting, n_judged = stages.count(Stage.CHOSEN), stages.count(Stage.DONE)
        n_failed, n_stopped = stages.count(Stage.FAILED), stages.count(Stage.CANCELLED)
        n_ended = n_judged + n_failed + n_stopped
        n_incomplete = sum(bool(part.now.result and part.now.result.failed_stages) for part in parts)
        self.progress.setRange(0, max(len(parts), 1))
        self.progress.setValue(n_ended)
        self.progress.setVisible(self._n_working > 0)
        counts = [self.tr("1 part") if len(parts) == 1 else self.tr("{n} parts").format(n=len(parts))]
        for n, words in (
            (n_judged, self.tr("{n} judged")),
            (n_incomplete, self.tr("{n} of them not in full")),
            (n_failed, self.tr("{n} could not be read or judged")),
            (n_stopped, self.tr("{n} stopped")),
            (n_waiting, self.tr("{n} waiting")),
        ):
            if n:
                counts.append(words.format(n=n))
        self._counts.setText("  ·  ".join(counts) if parts else "")
        self._hint.setVisible(n_judged > 0)
        self.start.setEnabled(self.batch is not None and self.batch.n_left > 0 and not self._n_working)
        self.stop.setVisible(self._n_working > 0)
        self.remove.setEnabled(not self._n_working)
        self.save.setEnabled(n_ended > 0)
        self.processes.setVisible(not self.processes.is_empty)

    def write(self, path: Path) -> None:
        """Write what is shown, in its order: `.html` as a page with portraits, anything else as CSV."""
        parts = self.table.shown()
        if path.suffix.lower() not in (".html", ".htm"):
            self._write(path, batch_table.table(parts))
            return

        def write_page(portraits: dict[Session, bytes]) -> None:
            self.save.setEnabled(True)
            today = date.today().isoformat()
            self._write(path, page.html(parts, self.processes.ticked, portraits, today))

        self.save.setEnabled(False)
        self.portraits.draw(parts, write_page)

    def _write(self, path: Path, text: str) -> None:
        """Write a file; one that cannot be written is reported."""
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            sentence = self.tr("{name} could not be written: {why}.").format(name=path.name, why=why)
            self._context.failure_reported.emit(
                Failure(Reason.FILE, sentence, self.tr("Choose another folder."))
            )

    def _work(self, waiting: Batch) -> None:
        waiting.start(self._context.analysis_options())
        for _ in range(N_AT_ONCE - self._n_working):
            self._take_parts(waiting)
        self.refresh()

    def _take_parts(self, waiting: Batch) -> None:
        def end(_: object) -> None:
            self._n_working -= 1
            if waiting.n_waiting and not waiting.is_stopped:  # added while the last were taken
                self._take_parts(waiting)
            self.refresh()

        self._n_working += 1
        self._context.tasks.run(waiting.work, end, end)

    def _is_agreed(self, n_waiting: int, usage: Usage | None) -> bool:
        """Ask where the plan counts analyses and these are more than a few, or more than are left."""
        meters = () if usage is None else usage.meters
        left = next((one.remaining for one in meters if one.meter == METER), None)
        if left is None or n_waiting <= left * SHARE_ASKED:
            return True
        asked = self.tr("{n} analyses will be counted; {left} are left on your plan. Analyze all?").format(
            n=n_waiting, left=left
        )
        answer = QMessageBox.question(self, self.tr("Analyze the batch"), asked)
        return answer is QMessageBox.StandardButton.Yes

    def _open(self, index: QModelIndex) -> None:
        part = self.table.part(index)
        if part.now.result is not None:
            self._context.show_part(part)
            self._context.workspace_chosen.emit("inspect")

    def _remove(self) -> None:
        if self.batch is not None:
            self.batch.remove(self.table.chosen() or self.batch.parts)
            self._context.batch_changed.emit(tuple(part.path for part in self.batch.parts))
        self.refresh()

    def _retry(self) -> None:
        for part in self.table.chosen():
            if self.batch is not None and part.now.stage in (Stage.FAILED, Stage.CANCELLED):
                self.batch.again(part)
        self.refresh()

    def _changed(self, part: Session) -> None:
        self.model.refresh(part)
        if not part.now.is_busy:
            self.refresh()

    def _ask_for_files(self) -> None:
        kinds = self._context.interface.file_filter
        chosen, _ = QFileDialog.getOpenFileNames(self, self.tr("Add parts"), "", f"CAD ({kinds})")
        self.add(Path(one) for one in chosen)

    def _ask_for_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Add the parts of a folder"))
        if chosen:
            self.add([Path(chosen)])

    def _folder(self) -> Path:
        """Return where the parts lie that were added first; that is where their overview is looked for."""
        parts = () if self.batch is None else self.batch.parts
        return parts[0].path.parent if parts else Path()

    def _ask_where_to_save(self) -> None:
        page_kind, table_kind = self.tr("Page with portraits (*.html)"), self.tr("Table (*.csv)")
        chosen, kind = QFileDialog.getSaveFileName(
            self, self.tr("Save the batch"), str(self._folder() / "parts.html"), f"{page_kind};;{table_kind}"
        )
        if chosen:
            path = Path(chosen)
            self.write(path if path.suffix else path.with_suffix(".csv" if kind == table_kind else ".html"))

    def _listen(self) -> None:
        self._context.connected.connect(self._on_connected)
        self.add_files.clicked.connect(self._ask_for_files)
        self.add_folder.clicked.connect(self._ask_for_folder)
        self.start.clicked.connect(self.run)
        self.stop.clicked.connect(lambda: self.batch.stop() if self.batch is not None else None)
        self.remove.clicked.connect(self._remove)
        self.save.clicked.connect(self._ask_where_to_save)
        self.processes.changed.connect(self.model.show_processes)
        self.table.activated.connect(self._open)
        QShortcut(
            QKeySequence("Ctrl+R"),
            self.table,
            self._retry,
            context=Qt.ShortcutContext.WidgetShortcut,
        )

    def _assemble(self) -> None:
        self._bar = QWidget()
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(8)
        for widget in (self.add_files, self.add_folder, self.remove, self.start, self.stop):
            bar.addWidget(widget)
        bar.addStretch(1)
        bar.addWidget(self.processes)
        bar.addWidget(self.save)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._invitation())
        self._pages.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(ROOM, ROOM, ROOM, ROOM)
        layout.setSpacing(ROOM - 4)
        layout.addWidget(self._bar)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.progress)
        foot = QHBoxLayout()
        foot.addWidget(self._counts, 1)
        foot.addWidget(self._hint)
        layout.addLayout(foot)

    def _invitation(self) -> QWidget:
        """Make the hint of an empty batch: what it is for, and how to begin."""
        page = QWidget()
        heading = title(QLabel(self.tr("Judge many parts at once"), alignment=Qt.AlignmentFlag.AlignCenter))
        hint = self.tr("Drop a folder here. Every part in it is judged, the worst listed first.")
        choices = QHBoxLayout()
        choices.addStretch(1)
        for text, ask in (
            (self.tr("Add a folder…"), self._ask_for_folder),
            (self.tr("Add files…"), self._ask_for_files),
        ):
            button = QPushButton(text)
            button.setDefault(ask == self._ask_for_folder)
            button.clicked.connect(ask)
            choices.addWidget(button)
        choices.addStretch(1)
        layout = QVBoxLayout(page)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(heading)
        layout.addWidget(muted(QLabel(hint, alignment=Qt.AlignmentFlag.AlignCenter)))
        layout.addLayout(choices)
        layout.addStretch(3)
        return page
