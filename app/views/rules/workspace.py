"""Rules: packs at the left, the open one in the middle, and at the right the part and what it says of it."""

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.client.models import LayerLimits
from app.state.pack_library import PackLibrary
from app.state.unsaved import Unsaved
from app.views.rules.editor import Editor
from app.views.rules.live import Live
from app.views.rules.live_panel import LivePanel
from app.views.rules.pack_form import PackForm
from app.views.rules.pack_list import PackList
from app.views.rules.unsaved_packs import UnsavedPacks
from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

PACKS, RESULT = 150, 272
"""Pixels that these need at least, for names and numbers to be read."""
FOLDER = "packs"
"""Beside the settings: where one's own packs are kept."""
UNSAVED = "unsaved"
"""In that folder: changes of them that are not saved yet."""


class RulesWorkspace(QWidget):
    """Edits rule packs while the open part is judged by them."""

    name = icon = "rules"

    limits_changed = Signal(object)
    """Limits of the open pack for the layer that is shown, as judged last; None: those of the verdict."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._viewport: Viewport | None = None
        self._sent_limits: LayerLimits | None = None
        self._followed: tuple[str, str] | None = None
        """The verdict that was opened last as a pack."""
        self.editor = Editor(context, PackLibrary(context.settings.path.parent / FOLDER), self)
        self.unsaved = UnsavedPacks(self.editor, Unsaved(self.editor.library.folder / UNSAVED), self)
        self.live = Live(context, self.editor, self)
        self.packs = PackList(self.editor, tokens)
        self.form = PackForm(self.editor, self.live, tokens)
        self.result = LivePanel(self.editor, self.live, tokens)
        self.packs.setMinimumWidth(max(PACKS, self.packs.minimumSizeHint().width()))
        self.result.setMinimumWidth(RESULT)
        self.middle = QWidget()
        self._middle_layout = QVBoxLayout(self.middle)
        self._middle_layout.setContentsMargins(0, 0, 0, 0)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.middle)
        right.addWidget(self.result)
        right.setStretchFactor(0, 3)
        right.setStretchFactor(1, 2)
        right.setSizes([460, 380])
        columns = QSplitter(Qt.Orientation.Horizontal)
        for widget, stretch in ((self.packs, 0), (self.form, 2), (right, 2)):
            columns.addWidget(widget)
            columns.setStretchFactor(columns.count() - 1, stretch)
        for splitter in (columns, right):
            splitter.setChildrenCollapsible(False)
        columns.setSizes([212, 790, 408])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(columns)
        self._limits_timer = QTimer(self, singleShot=True, interval=0)
        self._limits_timer.timeout.connect(self._send_limits)
        self.editor.packs_changed.connect(lambda: self._follow_verdict() if self.isVisible() else None)
        for signal in (
            self.editor.opened,
            self.editor.changed,
            self.editor.packs_changed,
            self.editor.refused_changed,
        ):
            signal.connect(lambda *_: context.abilities_changed.emit())
        context.layer_chosen.connect(lambda _: self._limits_timer.start())
        self.live.changed.connect(lambda: self._limits_timer.start())

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Rules")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def show_viewport(self, viewport: Viewport) -> None:
        """Show the one viewport of the window here."""
        self._middle_layout.addWidget(viewport)
        if viewport is not self._viewport:
            self._viewport = viewport
            self.limits_changed.connect(viewport.set_limits)
        viewport.show()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        for part in (self.packs, self.form, self.result):
            part.set_tokens(tokens)

    def may_close(self) -> bool:
        """Ask what becomes of changes that are not saved; False where the user would rather go on."""
        return self.unsaved.may_close(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.editor.learn()
        self._follow_verdict()
        self._limits_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._limits_timer.stop()
        self._sent_limits = None
        self.limits_changed.emit(None)  # the legend is the verdict's again

    def _follow_verdict(self) -> None:
        """Open what the part was looked at by last, unless the user is at a pack of his own."""
        verdict = self._context.verdict
        if verdict is None or verdict == self._followed or self.editor.is_editable:
            return
        pack, configuration = verdict
        if pack in self.editor.shipped:
            self._followed = verdict
            self.editor.open((True, pack))
            if configuration in self.editor.configurations():
                self.editor.choose_configuration(configuration)

    def _send_limits(self) -> None:
        judged = self.live.verdict
        limits = None if judged is None else judged.limits.get(self._context.layer)
        if self.isVisible() and limits is not self._sent_limits:
            self._sent_limits = limits
            self.limits_changed.emit(limits)
