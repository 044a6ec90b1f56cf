"""`sprue config`: every setting with its source, and a sentence for whatever contradicts."""

from pathlib import Path

import pytest

from server import config
from server.settings import Settings, table
from server.storage.secret_keys import SecretKeys
from tests.server.databases import settings_of

POSTGRESQL = "postgresql+psycopg://sprue:hunter2@db/sprue"
KEY = "svc_live_" + "k" * 40


def printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **environment: str
) -> tuple[int, list[str]]:
    """Run the command with these variables; return its status and its lines."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    status = config.main([])
    return status, capsys.readouterr().out.splitlines()


def test_every_setting_is_listed_once_with_its_value_and_where_that_is_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = printed(monkeypatch, capsys, SPRUE_PORT="81", SPRUE_HOST="127.0.0.1")
    rows = [line.split() for line in found[: len(table())]]
    assert [row[0] for row in rows] == [name for name, _, _ in table()]
    assert ["SPRUE_PORT", "81", "set"] in rows
    assert ["SPRUE_HOST", "127.0.0.1", "default"] in rows  # set, and to what it is anyway
    assert ["SPRUE_SITE_URL", "(empty)", "default"] in rows
    assert (status, found[len(table()) :]) == (0, ["", "nothing contradicts"])


def test_secrets_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings = settings_of(POSTGRESQL, tmp_path)
    variables = {"SPRUE_LOCAL_KEY": KEY, "SPRUE_METRICS_KEY": "of-the-operator"}
    urls = {"SPRUE_DATABASE_URL": POSTGRESQL, "SPRUE_SECRET_FILE": settings.secret_file}
    status, found = printed(monkeypatch, capsys, **variables, **urls)
    text = "\n".join(found)
    assert status == 0
    assert "postgresql+psycopg://sprue:***@db/sprue" in text
    for secret in (
        KEY,
        "of-the-operator",
        "hunter2",
        SecretKeys.of_file(Path(settings.secret_file)).pepper.hex(),
    ):
        assert secret not in text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"database_url": "db"}, "SPRUE_DATABASE_URL is no URL of a database"),
        ({"database_url": POSTGRESQL}, "SPRUE_SECRET_FILE has to name the file"),
        ({"worker_hosts": 1}, "need SPRUE_SITE_URL"),
        ({"worker_hosts": 1, "site_url": "https://a.example"}, "set SPRUE_DATABASE_URL and SPRUE_STORE"),
        ({"store": "bucket"}, "SPRUE_STORE is 'bucket', which is no bucket"),
        ({"store_public_url": "https://s3.example"}, "SPRUE_STORE_PUBLIC_URL is set, and no store"),
        ({"local_key": KEY, "site_url": "https://a.example"}, "SPRUE_LOCAL_KEY is for a server that its own"),
        ({"local_key": KEY, "host": "0.0.0.0"}, "SPRUE_LOCAL_KEY is for a server that its own"),
        ({"pack_folder": "packs"}, "SPRUE_PACK_FOLDER is for a program that starts this server for itself"),
        ({"trusted_proxies": "proxy"}, "SPRUE_TRUSTED_PROXIES is 'proxy'"),
        ({"new_account_plan": "gold"}, "is 'gold', which is no plan; plans are local, free, starter"),
        ({"price_table": "nowhere"}, "nowhere"),
        ({"log_format": "xml"}, "SPRUE_LOG_FORMAT is 'xml'; it is text or json"),
        ({"job_hours": -1.0}, "SPRUE_JOB_HOURS is -1.0, and no number of ours is below 0"),
    ],
)
def test_what_contradicts_is_a_sentence_and_its_twin_none(changes: dict[str, object], sentence: str) -> None:
    found = config.contradictions(Settings().with_changes(**changes), {})
    assert len(found) == 1
    assert sentence in found[0]
    assert config.contradictions(Settings(), {}) == []


def test_traces_that_there_are_not_are_a_contradiction() -> None:
    [found] = config.contradictions(Settings(), {"OTEL_TRACES_EXPORTER": "jaeger"})
    assert found == "OTEL_TRACES_EXPORTER is 'jaeger'; traces go by otlp, or none"
    assert config.contradictions(Settings(), {"OTEL_TRACES_EXPORTER": "otlp"}) == []


def test_what_goes_together_is_no_contradiction(tmp_path: Path) -> None:
    pytest.importorskip("obstore")
    hosted = settings_of(POSTGRESQL, tmp_path).with_changes(store="s3://bucket/a", worker_hosts=1)
    assert config.contradictions(hosted, {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}) == []
    [found] = config.contradictions(hosted, {"AWS_ENDPOINT_URL": "127.0.0.1:1"})
    assert "AWS_ENDPOINT_URL is '127.0.0.1:1', which is no URL" in found


def test_a_contradiction_has_a_status_of_its_own_and_a_variable_that_is_none_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    status, found = printed(monkeypatch, capsys, SPRUE_STORE="bucket")
    assert (status, found[-2]) == (1, "")
    assert list(tmp_path.iterdir()) == []  # nothing is made
    monkeypatch.setenv("SPRUE_STORES", "bucket")
    assert config.main([]) == 2
    assert "there is no setting SPRUE_STORES" in capsys.readouterr().err
