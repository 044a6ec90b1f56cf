"""Inspect: features and processes at the left, the part in the middle, findings and the pull at the right."""

import math

from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QVBoxLayout, QWidget

from app.views.inspect.body_panel import BodyPanel
from app.views.inspect.feature_tree import FeaturePanel
from app.views.inspect.findings_panel import FindingsPanel
from app.views.inspect.process_matrix import ProcessMatrix
from app.views.inspect.pull_panel import PullPanel
from app.views.inspect.side import STRIP_PX, Side
from app.views.scrolled import Scrolled
from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

SIZES = "inspect_sizes"
"""The setting that keeps how wide and high the panels were left."""
LEFT_PX, RIGHT_PX = 356, 450
"""Of the panels at first, where there is room."""
PART_SHARE, SHARE_OF_WINDOW = 0.48, 0.455
"""Of the width of this workspace and of the window that the part keeps at first; panels fold for it."""
LEFT_SHARE = 0.35
"""Of what is left over, for the panels at the left: what fails is told at the right, in sentences."""
HANDLE_PX = 5


class InspectWorkspace(QWidget):
    """The panels round the viewport. They know only the context; their requests reach the view from here."""

    name = icon = "inspect"

    face_pick_asked = Signal(bool)
    """Whether the next face that is clicked gives the pull."""

    menu_asked = Signal(QPoint)
    """Where on the screen a menu about the selection is wanted."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._viewport: Viewport | None = None
        self.bodies = BodyPanel(context, tokens)
        self.features = FeaturePanel(context, tokens)
        self.processes = ProcessMatrix(context, tokens)
        self.findings = FindingsPanel(context, tokens)
        self.pull = PullPanel(context, tokens)
        self.middle = QWidget()
        self._middle_layout = QVBoxLayout(self.middle)
        self._middle_layout.setContentsMargins(0, 0, 0, 0)
        self.middle.setMinimumWidth(240)
        self.pull.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

        contents = QWidget()
        contents_layout = QVBoxLayout(contents)
        contents_layout.setContentsMargins(0, 0, 0, 0)
        contents_layout.setSpacing(0)
        contents_layout.addWidget(self.bodies)
        contents_layout.addWidget(self.features, 1)
        self.left = _splitter(Qt.Orientation.Vertical, (contents, 5), (self.processes, 4))
        panels = QWidget()
        right_layout = QVBoxLayout(panels)
        right_layout.setContentsMargins(0, 0, 0, 0)
        right_layout.setSpacing(0)
        right_layout.addWidget(self.findings, 1)
        right_layout.addWidget(self.pull)
        scrolled = Scrolled(panels, self.tr("Issues and pull"), across=False)
        scrolled.verticalScrollBar().rangeChanged.connect(lambda *_: self._arrange_unless_chosen())
        self.left_side = Side(self.tr("Features and processes"), self.left)
        self.right_side = Side(self.tr("Issues and pull"), scrolled)
        self.columns = _splitter(
            Qt.Orientation.Horizontal, (self.left_side, 0), (self.middle, 1), (self.right_side, 0)
        )
        self.columns.setSizes([LEFT_PX, 700, RIGHT_PX])
        self._is_folded_by_user = False
        self._is_chosen = self._is_arranged = False
        for side in (self.left_side, self.right_side):
            side.unfold_asked.connect(lambda side=side: self.fold(side, is_folded=False))
        self.left.setSizes([430, 330])
        self.findings.splitter.setSizes([290, 270])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self._is_chosen = self._is_arranged = self._restore()
        self.columns.splitterMoved.connect(self._fold_what_is_too_narrow)
        for splitter in self._splitters():
            splitter.splitterMoved.connect(self._keep)

        # features may be wider than those of the part before
        context.result_changed.connect(lambda _: QTimer.singleShot(0, self, self._arrange_unless_chosen))
        self.pull.face_pick_asked.connect(self.face_pick_asked)
        for panel in (self.features, self.findings):
            panel.menu_asked.connect(self.menu_asked)
        self.setTabOrder(self.bodies, self.features)
        self.setTabOrder(self.features, self.processes)
        self.setTabOrder(self.processes, self.findings)
        self.setTabOrder(self.findings, self.pull)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._viewport is not None:
            self._viewport.is_pull_turnable = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._viewport is not None:
            self._viewport.is_pull_turnable = True
        if not self._is_arranged:
            self._is_arranged = True
            QTimer.singleShot(0, self, self._arrange)  # it has its width by then
        else:
            QTimer.singleShot(0, self, self._arrange_unless_chosen)  # panels may have been filled meanwhile

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the left panels where there is too little room for the part beside both."""
        super().resizeEvent(event)
        if self._fold_by_room():
            self._arrange()
        else:
            self._arrange_unless_chosen()

    def _fold_by_room(self) -> bool:
        """Fold the left panels, or unfold them, where the user did not; return whether that changed."""
        is_narrow = self._room() < self.left_side.least_px + self._right_px()
        is_new = not self._is_folded_by_user and is_narrow != self.left_side.is_folded
        if is_new:
            self.left_side.fold(is_narrow)
            self._context.abilities_changed.emit()
        return is_new

    def fold(self, side: Side, *, is_folded: bool) -> None:
        """Fold a side or unfold it, as the user wants it from now on; a narrow window has room for one."""
        self._is_folded_by_user = True
        side.fold(is_folded)
        other = self.right_side if side is self.left_side else self.left_side
        least = self.left_side.least_px + self._right_px() + self.middle.minimumWidth()
        if not is_folded and self.width() < least + 2 * HANDLE_PX:
            other.fold(True)
        self._arrange()
        self._context.abilities_changed.emit()

    def _fold_what_is_too_narrow(self) -> None:
        """Fold a side whose handle was dragged so far that nothing could be read there."""
        self._is_chosen = True
        widths = self.columns.sizes()
        for side, width in ((self.left_side, widths[0]), (self.right_side, widths[2])):
            if not side.is_folded and width < side.least_px:
                self.fold(side, is_folded=True)

    def _arrange_unless_chosen(self) -> None:
        if self._is_arranged and not self._is_chosen:
            self._fold_by_room()
            self._arrange()

    def _arrange(self) -> None:
        """Give the panels what they have at first, less where the part needs it."""
        width = self.columns.width()
        left_least, right_least = (
            STRIP_PX if side.is_folded else side.least_px for side in (self.left_side, self.right_side)
        )
        spare = max(self._room() - left_least - right_least, 0)
        left, right = left_least, right_least
        if not self.left_side.is_folded:
            left = max(min(left_least + round(LEFT_SHARE * spare), LEFT_PX), left_least)
        if not self.right_side.is_folded:
            right = max(min(right_least + spare - (left - left_least), RIGHT_PX), right_least)
        if not self.left_side.is_folded:
            left = max(min(left_least + spare - (right - right_least), LEFT_PX), left)
        self.columns.setSizes([left, width - left - right - 2 * HANDLE_PX, right])

    def _room(self) -> int:
        """Return how wide both panels may be together."""
        part = max(PART_SHARE * self.width(), SHARE_OF_WINDOW * self.window().width())
        return self.width() - math.ceil(part) - 2 * HANDLE_PX

    def _right_px(self) -> int:
        return self.right_side.least_px

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Inspect")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def show_viewport(self, viewport: Viewport) -> None:
        """Show the one viewport of the window here."""
        self._middle_layout.addWidget(viewport)
        if viewport is not self._viewport:
            self._viewport = viewport
            self.features.fit_asked.connect(viewport.fit)
            self.features.isolate_asked.connect(viewport.isolate)
            self.bodies.isolate_asked.connect(viewport.isolate)
            self.bodies.hide_asked.connect(viewport.hide)
            self.bodies.reveal_asked.connect(viewport.reveal)
            self.bodies.fit_asked.connect(viewport.fit)
            viewport.hidden_changed.connect(self.bodies.show_hidden)
            viewport.pull_turned.connect(self.pull.point)
            self.pull.chosen.connect(viewport.show_pull)
        viewport.is_pull_turnable = self.isVisible()
        viewport.show()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        for panel in (self.bodies, self.features, self.processes, self.findings, self.pull):
            panel.set_tokens(tokens)

    def go_to_next(self) -> None:
        """Fly to the next finding."""
        self.findings.go_to_next()

    def go_to_previous(self) -> None:
        """Fly to the finding before."""
        self.findings.go_to_previous()

    def _splitters(self) -> tuple[QSplitter, ...]:
        return self.columns, self.left, self.findings.splitter

    def _keep(self) -> None:
        self._context.settings.set(
            SIZES, [",".join(f"{one}" for one in splitter.sizes()) for splitter in self._splitters()]
        )

    def _restore(self) -> bool:
        """Give the panels the sizes they were left with; sizes that make no sense count as none."""
        is_restored = False
        kept = self._context.settings[SIZES]
        for splitter, words in zip(self._splitters(), kept, strict=False):
            sizes = [int(one) for one in words.split(",") if one.isascii() and one.isdigit()]
            if len(sizes) == splitter.count() and sum(sizes) > 0:
                splitter.setSizes(sizes)
                is_restored = is_restored or splitter is self.columns
        return is_restored


def _splitter(orientation: Qt.Orientation, *widgets: tuple[QWidget, int]) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(HANDLE_PX)
    for at, (widget, stretch) in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(at, stretch)
    return splitter
