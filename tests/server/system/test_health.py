"""Health."""

from typing import Any

from litestar.testing import TestClient


def test_the_server_says_that_it_answers(client: TestClient[Any]) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok"}
