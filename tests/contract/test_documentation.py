"""Real answers hold to the OpenAPI document."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from tests.contract.conftest import Site, send

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(site: Site) -> Document:
    found: Document = httpx.get(f"{site.url}/docs/openapi.json").json()
    return found


def assert_documented(document: Document, method: str, path: str, response: httpx.Response) -> None:
    """Check a body against the schema of its status."""
    reported = document["paths"][f"/api/v1{path}"][method]["responses"][str(response.status_code)]
    schema = reported["content"]["application/json"]["schema"] | {"components": document["components"]}
    problems = list(Draft202012Validator(schema).iter_errors(response.json()))
    assert not problems, [f"{problem.json_path}: {problem.message}" for problem in problems[:5]]


@pytest.mark.parametrize(
    "path",
    ["/materials", "/post-processing", "/quotes", "/usage", "/dfm/jobs", "/dfm/rule-schema", "/dfm/modules"],
)
def test_a_list_is_as_documented(api: httpx.Client, document: Document, path: str) -> None:
    assert_documented(document, "get", path, api.get(path))


def test_an_analysis_is_as_documented(api: httpx.Client, document: Document, done: Document) -> None:
    job = f"/dfm/jobs/{done['job_id']}"
    assert_documented(document, "get", "/dfm/jobs/{job_id}", api.get(job))
    assert_documented(document, "get", "/dfm/jobs/{job_id}/result", api.get(f"{job}/result"))
    module = next(one for one in api.get("/dfm/modules").json()["modules"] if one["key"] == "casting")
    body = {"module": module, "configuration_key": "sand"}
    judged = api.post(f"{job}/modules/eval", json=body)
    assert judged.status_code == 200
    assert_documented(document, "post", "/dfm/jobs/{job_id}/modules/eval", judged)


def test_a_look_at_a_part_is_as_documented(api: httpx.Client, document: Document, plate: Path) -> None:
    for path in ("/convert", "/dfm/quick-info"):
        response = send(api, path, plate)
        assert response.status_code == 200
        assert_documented(document, "post", path, response)
