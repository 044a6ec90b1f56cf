"""Which server the program speaks with: the engine beside it, or one elsewhere with a key."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.client import address
from app.client.errors import Failure, Reason
from app.client.http import Client
from app.client.models import Usage
from app.state.keystore import NO_KEYCHAIN, KeyStore, Place, shown
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

TYPED_MS = 500
"""After the last letter the address is looked up."""
LOOK_S = 4.0
NO_SERVER = frozenset({Reason.UNREACHABLE, Reason.TIMEOUT, Reason.TLS, Reason.NOT_SPRUE, Reason.BROKEN})
"""What says that no server of ours is there; others refuse, or need not say how they are."""
INDENT = 22
"""Pixels that what belongs to a choice stands in from it."""


class ConnectionDialog(QDialog):
    """Looks up an address as it is typed, tests before it takes, and hides the key unless it is asked for."""

    local_chosen = Signal()
    hosted_chosen = Signal(object)
    """Client of the server that was entered."""

    def __init__(
        self,
        context: WindowContext,
        keys: KeyStore,
        tokens: Tokens,
        parent: QWidget | None = None,
        on_their_way: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._on_their_way = on_their_way
        self._keys = keys
        self.setWindowTitle(self.tr("Connection"))
        self.local = QRadioButton(self.tr("The engine on this computer"))
        self.hosted = QRadioButton(self.tr("A server elsewhere"))
        self.url = QLineEdit(context.settings["server"], placeholderText="https://example.com/api/v1")
        self.url.setAccessibleName(self.tr("Address of the server"))
        self.key = QLineEdit(placeholderText="svc_live_…")
        self.key.setAccessibleName(self.tr("API key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.shows_key = QCheckBox(self.tr("Show the key"))
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
        form.addRow("", self.shows_key)
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
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self._look_up)
        self.hosted.toggled.connect(self._enable)
        self.url.textEdited.connect(lambda _: self._typed.start())
        self.url.editingFinished.connect(self._complete)
        self.shows_key.toggled.connect(self._show_key)
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
        for widget in (self.url, self.key, self.shows_key, self.test):
            widget.setEnabled(is_hosted)

    def _show_key(self, is_shown: bool) -> None:
        mode = QLineEdit.EchoMode
        self.key.setEchoMode(mode.Normal if is_shown else mode.Password)

    def _complete(self) -> None:
        """Write out the address that is meant."""
        whole = address.complete(self.url.text())
        if whole != self.url.text():
            self.url.setText(whole)
        if self._typed.isActive():
            self._typed.stop()
            self._look_up()

    def _look_up(self) -> None:
        """Say whether a server answers at the address as it is typed now; no key is sent for that."""
        url = address.complete(self.url.text())
        if not url:
            self.message.clear()
            return
        self.message.setText(self.tr("Asking {url} …").format(url=url))

        def work() -> str:
            client = Client(url, None)
            try:
                client.healthz(LOOK_S)
            except Failure as failure:
                if failure.reason in NO_SERVER:
                    raise
            return client.host

        def is_current() -> bool:
            return address.complete(self.url.text()) == url

        def answered(host: str) -> None:
            if is_current():
                self.message.setText(self.tr("{host} answers. It needs a key of yours.").format(host=host))

        def failed(failure: Failure) -> None:
            if is_current():
                self.message.setText(f"{failure.sentence} {failure.next_step}")

        self._context.tasks.run(work, answered, failed)

    def _may_leave(self, url: str) -> bool:
        """Ask, where the server that is left works on parts."""
        names = self._on_their_way()
        if not names or url == self._context.settings["server"]:
            return True
        client = self._context.client
        host = client.host if client is not None and self._context.settings["server"] else ""
        where = host or self.tr("the engine on this computer")
        part = names[0] if len(names) == 1 else self.tr("{n} parts").format(n=len(names))
        asked = self.tr("{part} would not be judged any further by {where}. Leave it all the same?")
        answer = QMessageBox.question(self, self.tr("Leave the server"), asked.format(part=part, where=where))
        return answer is QMessageBox.StandardButton.Yes

    def _try(self, done: object) -> None:
        """Ask the server who we are, with the key that was pasted or the one that is kept for it."""
        self._typed.stop()
        self.url.setText(address.complete(self.url.text()))
        url, pasted = self.url.text(), self.key.text().strip()
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
        if not self._may_leave("" if self.local.isChecked() else address.complete(self.url.text())):
            return
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
