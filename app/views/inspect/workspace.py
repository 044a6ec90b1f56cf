"""Inspect: features and processes at the left, the part in the middle, findings and the pull at the right."""

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QVBoxLayout, QWidget

from app.views.inspect.feature_tree import FeaturePanel
from app.views.inspect.findings_panel import FindingsPanel
from app.views.inspect.process_matrix import ProcessMatrix
from app.views.inspect.pull_panel import PullPanel
from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

SIZES = "inspect_sizes"
"""The setting that keeps how wide and high the panels were left."""
LEFT, RIGHT = (280, 356), (390, 450)
"""Pixels of the panels at first: at least, and where there is room."""
LEFT_SHARE, RIGHT_SHARE = 0.265, 0.335
"""Of the width they would have: the part keeps the most of a small screen."""


class InspectWorkspace(QWidget):
    """The panels round the viewport. They know only the context; their requests reach the view from here."""

    name = icon = "inspect"

    face_pick_asked = Signal(bool)
    """Whether the next face that is clicked gives the pull."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._viewport: Viewport | None = None
        self.features = FeaturePanel(context, tokens)
        self.processes = ProcessMatrix(context, tokens)
        self.findings = FindingsPanel(context, tokens)
        self.pull = PullPanel(context, tokens)
        self.middle = QWidget()
        self._middle_layout = QVBoxLayout(self.middle)
        self._middle_layout.setContentsMargins(0, 0, 0, 0)
        self.middle.setMinimumWidth(240)
        self.pull.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

        self.left = _splitter(Qt.Orientation.Vertical, (self.features, 5), (self.processes, 4))
        right = QWidget()
        right_layout = QVBoxLayout(right)
        right_layout.setContentsMargins(0, 0, 0, 0)
        right_layout.setSpacing(0)
        right_layout.addWidget(self.findings, 1)
        right_layout.addWidget(self.pull)
        self.columns = _splitter(Qt.Orientation.Horizontal, (self.left, 0), (self.middle, 1), (right, 0))
        self.columns.setSizes([LEFT[1], 700, RIGHT[1]])
        self.left.setSizes([430, 330])
        self.findings.splitter.setSizes([290, 270])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self._is_arranged = self._restore()
        for splitter in self._splitters():
            splitter.splitterMoved.connect(self._keep)

        self.pull.face_pick_asked.connect(self.face_pick_asked)
        self.setTabOrder(self.features, self.processes)
        self.setTabOrder(self.processes, self.findings)
        self.setTabOrder(self.findings, self.pull)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_arranged:
            self._is_arranged = True
            QTimer.singleShot(0, self, self._arrange)  # it has its width by then

    def _arrange(self) -> None:
        width = self.columns.width()
        left, right = _share(width, LEFT_SHARE, LEFT), _share(width, RIGHT_SHARE, RIGHT)
        self.columns.setSizes([left, width - left - right, right])

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
        viewport.show()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        for panel in (self.features, self.processes, self.findings, self.pull):
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


def _share(width: int, share: float, bounds: tuple[int, int]) -> int:
    return min(max(round(width * share), bounds[0]), bounds[1])


def _splitter(orientation: Qt.Orientation, *widgets: tuple[QWidget, int]) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(5)
    for at, (widget, stretch) in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(at, stretch)
    return splitter
