"""A relay in front of a server, that can be cut and put up again: what is behind it is away meanwhile."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """Passes on what comes to a port of its own.

    Parameters
    ----------
    port : int
        Of this machine, where the server is.
    """

    def __init__(self, port: int) -> None:
        self._behind = ("127.0.0.1", port)
        self._connections: list[socket.socket] = []
        self._listener = self._listen(0)
        self.port: int = self._listener.getsockname()[1]

    def cut(self) -> None:
        """Break every connection; new ones are refused."""
        for each in (self._listener, *self._connections):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)  # wakes who waits for it
            each.close()
        self._connections.clear()

    def put_up(self) -> None:
        """Pass on again, at the same port."""
        self._listener = self._listen(self.port)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._behind)
                self._connections += (near, far)
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=pair, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(1 << 16):
            target.sendall(piece)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@contextmanager
def before(port: int) -> Iterator[Relay]:
    """Put one up before a server."""
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.cut()
