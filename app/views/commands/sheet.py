"""The sheet of keys: what each does, by group."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.views.commands.registry import Registry
from app.views.scrolled import on_screen
from app.views.theme.labels import heading
from app.views.theme.tokens import Tokens

N_COLUMNS, N_OF_NARROW = 3, 2
"""On most screens, and where there is less room."""
NARROW_PX = 900
OF_A_HEADING = 2
"""Lines that a heading takes, with the gap above it."""
SIZE = (980, 640)
"""Which shows all of them without scrolling."""


class Sheet(QDialog):
    """Made of the commands as they are, so that it never lies."""

    def __init__(self, commands: Registry, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setSpacing(40)
        columns.setContentsMargins(8, 8, 8, 8)
        size = on_screen(self, QSize(*SIZE))
        with_keys = {
            group: [one for one in actions if not one.shortcut().isEmpty()]
            for group, actions in commands.by_group().items()
        }
        n_columns = N_OF_NARROW if size.width() < NARROW_PX else N_COLUMNS
        for groups in _balanced(with_keys, n_columns):
            column = QVBoxLayout()
            column.setSpacing(18)
            for group, actions in groups.items():
                column.addLayout(self._lines(group, actions, tokens))
            column.addStretch(1)
            columns.addLayout(column, 1)
        area = QScrollArea(widgetResizable=True)
        area.setAccessibleName(self.tr("Commands and their keys"))
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area)
        layout.addWidget(buttons)
        self.resize(size)

    def _lines(self, group: str, actions: list[QAction], tokens: Tokens) -> QGridLayout:
        lines = QGridLayout()
        lines.setHorizontalSpacing(16)
        lines.setVerticalSpacing(3)
        lines.addWidget(heading(QLabel(group)), 0, 0, 1, 2)
        for row, action in enumerate(actions, 1):
            lines.addWidget(QLabel(action.text().replace("&", "").replace("…", "")), row, 0)
            keys = ", ".join(
                one.toString(QKeySequence.SequenceFormat.NativeText) for one in action.shortcuts()
            )
            shown = QLabel(keys)
            shown.setStyleSheet(
                f"color: {tokens.text_muted}; background: {tokens.surface_raised};"
                f"border: 1px solid {tokens.border}; border-radius: 4px; padding: 1px 6px;"
            )
            lines.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight)
        return lines


def _balanced(groups: dict[str, list[QAction]], n: int) -> tuple[dict[str, list[QAction]], ...]:
    """Part the groups into columns that are about as high as each other; the order stays."""
    shown = {group: actions for group, actions in groups.items() if actions}
    n_all, n_before = sum(len(one) + OF_A_HEADING for one in shown.values()), 0
    columns: tuple[dict[str, list[QAction]], ...] = tuple({} for _ in range(n))
    for group, actions in shown.items():
        n_lines = len(actions) + OF_A_HEADING
        columns[min(int((n_before + n_lines / 2) * n / n_all), n - 1)][group] = actions
        n_before += n_lines
    return columns
