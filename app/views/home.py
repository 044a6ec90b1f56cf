"""Home: the parts opened last with their pictures, a place to drop one, and parts to try."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.state.interface import SHIPPED, Interface, in_words
from app.state.recent import Entry, Recent
from app.views.theme.labels import heading, muted, title
from app.views.theme.tokens import Tokens

THUMBNAIL = QSize(196, 132)
CARD = QSize(212, 190)
SPACING = 8
INSET = SPACING + (CARD.width() - THUMBNAIL.width()) // 2
"""Pixels from the border of the list to its first picture."""


class Home(QWidget):
    """What the window shows before a part is open."""

    name = icon = "home"

    open_asked = Signal(object)
    """Path of a part."""
    browse_asked = Signal()

    def __init__(
        self, recent: Recent, samples: tuple[Path, ...], tokens: Tokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._recent = recent
        self._tokens = tokens
        self.list = QListWidget()
        self._none = muted(QLabel(self.tr("Parts you open appear here, each with its best process.")))
        self._assemble(samples)
        self.set_tokens(tokens)

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Home")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._drop.setStyleSheet(
            f"QFrame#Drop {{ border: 2px dashed {tokens.border}; border-radius: 10px;"
            f"background: {tokens.surface}; }}"
        )
        self.refresh()

    def refresh(self) -> None:
        """Read the list anew."""
        self.list.clear()
        entries = self._recent.entries()
        for entry in entries:
            self.list.addItem(self._item(entry))
        self.list.setVisible(bool(entries))
        self._none.setVisible(not entries)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _item(self, entry: Entry) -> QListWidgetItem:
        summary = entry.summary or self.tr("Not analyzed")
        if not entry.is_there:
            summary = self.tr("The file is no longer there")
        item = QListWidgetItem(QIcon(self._picture(entry)), f"{entry.path.name}\n{summary}")
        item.setToolTip(str(entry.path))
        item.setData(Qt.ItemDataRole.UserRole, entry.path)
        item.setSizeHint(CARD)
        if not entry.is_there:
            item.setForeground(QColor(self._tokens.text_muted))
        return item

    def _picture(self, entry: Entry) -> QPixmap:
        ratio = self.devicePixelRatioF()
        card = QPixmap(THUMBNAIL * ratio)
        card.fill(QColor(self._tokens.surface_raised))
        painter = QPainter(card)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        kept = None if entry.thumbnail is None else QPixmap(str(entry.thumbnail))
        if kept is not None and not kept.isNull():
            fitted = kept.scaled(
                card.size(),
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
            painter.drawPixmap(
                (card.width() - fitted.width()) // 2, (card.height() - fitted.height()) // 2, fitted
            )
        else:
            font = QFont(self.font())
            font.setPixelSize(round(26 * ratio))
            painter.setFont(font)
            painter.setPen(QColor(self._tokens.text_muted))
            suffix = entry.path.suffix.removeprefix(".").upper()
            painter.drawText(card.rect(), Qt.AlignmentFlag.AlignCenter, suffix)
        painter.setPen(QPen(QColor(self._tokens.border), ratio))
        painter.drawRect(card.rect().adjusted(0, 0, -1, -1))
        painter.end()
        card.setDevicePixelRatio(ratio)
        return card

    def _menu(self, place: QPoint) -> None:
        item = self.list.itemAt(place)
        if item is None:
            return
        path = item.data(Qt.ItemDataRole.UserRole)
        menu = QMenu(self)
        menu.addAction(self.tr("Open"), lambda: self.open_asked.emit(path))
        menu.addAction(self.tr("Take off this list"), lambda: self._forget(path))
        menu.popup(self.list.viewport().mapToGlobal(place))

    def _forget(self, path: Path) -> None:
        self._recent.forget(path)
        self.refresh()

    def set_interface(self, interface: Interface) -> None:
        """Show which files the server reads, and how large they may be where it says so."""
        files = in_words([each.label for each in interface.file_formats], self.tr("or"))
        if interface.max_file_mb is not None:
            files = self.tr("{files}, up to {most:g} MB").format(files=files, most=interface.max_file_mb)
        stays = self.tr("It stays on this computer unless you connect to a server.")
        self._hint.setText(f"{files}. {stays}")

    def _assemble(self, samples: tuple[Path, ...]) -> None:
        self._drop = QFrame()
        self._drop.setObjectName("Drop")
        inside = QVBoxLayout(self._drop)
        inside.setContentsMargins(24, 26, 24, 26)
        inside.setSpacing(10)
        invitation = title(QLabel(self.tr("Drop a part here"), alignment=Qt.AlignmentFlag.AlignCenter))
        self._hint = muted(QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
        self.set_interface(SHIPPED)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        browse = QPushButton(self.tr("Open a file…"))
        browse.setDefault(True)
        browse.clicked.connect(self.browse_asked)
        buttons.addWidget(browse)
        for sample in samples:
            words = self.tr("Try the {name}").format(name=sample.stem.replace("_", " "))
            button = QPushButton(words)
            button.clicked.connect(lambda _=False, sample=sample: self.open_asked.emit(sample))
            buttons.addWidget(button)
        buttons.addStretch(1)
        inside.addWidget(invitation)
        inside.addWidget(self._hint)
        inside.addLayout(buttons)
        self.list.setAccessibleName(self.tr("Parts opened last"))
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setIconSize(THUMBNAIL)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setSpacing(SPACING)
        self.list.setViewportMargins(-INSET, 0, -INSET, 0)  # pictures begin where the heading does
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setStyleSheet("QListWidget { background: transparent; border: none; }")
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.itemActivated.connect(
            lambda item: self.open_asked.emit(item.data(Qt.ItemDataRole.UserRole))
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(36, 30, 36, 24)
        layout.setSpacing(12)
        layout.addWidget(self._drop)
        layout.addSpacing(10)
        layout.addWidget(heading(QLabel(self.tr("Recent"))))
        layout.addWidget(self._none)
        layout.addWidget(self.list, 1)
        layout.addStretch(0)
