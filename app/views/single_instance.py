"""A local socket by which a second start of the program hands its files to the running instance."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

CONNECT_MS = 500
HAND_OVER_MS = 2000
ANSWER_MS = 30_000
"""A running instance answers once its window has time; a second one would find the engine's folder taken."""


class SingleInstanceChannel(QObject):
    """Sends files to the running instance, or receives them as that instance."""

    files_received = Signal(object)
    """The paths that were handed over."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)

    def hand_over(self, files: Sequence[Path]) -> bool:
        """Send files to the running instance; False where there is none."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(CONNECT_MS):
            return False
        socket.write("\n".join(str(path.resolve()) for path in files).encode() + b"\0")
        socket.waitForBytesWritten(HAND_OVER_MS)
        is_acknowledged = socket.waitForReadyRead(ANSWER_MS)
        socket.disconnectFromServer()
        return is_acknowledged

    def listen(self) -> None:
        """Become the running instance; the socket of one that was killed is removed."""
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)
            self._server.listen(self._name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _answer(self) -> None:
        """Read the files of a second start and acknowledge them."""
        socket = self._server.nextPendingConnection()
        received = bytearray()
        while not received.endswith(b"\0") and socket.waitForReadyRead(HAND_OVER_MS):
            received += bytes(socket.readAll().data())
        if received.endswith(b"\0"):
            socket.write(b"taken")
            socket.waitForBytesWritten(HAND_OVER_MS)
            lines = received[:-1].decode("utf-8", "replace").splitlines()
            self.files_received.emit([Path(line) for line in lines if line])
        socket.close()
