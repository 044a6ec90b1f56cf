"""The application as a whole."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from server.settings import Settings
from tests.server.application import client_of
from tests.server.asking import job_of, poll, result
from tests.support import programs

ROOT = Path(__file__).parents[2]


def test_the_web_process_never_loads_the_geometry_kernel(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        "import sys\n"
        "from server.settings import Settings\n"
        "from tests.server import application, asking, keyed\n"
        f"settings = Settings(data_dir=__import__('pathlib').Path({str(tmp_path)!r}), site_url='http://a.test')\n"
        "with application.client_of(settings) as client:\n"
        "    client.headers['X-API-Key'] = keyed.a_key(settings)\n"
        "    asking.poll(client, asking.job_of(client))\n"
        "heavy = [name for name in ('OCP', 'numba', 'scipy') if name in sys.modules]\n"
        "print(heavy)\n"
    )
    assert programs.run_script(tmp_path / "program.py").strip() == "[]"


ON_DEMAND = """
import sys
sys.modules.update(dict.fromkeys(("mcp", "mcp_types", "httpx2", "pydantic")))
from server import app, worker
from server.agent import command
from server.tracing import setup, spans
for endpoint in ("", "http://127.0.0.1:9"):
    with setup.running("here", "1", {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}):
        with spans.span("work"), spans.steps() as begin:
            begin("first")
        is_named = spans.traceparent() is not None
    print(any(name.split(".")[0] == "opentelemetry" for name in sys.modules))
sys.exit(command.main([]))
"""
"""Without what agents need; with traces that are off, then on."""


def test_what_agents_and_traces_need_is_loaded_when_they_are_there_and_not_before() -> None:
    """That traces are on afterwards shows that they would be seen; agents are told what is missing."""
    done = subprocess.run([sys.executable, "-c", ON_DEMAND], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False\nTrue\n", done.stderr
    assert done.returncode == 2
    assert "`pip install 'sprue[mcp]'` brings it" in done.stderr


def test_the_documentation_names_every_route(unstarted: TestClient[Any]) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    assert set(document["paths"]) == {
        "/api/v1/dfm/analyze",
        "/api/v1/dfm/quick-info",
        "/api/v1/dfm/jobs",
        "/api/v1/dfm/jobs/{job_id}",
        "/api/v1/dfm/jobs/{job_id}/events",
        "/api/v1/dfm/jobs/{job_id}/measure",
        "/api/v1/dfm/jobs/{job_id}/measure-places",
        "/api/v1/dfm/jobs/{job_id}/report",
        "/api/v1/dfm/jobs/{job_id}/modules/eval",
        "/api/v1/dfm/jobs/{job_id}/recompute",
        "/api/v1/dfm/jobs/{job_id}/result",
        "/api/v1/dfm/modules",
        "/api/v1/dfm/modules/validate",
        "/api/v1/dfm/jobs/{job_id}/pictures",
        "/api/v1/dfm/packs",
        "/api/v1/dfm/packs/{key}",
        "/api/v1/dfm/parts",
        "/api/v1/dfm/rule-schema",
        "/api/v1/convert",
        "/api/v1/materials",
        "/api/v1/post-processing",
        "/api/v1/quotes",
        "/api/v1/quotes/preview",
        "/api/v1/quotes/{quote_id}",
        "/api/v1/usage",
        "/api/v1/webhooks",
        "/api/v1/webhooks/{webhook_id}",
        "/api/v1/webhooks/{webhook_id}/deliveries",
        "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
        "/api/v1/webhooks/{webhook_id}/secret",
        "/api/v1/webhooks/{webhook_id}/test",
        "/artifacts/previews/{name}",
        "/artifacts/{job_id}/{run}/{name}",
        "/healthz",
        "/metrics",
        "/readyz",
    }


def test_every_documented_operation_needs_a_key_or_says_that_it_does_not(
    unstarted: TestClient[Any], client: TestClient[Any]
) -> None:
    paths = unstarted.get("/docs/openapi.json").json()["paths"]
    opened = set()
    for path, operations in paths.items():
        for method, operation in operations.items():
            answer = client.request(method, path, headers={"X-API-Key": ""})
            assert (answer.status_code == 401) == bool(operation.get("security")), (method, path)
            opened |= set() if operation.get("security") else {path}
    assert opened == {
        "/artifacts/previews/{name}",
        "/artifacts/{job_id}/{run}/{name}",
        "/healthz",
        "/metrics",
        "/readyz",
    }


def test_a_restart_keeps_jobs_and_moves_aside_what_belongs_to_none(
    serve: Callable[..., TestClient[Any]], tmp_path: Path
) -> None:
    first = serve()
    kept = job_of(first)
    poll(first, kept)
    first.__exit__(None, None, None)
    stray = tmp_path / "data" / "jobs" / "stray"
    stray.mkdir()
    second = serve()
    second.headers["X-API-Key"] = first.headers["X-API-Key"]
    assert poll(second, kept)["status"] == "done"
    assert result(second, kept).status_code == 200
    assert not stray.exists()


def test_a_restart_goes_on_with_what_ran_and_what_waited(
    serve: Callable[..., TestClient[Any]], tmp_path: Path
) -> None:
    first, go = serve(), tmp_path / "go"
    running, waiting = job_of(first, f"wait-for {go}"), job_of(first)
    poll(first, running, until=("running",))
    first.__exit__(None, None, None)
    go.touch()
    second = serve()
    second.headers["X-API-Key"] = first.headers["X-API-Key"]
    assert [poll(second, one)["status"] for one in (running, waiting)] == ["done", "done"]


def test_a_server_of_this_machine_answers_to_its_own_names_alone(tmp_path: Path) -> None:
    """Whether it answers needs nothing that is started."""
    client = client_of(Settings(data_dir=tmp_path, host="127.0.0.1"))
    for host, status in (
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("[::1]:8000", 200),
        ("", 400),
        ("rebinding.example", 400),
        ("127.0.0.1.example", 400),
    ):
        response = client.get("/healthz", headers={"Host": host})
        assert response.status_code == status, host
        assert status == 200 or response.json()["code"] == "unknown_host"
    elsewhere = client_of(Settings(data_dir=tmp_path, site_url="https://dfm.example"))
    assert elsewhere.get("/healthz", headers={"Host": "any"}).status_code == 200
