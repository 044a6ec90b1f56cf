"""The application as a whole."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from tests.server.asking import job_of, poll


def test_the_web_process_never_loads_the_geometry_kernel(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from litestar.testing import TestClient\n"
        "from server.app import create_app\n"
        "from server.settings import Settings\n"
        "from tests.server import acting, asking, keyed\n"
        f"settings = Settings(data_dir=__import__('pathlib').Path({str(tmp_path)!r}))\n"
        "with TestClient(create_app(settings, task=acting.ACT)) as client:\n"
        "    client.headers['X-API-Key'] = keyed.a_key(settings)\n"
        "    asking.poll(client, asking.job_of(client))\n"
        "heavy = [name for name in ('OCP', 'numba', 'scipy') if name in sys.modules]\n"
        "print(heavy)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_the_documentation_names_every_route(client: TestClient[Any]) -> None:
    document = client.get("/docs/openapi.json").json()
    assert set(document["paths"]) == {
        "/api/v1/dfm/analyze",
        "/api/v1/dfm/jobs/{job_id}",
        "/api/v1/dfm/jobs/{job_id}/result",
        "/artifacts/{job_id}/{name}",
        "/healthz",
    }


def test_a_restart_leaves_no_files_of_jobs_that_are_gone(
    serve: Callable[..., TestClient[Any]], tmp_path: Path
) -> None:
    first = serve()
    poll(first, job_of(first))
    first.__exit__(None, None, None)
    serve()
    assert list((tmp_path / "data" / "jobs").iterdir()) == []
