"""Somebody who asks all the while whether a server answers."""

import threading
from typing import Self

import httpx

from tests.faults.site import Site

PAUSE_S = 0.1
PATHS = ("/api/v1/dfm/jobs?limit=5", "/api/v1/materials", "/api/v1/usage", "/healthz")
"""The database is asked for three of them."""


class Watch:
    """Asks in a thread of its own until its `with` ends.

    Parameters
    ----------
    site, client
        Whom to ask, and whose key to take.
    """

    def __init__(self, site: Site, client: httpx.Client) -> None:
        self._client = httpx.Client(base_url=site.url, headers=client.headers, timeout=client.timeout)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.n_answers = 0
        self.wrong: list[str] = []
        self.longest_s = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        self._client.close()

    def _look(self) -> None:
        while not self._ends.wait(PAUSE_S):
            for path in PATHS:
                self._ask(path)

    def _ask(self, path: str) -> None:
        try:
            answer = self._client.get(path)
        except httpx.TransportError as error:
            self.wrong.append(f"{path}: {error!r}")
            return
        self.n_answers += 1
        self.longest_s = max(self.longest_s, answer.elapsed.total_seconds())
        if answer.status_code != 200:
            self.wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")
