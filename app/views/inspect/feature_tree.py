"""The feature panel: a filter, and the features by kind and pattern, with size and the worst said of each."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.client.models import Result
from app.state import display_unit, feature_filter, feature_words, features
from app.state.selection import Selected, Source
from app.views.inspect.feature_model import FEATURE, SIZE, WORST, FeatureModel
from app.views.inspect.panel_widgets import PanelTitle
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

MANY = 12
"""Kinds with more features than this begin folded, unless something is wrong with one of them."""
PADDING = 12
"""Pixels of a cell besides its text."""
WORST_PX = 28
SHORT_SIZES = ("Ø00.0 × 00.0", "Ø0.000 × 0.000")
"""Sizes that are always read whole, in mm and in inches; the end of longer ones has the tooltip."""


class FeaturePanel(QWidget):
    """The features; what is selected here is selected everywhere."""

    fit_asked = Signal(object)
    """The faces of a feature, or of those of a pattern, that the view is to fit."""
    menu_asked = Signal(QPoint)
    """Where on the screen a menu about the selection is wanted."""
    isolate_asked = Signal(object)
    """The faces that the view is to show alone."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._unfolded: dict[tuple[str, ...], bool] = {}
        self._is_following = False

        self._title = PanelTitle(self.tr("Features"), tokens)
        self.filter_box = QLineEdit()
        self.filter_box.setPlaceholderText(self.tr("Filter, as  kind:hole d>5 severity:fail"))
        self.filter_box.setClearButtonEnabled(True)
        self.filter_box.setAccessibleName(self.tr("Filter of features"))
        self.filter_box.setToolTip(
            self.tr("Words that all have to hold: kind:hole,boss · d>5 · depth<=20 · severity:fail · 12")
        )
        self._problems = QLabel()
        self._problems.setWordWrap(True)
        self._problems.setAccessibleName(self.tr("Problems of the filter"))
        self._problems.hide()
        self.model = FeatureModel(tokens, self)
        self.tree = FeatureView()
        self.tree.setModel(self.model)
        self.tree.setAccessibleName(self.tr("Features"))
        self._empty = muted(QLabel())
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        for widget in (self._title, self.filter_box, self._problems):
            layout.addWidget(widget)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.tree, 1)
        self.set_tokens(tokens)

        self.filter_box.textChanged.connect(self._refresh)
        self.tree.selectionModel().selectionChanged.connect(self._select)
        self.tree.clicked.connect(lambda index: self._select(None, None))
        self.tree.doubleClicked.connect(self._fit)
        self.tree.entered.connect(self._hover)
        self.tree.left.connect(lambda: context.selection.hover(None, Source.TREE))
        self.tree.space_pressed.connect(self._isolate)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(
            lambda at: self.menu_asked.emit(self.tree.viewport().mapToGlobal(at))
        )
        self.tree.expanded.connect(lambda index: self._note(index, is_unfolded=True))
        self.tree.collapsed.connect(lambda index: self._note(index, is_unfolded=False))
        context.result_changed.connect(self._refresh)
        context.verdict_chosen.connect(self._refresh)
        context.body_chosen.connect(lambda _: self._refresh())
        context.units_changed.connect(self._refresh)
        context.selection_changed.connect(self._follow)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._title.set_tokens(tokens)
        self.model.set_tokens(tokens)
        self._problems.setStyleSheet(f"color: {tokens.fail};")

    def _refresh(self) -> None:
        """Show what the filter lets through, and keep selected what is."""
        result = self._context.judged
        wanted = feature_filter.parse(self.filter_box.text())
        self._problems.setText("\n".join(wanted.problems))
        self._problems.setVisible(bool(wanted.problems))
        groups: tuple[features.Group, ...] = ()
        if result is not None:
            verdicts = None if self._context.verdict is None else [self._context.verdict]
            severities = features.severity_of_feature(result, verdicts)
            groups = features.tree(
                result.features.features,
                severities,
                wanted,
                self._context.interface,
                result.patterns or (),
            )
        self._is_following = True
        is_judged = result is not None and bool(result.packs)
        self.model.show(groups, is_judged=is_judged, interface=self._context.interface)
        self._unfold(groups, is_filtered=bool(self.filter_box.text().strip()))
        self._is_following = False
        self._show_counts(result, groups)
        self._size_columns(groups)
        self._follow(self._context.selection.now)

    def _show_counts(self, result: Result | None, groups: tuple[features.Group, ...]) -> None:
        n_shown = sum(len(group.entries) for group in groups)
        n_all = 0 if result is None else len(result.features.features)
        count = f"{n_all}" if n_shown == n_all else self.tr("{} of {}").format(n_shown, n_all)
        self._title.set_note(count if result is not None else "")
        self.tree.setVisible(bool(groups))
        self._empty.setVisible(not groups)
        if result is None:
            self._empty.setText(self.tr("The features of the part appear here."))
        else:
            self._empty.setText(
                self.tr("No feature passes the filter.") if n_all else self.tr("No feature was recognized.")
            )

    def _size_columns(self, groups: tuple[features.Group, ...]) -> None:
        """Give every name all the room it needs; sizes take what is left."""
        metrics = self.tree.fontMetrics()
        names = [self.tr("Feature")]
        for group in groups:
            names.append(
                feature_words.kind(group.kind, self._context.interface, is_many=True) + "  "
            )  # in bold
            names += [self._name(entry) for entry in group.entries]
        widest = max(metrics.horizontalAdvance(name) for name in names) + 2 * self.tree.indentation()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(FEATURE, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(SIZE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(WORST, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(FEATURE, widest + PADDING)
        header.resizeSection(WORST, WORST_PX)
        heading = str(self.model.headerData(SIZE, Qt.Orientation.Horizontal))
        size_px = max(
            metrics.horizontalAdvance(words) for words in (SHORT_SIZES[display_unit.is_inches()], heading)
        )
        bar = self.tree.verticalScrollBar().sizeHint().width()
        self.tree.setMinimumWidth(widest + size_px + 3 * PADDING + WORST_PX + bar)

    def _name(self, entry: features.Entry) -> str:
        return feature_words.name(entry.feature, self._context.interface) + "  "

    def _unfold(self, groups: tuple[features.Group, ...], *, is_filtered: bool) -> None:
        for row, group in enumerate(groups):
            place = self.model.index(row, 0)
            is_short = len(group.rows) <= MANY or group.severity in ("warning", "fail")
            self.tree.setExpanded(place, is_filtered or self._unfolded.get((group.kind,), is_short))
            for at in range(len(group.rows)):
                below = self.model.index(at, 0, place)
                is_unfolded = self._unfolded.get(self.model.folding(below), False)
                self.tree.setExpanded(below, is_filtered or is_unfolded)

    def _note(self, index: QModelIndex, *, is_unfolded: bool) -> None:
        """Remember what the user folded, for the next part as well."""
        if not self._is_following:
            self._unfolded[self.model.folding(index)] = is_unfolded

    def _fids(self) -> list[str]:
        """Return the faces of all rows that are selected; a kind or a pattern stands for its features."""
        found: list[str] = []
        for index in self.tree.selectionModel().selectedRows():
            found += [fid for one in self.model.entries(index) for fid in one.feature.fids]
        return list(dict.fromkeys(found))

    def _select(self, *_: QItemSelection | None) -> None:
        if not self._is_following:
            self._context.selection.select(self._fids(), Source.TREE)

    def _hover(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        self._context.selection.hover(None if entry is None else entry.feature.fid, Source.TREE)

    def _fit(self, index: QModelIndex) -> None:
        fids = tuple(fid for one in self.model.entries(index) for fid in one.feature.fids)
        if fids and self.model.parent(index).isValid():
            self.fit_asked.emit(fids)

    def _isolate(self) -> None:
        fids = self._fids()
        if fids:
            self.isolate_asked.emit(tuple(fids))

    def _follow(self, selected: Selected) -> None:
        """Select the rows of what was selected elsewhere, and bring the first into sight."""
        result = self._context.judged
        if selected.source is Source.TREE and selected.fids == frozenset(self._fids()):
            return
        self._is_following = True
        model = self.tree.selectionModel()
        model.clearSelection()
        meant = () if result is None else features.of_selection(result.features.features, selected.fids)
        for at, feature in enumerate(meant):
            place = self.model.place(feature.kind, feature.fid)
            if place.isValid():
                rows = QItemSelectionModel.SelectionFlag.Rows
                model.select(place, QItemSelectionModel.SelectionFlag.Select | rows)
                if at == 0:
                    self.tree.scrollTo(place)
        self._is_following = False


class FeatureView(QTreeView):
    """A tree that emits signals for the space bar and for the pointer leaving."""

    space_pressed = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setIndentation(14)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.space_pressed.emit()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: object) -> None:
        self.left.emit()
        super().leaveEvent(event)  # type: ignore[arg-type]
