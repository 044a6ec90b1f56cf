"""Compare, assembled: the earlier revision, the open part beside it, and what became of it at the right."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.state import revision_files
from app.state.issue_changes import MatchedIssue
from app.state.revisions import Matched
from app.state.selection import Selected, Source
from app.state.session import Session
from app.views.compare.caption import Caption
from app.views.compare.chooser import Chooser
from app.views.compare.comparing import Comparing
from app.views.compare.diff_model import Change_
from app.views.compare.diff_panel import DiffPanel
from app.views.compare.earlier import Earlier, State
from app.views.compare.earlier_pane import EarlierPane, WaitingForEarlier
from app.views.compare.pair import Pair
from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

PANEL = 520
"""Pixels of the panel of changes at first."""
LEAST_PANE = 220


class CompareWorkspace(QWidget):
    """The panes and the panel know only the context and each other's state; requests are handled here."""

    name = icon = "compare"

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._path: Path | None = None
        self.earlier = Earlier(context, self)
        self.comparing = Comparing(context, self.earlier, self)
        self.pair = Pair(context, self.earlier, self.comparing, tokens, self)
        self.chooser = Chooser(tokens)
        self.waiting = WaitingForEarlier()
        self.panel = DiffPanel(context, self.comparing, tokens)
        self.captions = (Caption(self.tr("Before"), tokens), Caption(self.tr("Now"), tokens))
        self.link_box = QCheckBox(self.tr("Link the views"))
        self.link_box.setChecked(True)
        self.link_box.setToolTip(self.tr("Turning one revision turns the other"))
        self.changes_box = QCheckBox(self.tr("Only what changed"))
        self.changes_box.setToolTip(self.tr("Turn gray what both revisions have"))
        self.swap_button = QPushButton(self.tr("Swap"))
        self.swap_button.setToolTip(
            self.tr("Let the open part be the earlier revision, and this the open one")
        )
        self.other_button = QPushButton(self.tr("Compare with…"))
        self.close_button = QPushButton(self.tr("Stop comparing"))
        self.close_button.setToolTip(
            self.tr("Put the earlier revision away, and end what is still done for it")
        )
        self._assemble()
        self._listen()
        self.refresh()

    # --- what others ask ----------------------------------------------------------------------------

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Compare")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def show_viewport(self, viewport: Viewport) -> None:
        """Show the one viewport of the window here, as the later revision."""
        self._right.addWidget(viewport)
        self.pair.set_later(viewport)
        viewport.show()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        for each in (self.chooser, self.panel, self.pair, *self.captions):
            each.set_tokens(tokens)

    def go_to_next(self) -> None:
        """Go to the next change."""
        self.panel.go_to_next()

    def go_to_previous(self) -> None:
        """Go to the change before."""
        self.panel.go_to_previous()

    def browse(self) -> None:
        """Let the user choose the earlier revision."""
        kinds = self._context.interface.file_filter
        folder = "" if self._path is None else str(self._path.parent)
        title = self.tr("Choose the earlier revision")
        chosen, _ = QFileDialog.getOpenFileName(self, title, folder, f"CAD ({kinds})")
        if chosen:
            self.compare_with(Path(chosen))

    def compare_with(self, path: Path) -> None:
        """Take this file for the earlier revision."""
        self.earlier.open(path)

    def swap(self) -> None:
        """Open the earlier revision, and compare it with what was open."""
        before, after = self.earlier.context.session, self._context.session
        if before is None or after is None or before.now.result is None or after.now.result is None:
            return
        self.earlier.close()
        self._context.show_part(before, is_revision=True)
        self.earlier.show(after)
        self._context.workspace_chosen.emit("compare")

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the earlier revision as far as it is."""
        earlier, state = self.earlier, self.earlier.state
        name = "" if earlier.path is None else earlier.path.name
        if state is State.BUSY:
            self.waiting.show_progress(name, earlier.progress)
        elif state is State.FAILED and earlier.failure is not None:
            self.waiting.show_failure(earlier.failure)
        pages = {State.NONE: self.chooser, State.READY: self._view_page}
        self._pages.setCurrentWidget(pages.get(state, self.waiting))
        self.captions[0].show_name(name)
        self.captions[1].show_name("" if self._path is None else self._path.name)
        is_ready = state is State.READY and self._context.result is not None
        for widget in (self.link_box, self.changes_box, self.swap_button):
            widget.setEnabled(is_ready)
        self.other_button.setEnabled(self._context.result is not None)
        self.close_button.setEnabled(state is not State.NONE)
        self.pair.refresh()

    def _offer(self) -> None:
        recent = [Path(one) for one in self._context.settings["recent"]]
        files = (
            () if self._path is None else revision_files.offered(self._path, recent, self._context.interface)
        )
        has_part = self._context.result is not None
        self.chooser.show_files(self._path if has_part else None, files if has_part else ())

    def _show_part(self, session: Session | None) -> None:
        path = None if session is None else session.path
        if path != self._path:  # opened anew it is still the later revision
            self.earlier.close()
        self._path = path
        self._offer()
        self.refresh()

    def _show_result(self, result: object) -> None:
        if result is not None:
            self.earlier.follow_pull()
        if self.earlier.state is State.NONE:
            self._offer()
        self.refresh()

    # --- what is chosen -----------------------------------------------------------------------------

    def _show(self, item: Change_) -> None:
        """Select a change in both revisions and fly there in the one that has it, the later if both do.

        What a rule found is shown in the layer that the rule measures, as in Inspect.
        """
        before, after = (None if one is None else frozenset(one.fids) for one in (item.before, item.after))
        self.pair.select(before, after)
        if isinstance(item, MatchedIssue | Matched):
            found = item.after or item.before
            self._context.choose_layer_of(None if found is None else found.rule.metric)
        if after is not None:
            self.pair.fly(after, is_before=False)
        if before is not None and (after is None or not self.pair.is_linked):
            self.pair.fly(before, is_before=True)

    def _follow(self, selected: Selected, *, is_before: bool) -> None:
        if selected.source is Source.PART and self.isVisible():
            self.panel.show_faces(selected.fids, is_before=is_before)

    # --- Qt's ---------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._offer()
        self.pair.join()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pair.part()

    # --- assembly -----------------------------------------------------------------------------------

    def _listen(self) -> None:
        context, earlier = self._context, self.earlier
        context.part_opened.connect(self._show_part)
        context.result_changed.connect(self._show_result)
        context.selection_changed.connect(lambda now: self._follow(now, is_before=False))
        earlier.selection_changed.connect(lambda now: self._follow(now, is_before=True))
        earlier.changed.connect(self.refresh)
        self.pair.made.connect(self._left.addWidget)
        self.pair.read.connect(self._read)
        self.panel.chosen.connect(self._show)
        self.chooser.chosen.connect(self.compare_with)
        self.chooser.browse_asked.connect(self.browse)
        self.waiting.cancel_asked.connect(earlier.cancel)
        self.waiting.again_asked.connect(earlier.again)
        self.waiting.other_asked.connect(earlier.close)
        self.link_box.toggled.connect(self.pair.link)
        self.changes_box.toggled.connect(self.pair.keep_changes)
        self.swap_button.clicked.connect(self.swap)
        self.other_button.clicked.connect(self.browse)
        self.close_button.clicked.connect(earlier.close)

    def _read(self, before: object, after: object) -> None:
        self.captions[0].show_reading(before)  # type: ignore[arg-type]
        self.captions[1].show_reading(after, before)  # type: ignore[arg-type]

    def _assemble(self) -> None:
        self._view_page = QWidget()
        self._left = QVBoxLayout(self._view_page)
        self._left.setContentsMargins(0, 0, 0, 0)
        self._pages = QStackedWidget()
        for page in (self.chooser, self.waiting, self._view_page):
            self._pages.addWidget(page)
        left = EarlierPane(self.captions[0], self._pages)
        left.dropped.connect(self.compare_with)
        right, self._right = QWidget(), QVBoxLayout()
        right_layout = QVBoxLayout(right)
        right_layout.setContentsMargins(0, 0, 0, 0)
        right_layout.setSpacing(0)
        right_layout.addWidget(self.captions[1])
        right_layout.addLayout(self._right, 1)
        panes = QSplitter(Qt.Orientation.Horizontal)
        for pane in (left, right):
            pane.setMinimumWidth(LEAST_PANE)
            panes.addWidget(pane)
            panes.setStretchFactor(panes.count() - 1, 1)
        panes.setSizes([1000, 1000])
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 6, 10, 6)
        bar.setSpacing(8)
        bar.addWidget(self.other_button)
        bar.addWidget(self.swap_button)
        bar.addWidget(self.close_button)
        bar.addStretch(1)
        bar.addWidget(self.changes_box)
        bar.addWidget(self.link_box)
        middle = QWidget()
        middle_layout = QVBoxLayout(middle)
        middle_layout.setContentsMargins(0, 0, 0, 0)
        middle_layout.setSpacing(0)
        middle_layout.addLayout(bar)
        middle_layout.addWidget(panes, 1)
        columns = QSplitter(Qt.Orientation.Horizontal)
        columns.addWidget(middle)
        columns.addWidget(self.panel)
        columns.setStretchFactor(0, 1)
        columns.setStretchFactor(1, 0)
        columns.setSizes([1000, PANEL])
        for splitter in (panes, columns):
            splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(columns)
