"""The sheet of keys: what each does, by group."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.views.commands.registry import Registry
from app.views.theme.tokens import Tokens

N_COLUMNS = 2


class Sheet(QDialog):
    """Made of the commands as they are, so that it never lies."""

    def __init__(self, commands: Registry, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        page = QWidget()
        columns = QGridLayout(page)
        columns.setHorizontalSpacing(40)
        columns.setAlignment(Qt.AlignmentFlag.AlignTop)
        for at, (group, actions) in enumerate(commands.by_group().items()):
            lines = QGridLayout()
            lines.setHorizontalSpacing(16)
            title = QLabel(group)
            title.setStyleSheet("font-weight: 600;")
            lines.addWidget(title, 0, 0, 1, 2)
            with_keys = [one for one in actions if not one.shortcut().isEmpty()]
            for row, action in enumerate(with_keys, 1):
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
            if with_keys:
                columns.addLayout(lines, at // N_COLUMNS, at % N_COLUMNS, Qt.AlignmentFlag.AlignTop)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area)
        layout.addWidget(buttons)
        self.resize(720, 560)
