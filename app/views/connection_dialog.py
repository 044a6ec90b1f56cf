"""Which server the program speaks with: the engine beside it, or one elsewhere with a key."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.client.errors import Failure
from app.client.http import Client
from app.client.models import Usage
from app.state.keystore import NO_KEYCHAIN, KeyStore, Place, shown
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

INDENT = 22
"""Pixels that what belongs to a choice stands in from it."""


class ConnectionDialog(QDialog):
    """Tests before it takes; a key is shown while it is pasted and never again."""

    local_chosen = Signal()
    hosted_chosen = Signal(object)
    """Client of the server that was entered."""

    def __init__(
        self, context: WindowContext, keys: KeyStore, tokens: Tokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._keys = keys
        self.setWindowTitle(self.tr("Connection"))
        self.local = QRadioButton(self.tr("The engine on this computer"))
        self.hosted = QRadioButton(self.tr("A server elsewhere"))
        self.url = QLineEdit(context.settings["server"], placeholderText="https://example.com/api/v1")
        self.url.setAccessibleName(self.tr("Address of the server"))
        self.key = QLineEdit(placeholderText="svc_live_…")
        self.key.setAccessibleName(self.tr("API key"))
        self.test = QPushButton(self.tr("Test"))
        self.message = muted(QLabel())
        self.message.setWordWrap(True)
        self.message.setMinimumHeight(3 * self.fontMetrics().height())
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        form = QFormLayout()
        form.setContentsMargins(INDENT, 0, 0, 0)
        form.addRow(self.tr("&Address"), self.url)
        form.addRow(self.tr("&Key"), self.key)
        test = QHBoxLayout()
        test.addWidget(self.test)
        test.addStretch(1)
        form.addRow("", test)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(8)
        layout.addWidget(self.local)
        layout.addWidget(self._description(self.tr("Parts stay on this computer. Nothing to set up.")))
        layout.addSpacing(6)
        layout.addWidget(self.hosted)
        layout.addWidget(
            self._description(self.tr("Parts are sent there. You need its address and a key of yours."))
        )
        layout.addLayout(form)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(460)
        (self.hosted if context.settings["server"] else self.local).setChecked(True)
        self.hosted.toggled.connect(self._enable)
        self.test.clicked.connect(lambda: self._try(self._show_usage))
        self.buttons.accepted.connect(self._apply)
        self.buttons.rejected.connect(self.reject)
        self._enable(self.hosted.isChecked())

    def _description(self, words: str) -> QLabel:
        label = muted(QLabel(words))
        label.setContentsMargins(INDENT, 0, 0, 0)
        label.setWordWrap(True)
        return label

    def _enable(self, is_hosted: bool) -> None:
        for widget in (self.url, self.key, self.test):
            widget.setEnabled(is_hosted)

    def _try(self, done: object) -> None:
        """Ask the server who we are, with the key that was pasted or the one that is kept for it."""
        url, pasted = self.url.text().strip(), self.key.text().strip()
        self.message.setText(self.tr("Asking {url} …").format(url=url))
        self.test.setEnabled(False)

        def work() -> tuple[Client, str | None, Usage | None]:
            key = pasted or self._keys.find(url)[0]
            client = Client(url, key)
            client.materials()  # the least that needs a key everywhere
            return client, key, client.usage()

        self._context.tasks.run(work, done, self._fail)  # type: ignore[arg-type]

    def _show_usage(self, answered: tuple[Client, str | None, Usage | None]) -> None:
        client, key, usage = answered
        self.test.setEnabled(True)
        sentences = [self.tr("{host} answers to {key}.").format(host=client.host, key=shown(key or ""))]
        if usage is not None:
            sentences.append(self.tr("Plan {plan}.").format(plan=usage.plan))
            sentences += [
                self.tr("{meter}: {used} used, {left} left.").format(
                    meter=one.meter, used=one.used, left=one.remaining
                )
                for one in usage.meters
            ]
        self.message.setText(" ".join(sentences))

    def _fail(self, failure: Failure) -> None:
        self.test.setEnabled(True)
        self.buttons.setEnabled(True)
        self.message.setText(f"{failure.sentence} {failure.next_step}")

    def _apply(self) -> None:
        if self.local.isChecked():
            self._context.settings.set("server", "")
            self.local_chosen.emit()
            self.accept()
            return
        self.buttons.setEnabled(False)
        self._try(self._keep)

    def _keep(self, answered: tuple[Client, str | None, Usage | None]) -> None:
        client, key, _ = answered
        self._context.settings.set("server", client.base_url)
        pasted = self.key.text().strip()
        self.key.clear()

        def done(place: Place) -> None:
            self.hosted_chosen.emit(client)
            if place is Place.SESSION:
                self.message.setText(NO_KEYCHAIN)
                self.buttons.setStandardButtons(QDialogButtonBox.StandardButton.Close)
                self.buttons.setEnabled(True)
                return
            self.accept()

        if not pasted or key is None:
            done(Place.NOWHERE)
            return
        self._context.tasks.run(lambda: self._keys.keep(client.base_url, key), done, self._fail)
