"""The doorbell: a second start of the program rings it, and the first takes over its files."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

HAND_OVER_MS = 2000


class Doorbell(QObject):
    """Lets a second start hand its files to the first."""

    rung = Signal(object)
    """The paths that were handed over."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)

    def hand_over(self, files: Sequence[Path]) -> bool:
        """Hand files to a program that runs already; False where none does."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(HAND_OVER_MS // 4):
            return False
        socket.write("\n".join(str(path.resolve()) for path in files).encode() + b"\0")
        socket.waitForBytesWritten(HAND_OVER_MS)
        is_taken = socket.waitForReadyRead(HAND_OVER_MS)
        socket.disconnectFromServer()
        return is_taken

    def listen(self) -> None:
        """Be the first; what a program that was killed left behind is cleared away."""
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)
            self._server.listen(self._name)

    def close(self) -> None:
        """Take nothing over any more."""
        self._server.close()

    def _answer(self) -> None:
        """Hear a second start out, and say that it was heard."""
        socket = self._server.nextPendingConnection()
        heard = bytearray()
        while not heard.endswith(b"\0") and socket.waitForReadyRead(HAND_OVER_MS):
            heard += bytes(socket.readAll().data())
        if heard.endswith(b"\0"):
            socket.write(b"taken")
            socket.waitForBytesWritten(HAND_OVER_MS)
            lines = heard[:-1].decode("utf-8", "replace").splitlines()
            self.rung.emit([Path(line) for line in lines if line])
        socket.close()
