"""Rule modules over HTTP: what there is to write them with, the shipped ones, and judging by one."""

from typing import Any

import pytest
from litestar.serialization import encode_json
from litestar.testing import TestClient

from tests.server.asking import assert_problem, job_of, poll
from tests.support import hosted

SERVERS = hosted.BOTH


Client = TestClient[Any]
MODULE = {"key": "mine", "name": "Mine", "configurations": {}, "rules": []}


def evaluate(client: Client, job_id: str, **body: Any) -> Any:
    return client.post(f"/api/v1/dfm/jobs/{job_id}/modules/eval", json=body)


@pytest.fixture(scope="module")
def done(client: Client) -> str:
    """Analyze a part; return its job."""
    job_id = job_of(client)
    poll(client, job_id)
    return job_id


@hosted.EMBEDDED_ALONE
def test_the_catalog_and_the_shipped_modules_are_there(client: Client) -> None:
    assert client.get("/api/v1/dfm/rule-schema").json()["selector_sets"] == ["holes"]
    assert [one["key"] for one in client.get("/api/v1/dfm/modules").json()["modules"]] == ["casting"]


def test_a_part_is_judged_by_a_module_of_the_callers(client: Client, done: str) -> None:
    response = evaluate(client, done, module=MODULE, configuration_key="sand", overrides={"wall": 2.5})
    assert response.status_code == 200
    answer = response.json()
    assert answer["module_key"] == "mine"
    (configuration,) = answer["configurations"]
    assert configuration["configuration_key"] == "sand"
    assert configuration["result"]["overrides"] == {"wall": 2.5}
    assert evaluate(client, done, module=MODULE, configuration_key="sand").status_code == 200


@hosted.EMBEDDED_ALONE
def test_all_that_is_wrong_with_a_module_is_reported_at_once(client: Client, done: str) -> None:
    response = evaluate(client, done, module={}, configuration_key="sand")
    assert_problem(response, 422, "invalid_rule_pack")
    assert response.json()["problems"] == ["rules is missing", "name is missing"]


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"module": MODULE},
        {"configuration_key": "sand"},
        {"module": "casting", "configuration_key": "sand"},
        {"module": MODULE, "configuration_key": 3},
        {"module": MODULE, "configuration_key": "sand", "overrides": [1]},
    ],
)
def test_a_body_of_another_shape_is_refused(client: Client, done: str, body: dict[str, Any]) -> None:
    assert_problem(evaluate(client, done, **body), 422, "invalid_request")


@hosted.EMBEDDED_ALONE
def test_a_job_that_is_not_done_or_failed_is_not_judged(client: Client) -> None:
    job_id = job_of(client, "sleep 60")
    assert_problem(evaluate(client, job_id, module=MODULE, configuration_key="sand"), 409, "job_not_done")
    client.delete(f"/api/v1/dfm/jobs/{job_id}")
    failed = job_of(client, "empty")
    poll(client, failed)
    assert_problem(evaluate(client, failed, module=MODULE, configuration_key="sand"), 422, "no_solid")


@hosted.EMBEDDED_ALONE
def test_what_is_not_json_is_the_callers_mistake(client: Client, done: str) -> None:
    path = f"/api/v1/dfm/jobs/{done}/modules/eval"
    for content in (b"", b"{", b'{"module": NaN}', b"\xff\xfe"):
        response = client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert response.status_code in (400, 422), response.text
        assert response.json()["error"]


@hosted.EMBEDDED_ALONE
def test_a_verdict_is_on_the_wire_as_every_other_answer_is(client: Client, done: str) -> None:
    module = MODULE | {"name": "Ø 1.50 ≥ ½ \u2028 \\ / \x7f"}
    overrides = {"x": 1e-7, "y": -0.5, "z": 1e30}
    response = evaluate(client, done, module=module, configuration_key="s", overrides=overrides)
    assert response.headers["Content-Type"] == client.get("/api/v1/dfm/modules").headers["Content-Type"]
    assert response.headers["Content-Length"] == str(len(response.content))
    assert response.json()["configurations"][0]["result"]["overrides"] == overrides
    assert response.json()["name"] == module["name"]
    assert response.content == encode_json(response.json())
