"""The panel of changes: what they come to, issues and features in lists, and one of them in full."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.client.errors import Failure, Reason
from app.state import comparison_table
from app.state.comparison import Alignment, Comparison
from app.views.compare.comparing import Comparing
from app.views.compare.diff_details import DiffDetails
from app.views.compare.diff_head import DiffHead
from app.views.compare.diff_model import Change_, ChangeNode
from app.views.compare.diff_tree import DiffTree
from app.views.inspect.panel_widgets import PanelTitle
from app.views.theme import labels
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

ISSUES, FEATURES = range(2)
LEAST_SENTENCE_PX = 170
"""Of the sentence without a comparison."""


class DiffPanel(QWidget):
    """Shows a comparison; what is chosen here both views fly to."""

    chosen = Signal(object)
    """What of `Change_` is to be shown in both views."""

    def __init__(
        self, context: WindowContext, comparing: Comparing, tokens: Tokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._comparing, self._tokens = context, comparing, tokens
        self._at: dict[int, Change_ | None] = {ISSUES: None, FEATURES: None}
        self._is_following = False
        self._turned_for: Alignment | None = None
        self._build(tokens)
        self.set_tokens(tokens)
        for tree in self.trees:
            tree.selectionModel().currentRowChanged.connect(lambda index, _: self._choose(index))
            tree.clicked.connect(self._choose)
            tree.doubleClicked.connect(self._toggle)
        self.tabs.currentChanged.connect(lambda _: self._show_details(self._at[self.tabs.currentIndex()]))
        self.next_button.clicked.connect(self.go_to_next)
        self.previous_button.clicked.connect(self.go_to_previous)
        self.save_button.clicked.connect(self._ask_where_to_save)
        comparing.changed.connect(self.refresh)
        self.refresh()

    @property
    def trees(self) -> tuple[DiffTree, DiffTree]:
        """The lists of issues and of features."""
        return self.issues, self.features

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self.head.set_tokens(tokens)
        self.details.set_tokens(tokens)
        for tree in self.trees:
            tree.changes.set_tokens(tokens)

    def refresh(self) -> None:
        """Show the comparison as it is."""
        found = self._comparing.comparison
        self._is_following = True
        self.issues.changes.show_issues(found)
        self.features.changes.show_features(found)
        for tree in self.trees:
            tree.refresh()
        self._is_following = False
        self._at = {ISSUES: None, FEATURES: None}
        self._body.setVisible(found is not None)
        self._empty.setVisible(found is None)
        self._empty.setText(
            self.tr("Comparing …")
            if self._comparing.is_busy
            else self.tr("What became of each issue and feature appears here, once there are two revisions.")
        )
        self.save_button.setEnabled(found is not None)
        self._name_tabs()
        self._turn_to_changes(found)
        self._show_details(None)

    def go_to_next(self) -> None:
        """Go to the next change, from the last to the first."""
        self._step(1)

    def go_to_previous(self) -> None:
        """Go to the change before, from the first to the last."""
        self._step(-1)

    def show_faces(self, fids: Iterable[str], *, is_before: bool) -> None:
        """Mark the first change about these faces, as they were selected in a view."""
        wanted, tree = set(fids), self.trees[self.tabs.currentIndex()]
        current = self._at[self.tabs.currentIndex()]
        if not wanted or (current is not None and wanted & _faces(current, is_before=is_before)):
            return
        for node in tree.changes.changed():
            if node.item is not None and wanted & _faces(node.item, is_before=is_before):
                self._mark(node.item)
                return

    def write(self, path: Path) -> None:
        """Write the comparison as a table; a file that cannot be written is reported."""
        found = self._comparing.comparison
        if found is None:
            return
        try:
            path.write_text(comparison_table.csv_of(found), "utf-8")
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            sentence = self.tr("{name} could not be written: {why}.").format(name=path.name, why=why)
            self._context.failure_reported.emit(
                Failure(Reason.FILE, sentence, self.tr("Choose another folder."))
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._context.selection.clear()
        else:
            super().keyPressEvent(event)

    # --- what is shown ------------------------------------------------------------------------------

    def _turn_to_changes(self, found: Comparison | None) -> None:
        """Of two other revisions show what changed: the features, where no issue did."""
        alignment = None if found is None else found.alignment
        if alignment is not None and alignment is not self._turned_for:
            n_issues, n_features = (len(tree.changes.changed()) for tree in self.trees)
            self.tabs.setCurrentIndex(FEATURES if n_features and not n_issues else ISSUES)
        self._turned_for = alignment

    def _name_tabs(self) -> None:
        for at, (tree, name) in enumerate(
            zip(self.trees, (self.tr("Issues"), self.tr("Features")), strict=True)
        ):
            n = len(tree.changes.changed())
            self.tabs.setTabText(at, f"{name}  {n}" if n else name)

    def _show_details(self, item: Change_ | None) -> None:
        changed = self.trees[self.tabs.currentIndex()].changes.changed()
        n = len(changed)
        at = _position(changed, item)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(n > 0)
        if at is not None:
            self._position.setText(self.tr("{} of {}").format(at + 1, n))
        else:
            words = self.tr("{} changes").format(n) if n else self.tr("No changes")
            self._position.setText(self.tr("1 change") if n == 1 else words)
        if item is not None:
            self.details.show_change(item)
        elif n:
            self.details.show_hint(self.tr("Choose a change to see it in both revisions."))
        else:
            self.details.show_hint(self.tr("Nothing changed here."))

    # --- what is chosen -----------------------------------------------------------------------------

    def _choose(self, index: QModelIndex) -> None:
        tree = self.trees[self.tabs.currentIndex()]
        node = tree.changes.node(index)
        if node is None or node.item is None or self._is_following:
            return
        self._at[self.tabs.currentIndex()] = node.item
        self._show_details(node.item)
        self.chosen.emit(node.item)

    def _toggle(self, index: QModelIndex) -> None:
        tree = self.trees[self.tabs.currentIndex()]
        node, first = tree.changes.node(index), index.siblingAtColumn(0)
        if node is not None and node.item is None:
            tree.setExpanded(first, not tree.isExpanded(first))

    def _step(self, by: int) -> None:
        tab = self.tabs.currentIndex()
        changed = self.trees[tab].changes.changed()
        if not changed:
            return
        at = _position(changed, self._at[tab])
        start = -1 if by > 0 else 0
        item = changed[((start if at is None else at) + by) % len(changed)].item
        if item is not None:
            self._mark(item)
            self.chosen.emit(item)

    def _mark(self, item: Change_) -> None:
        tab = self.tabs.currentIndex()
        tree = self.trees[tab]
        place = tree.changes.place(item)
        self._at[tab] = item
        self._is_following = True
        tree.expand(place.parent().parent())
        tree.expand(place.parent())
        tree.setCurrentIndex(place)
        tree.scrollTo(place)
        self._is_following = False
        self._show_details(item)

    def _ask_where_to_save(self) -> None:
        session = self._context.session
        name = f"{session.path.stem}-changes.csv" if session is not None else "changes.csv"
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Save the changes"), name, "CSV (*.csv)")
        if chosen:
            self.write(Path(chosen))

    # --- assembly -----------------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self._title = PanelTitle(self.tr("Changes"), tokens)
        self.head = DiffHead(self._context, self._comparing, tokens)
        tr = self.tr
        self.issues = DiffTree((tr("Issue"), tr("Measured"), tr("Limit"), tr("Margin")), tokens)
        self.issues.setAccessibleName(tr("Issues that changed"))
        self.features = DiffTree((tr("Feature"), tr("Size")), tokens)
        self.features.setAccessibleName(tr("Features that changed"))
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.setAccessibleName(self.tr("What is compared"))
        self.tabs.addTab(self.issues, tr("Issues"))
        self.tabs.addTab(self.features, tr("Features"))
        self.details = DiffDetails(tokens)
        self._position = labels.muted(QLabel())
        self.previous_button = _arrow(Qt.ArrowType.LeftArrow, tr("Previous change (P)"))
        self.next_button = _arrow(Qt.ArrowType.RightArrow, tr("Next change (N)"))
        self.save_button = QPushButton(tr("Save as CSV…"))
        self._empty = labels.muted(QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
        self._empty.setMinimumWidth(LEAST_SENTENCE_PX)
        steps = QHBoxLayout()
        steps.setSpacing(4)
        steps.addWidget(self._position, 1)
        steps.addWidget(self.previous_button)
        steps.addWidget(self.next_button)
        steps.addWidget(self.save_button)
        below = QWidget()
        below_layout = QVBoxLayout(below)
        below_layout.setContentsMargins(0, 0, 0, 0)
        below_layout.setSpacing(4)
        below_layout.addLayout(steps)
        below_layout.addWidget(self.details, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.tabs)
        splitter.addWidget(below)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([380, 190])
        self._body = QWidget()
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(6)
        body.addWidget(self.head)
        body.addWidget(splitter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self._body, 1)
        order = (self.head, self.tabs, self.previous_button, self.next_button, self.save_button)
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)


def _position(changed: Sequence[ChangeNode], item: Change_ | None) -> int | None:
    """Return the place of an item in the list, or that of the issue it belongs to; None: it is in none."""
    for at, node in enumerate(changed):
        if item is not None and any(one.item is item for one in (node, *node.rows)):
            return at
    return None


def _faces(item: Change_, *, is_before: bool) -> set[str]:
    """Return the faces of a change in one of the revisions."""
    one = item.before if is_before else item.after
    return set() if one is None else set(one.fids)


def _arrow(arrow: Qt.ArrowType, words: str) -> QToolButton:
    button = QToolButton()
    button.setArrowType(arrow)
    button.setAutoRaise(True)
    button.setToolTip(words)
    button.setAccessibleName(words)
    return button
