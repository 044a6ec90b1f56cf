"""Which processes a batch is shown under: a button with a list to tick."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.client.models import Result
from app.state import batch_rows
from app.state.batch_rows import Offered
from app.state.settings import Settings

SETTING = "batch_processes"


class ProcessMenu(QPushButton):
    """Offers each pack, by whichever of its configurations suits a part best, and every configuration."""

    changed = Signal(object)
    """Tuple of Offered: those that are ticked."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._offered: tuple[Offered, ...] = ()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.setMenu(self._menu)
        self.setText(self.tr("&Processes"))
        self.setToolTip(self.tr("Choose the processes whose verdicts stand side by side"))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is offered yet."""
        return not self._offered

    @property
    def ticked(self) -> tuple[Offered, ...]:
        """Those to show, in the order they are offered."""
        kept = [action.data() for action in self._actions() if action.isChecked()]
        return tuple(self._offered[at] for at in kept)

    def offer(self, result: Result) -> None:
        """Offer what a result was judged by; ticked is what was last time, at first each pack."""
        self._offered = batch_rows.offered(result)
        wanted = set(self._settings[SETTING])
        if not wanted & {_name(one) for one in self._offered}:
            wanted = {_name(one) for one in self._offered if not one.variant}
        self._menu.clear()
        for at, one in enumerate(self._offered):
            if not one.variant and at:
                self._menu.addSeparator()
            words = self.tr("{pack}, the best").format(pack=one.pack) if not one.variant else one.variant
            action = self._menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(_name(one) in wanted)
            action.setData(at)
            action.toggled.connect(self._keep)
        self.changed.emit(self.ticked)

    def tick(self, wanted: Sequence[batch_rows.Process]) -> None:
        """Tick these and no others."""
        for action in self._actions():
            action.setChecked(self._offered[action.data()].process in wanted)

    def _actions(self) -> list[QAction]:
        return [action for action in self._menu.actions() if action.isCheckable()]

    def _keep(self) -> None:
        ticked = self.ticked
        try:
            self._settings.set(SETTING, [_name(one) for one in ticked])
        except OSError:
            pass  # it holds until the program ends
        self.changed.emit(ticked)


def _name(one: Offered) -> str:
    return "/".join(one.process)
