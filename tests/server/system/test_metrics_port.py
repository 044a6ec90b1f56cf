"""Numbers on a port of their own."""

import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from server.settings import Settings
from tests.faults.site import free_port
from tests.server.application import Client, client_of
from tests.server.asking import PLAIN, job_of, poll


def test_the_numbers_are_at_their_port_and_no_longer_beside_the_api(serve: Callable[..., Client]) -> None:
    port = free_port()
    client = serve(metrics_port=port)
    poll(client, job_of(client))
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=PLAIN)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert 'sprue_jobs{status="done"} 1.0' in answer.text
    assert 'sprue_job_seconds_count{outcome="done"} 1.0' in answer.text
    assert httpx.get(f"http://127.0.0.1:{port}/api/v1/usage", verify=PLAIN).status_code == 404
    assert client.get("/metrics").status_code == 404


def test_the_port_is_free_again_when_the_server_has_stopped(tmp_path: Path) -> None:
    port = free_port()
    for _ in range(2):
        with client_of(Settings(data_dir=tmp_path, metrics_port=port)):
            assert httpx.get(f"http://127.0.0.1:{port}/metrics", verify=PLAIN).status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", verify=PLAIN)


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with (
            pytest.raises((OSError, ExceptionGroup)) as caught,
            client_of(Settings(data_dir=tmp_path, metrics_port=port)),
        ):
            pass
    assert f"cannot listen on 127.0.0.1:{port} for metrics" in str(_first(caught.value))


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
