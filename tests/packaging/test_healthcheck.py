"""The container says whether what runs in it answers."""

from types import ModuleType

import pytest

from tests.packaging import loaded


@pytest.fixture(scope="module")
def healthcheck() -> ModuleType:
    return loaded.script("server/healthcheck.py")


@pytest.mark.parametrize(
    ("words", "variables", "url"),
    [
        ("tini\0--\0sprue\0serve\0", {}, "http://127.0.0.1:8000/healthz"),
        ("tini\0--\0sprue\0serve\0", {"SPRUE_PORT": "9000"}, "http://127.0.0.1:9000/healthz"),
        ("tini\0--\0sprue\0worker\0", {"SPRUE_METRICS_PORT": "9464"}, "http://127.0.0.1:9464/metrics"),
        ("tini\0--\0sprue\0worker\0", {}, None),
        ("tini\0--\0sprue\0migrate\0", {}, None),
    ],
)
def test_a_server_is_asked_at_its_port_and_a_worker_at_that_for_metrics(
    healthcheck: ModuleType, words: str, variables: dict[str, str], url: str | None
) -> None:
    assert healthcheck.url(words, variables) == url


def test_a_server_that_is_not_there_is_not_well(
    healthcheck: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    command = tmp_path / "cmdline"
    command.write_text("tini\0--\0sprue\0serve\0")
    monkeypatch.setattr(healthcheck, "COMMAND", command)
    monkeypatch.setenv("SPRUE_PORT", "9")
    assert healthcheck.main() == 1
