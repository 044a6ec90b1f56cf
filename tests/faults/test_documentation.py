"""The server does what its OpenAPI document says, whatever it is sent."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faults import examples
from tests.faults.site import Site, started
from tests.server.acting import part
from tests.server.asking import job_of, poll, result

SEED = 1
CONFIG = Path(__file__).parent / "schemathesis.toml"
KEPT = Path(__file__).parents[2] / ".hypothesis"
"""Where hypothesis keeps the letters of alphabets for all tests: in an empty folder it finds them anew."""
STREAMS = "/events$"
"""Answers that do not end are no matter for examples."""


@pytest.mark.slow
def test_no_request_gets_an_answer_that_is_not_documented(tmp_path: Path) -> None:
    """Every check of schemathesis: statuses, schemas, headers, methods; and nothing is a 5xx.

    Of each operation a few requests; `python -m bench documentation` sends a hundred, repeats each without a
    key, and walks from one operation to others. That no operation opens without a key looks
    `tests/server/test_app.py` at. The examples of the document are sent by `tests/contract/test_examples.py`.
    """
    room = {"max_queued": 100_000, "max_queued_of_account": 100_000}
    with started(tmp_path, batch_workers=1, **room) as site, site.client() as client:
        config = tmp_path / "schemathesis.toml"
        config.write_text(CONFIG.read_text("utf-8") + known_things(site, client))
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
        options = {
            "--header": f"X-API-Key: {client.headers['X-API-Key']}",
            "--exclude-path-regex": STREAMS,
            "--checks": "all",
            "--seed": str(SEED),
            "--max-examples": str(examples.count()),
            "--phases": examples.phases(),
            "--generation-database": "none",
            **examples.left_out(),
        }
        done = subprocess.run(
            [*command, f"{site.url}/docs/openapi.json", *(word for pair in options.items() for word in pair)],
            cwd=tmp_path,
            env=os.environ | {"HYPOTHESIS_STORAGE_DIRECTORY": str(KEPT)},
            capture_output=True,
            text=True,
            timeout=200 + 20 * examples.count(),
            check=False,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert "43 selected" in done.stdout
        assert "Traceback" not in site.log()
        assert site.is_up()


def known_things(site: Site, client: httpx.Client) -> str:
    """Return the part of the configuration that names jobs, quotes and artifacts that are there."""
    jobs = [job_of(client) for _ in range(3)]
    for job_id in jobs:
        poll(client, job_id)
    link = urlsplit(result(client, jobs[0]).json()["artifacts"]["thickness_glb"])
    _, _, job_id, run, name = link.path.split("/")
    signed = dict(pair.split("=") for pair in link.query.split("&"))
    look = client.post("/api/v1/dfm/quick-info", files={"file": ("a.step", part())}).json()["glb_url"]
    seen = dict(pair.split("=") for pair in urlsplit(look).query.split("&"))
    values_of_path = {
        "/api/v1/dfm/jobs/{job_id}/result": {"job_id": jobs[0]},
        "/api/v1/dfm/jobs/{job_id}/recompute": {"job_id": jobs[1]},
        "/api/v1/dfm/jobs/{job_id}/modules/eval": {"job_id": jobs[2]},
        "/api/v1/dfm/jobs/{job_id}/measure": {"job_id": jobs[2]},
        "/api/v1/dfm/jobs/{job_id}/measure-places": {"job_id": jobs[2]},
        "/artifacts/{job_id}/{run}/{name}": {"job_id": job_id, "run": run, "name": name} | signed,
        "/artifacts/previews/{name}": {"name": Path(urlsplit(look).path).name} | seen,
    }
    return "".join(
        f'\n[[operations]]\ninclude-path = "{path}"\n[operations.parameters]\n'
        + "".join(f"{name} = {value if name == 'exp' else repr(value)}\n" for name, value in values.items())
        for path, values in values_of_path.items()
    )
