"""The bars of the window: the rail of workspaces, and the tools with the connection at their end."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QToolBar, QToolButton, QWidget

from app.state.interface import SHIPPED
from app.views.commands.registry import Registry
from app.views.theme import icons

TOOLS = (
    "part.open",
    "part.analyze",
    "",
    *(f"layer.{layer}" for layer in SHIPPED.layer_of_name),
    "",
    "view.section",
    "view.measure",
    "view.isolate",
    "view.problems",
    "view.fit",
)
"""Commands on the tool bar; empty: a gap."""
OF_PROGRAM = ("program.palette", "program.settings")
"""Commands at its right end, which are icons alone."""
WORD_GAP = 12
"""Pixels that a word takes besides itself."""


class Tools(QToolBar):
    """Leaves the words out where the window is too narrow for them; the tips have them still."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_labels()

    def _fit_labels(self) -> None:
        style = Qt.ToolButtonStyle
        buttons = [
            one
            for one in self.findChildren(QToolButton)
            if one.defaultAction() is not None and not isinstance(one, IconButton)
        ]
        words = sum(
            one.fontMetrics().horizontalAdvance(one.defaultAction().iconText()) + WORD_GAP for one in buttons
        )
        others = self.sizeHint().width()
        if self.toolButtonStyle() is not style.ToolButtonIconOnly:
            others -= words
        is_roomy = self.width() >= others + words
        wanted = style.ToolButtonTextBesideIcon if is_roomy else style.ToolButtonIconOnly
        if self.toolButtonStyle() is not wanted:
            self.setToolButtonStyle(wanted)


class IconButton(QToolButton):
    """A command of the tool bar that is an icon however wide the window is."""

    def __init__(self, command: QAction) -> None:
        super().__init__()
        self.setDefaultAction(command)
        self.setAccessibleName(command.iconText())
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setIconSize(QSize(icons.SIZE_PX, icons.SIZE_PX))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def add(window: QMainWindow, commands: Registry, workspaces: Iterable[str], last: QWidget) -> None:
    """Add both to a window; `last` stands at the right end of the tools."""
    rail = QToolBar(_tr("Workspaces"), movable=False)
    rail.setObjectName("rail")
    rail.setOrientation(Qt.Orientation.Vertical)
    rail.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
    for name in workspaces:
        rail.addAction(commands[f"workspace.{name}"])
    tools = Tools(_tr("Tools"), movable=False)
    tools.setObjectName("tools")
    for name in TOOLS:
        tools.addAction(commands[name]) if name else tools.addSeparator()
    gap = QWidget()
    gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    tools.addWidget(gap)
    for name in OF_PROGRAM:
        tools.addWidget(IconButton(commands[name]))
    tools.addWidget(last)
    window.addToolBar(Qt.ToolBarArea.TopToolBarArea, tools)
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, rail)
    for bar in (rail, tools):
        bar.setIconSize(QSize(icons.SIZE_PX, icons.SIZE_PX))


def insert_layer(window: QMainWindow, commands: Registry, name: str) -> None:
    """Put the command of a layer behind those of the others."""
    tools = window.findChild(Tools)
    assert tools is not None
    last = max(at for at, one in enumerate(tools.actions()) if one.objectName().startswith("layer."))
    tools.insertAction(tools.actions()[last + 1], commands[name])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Bars", text)
