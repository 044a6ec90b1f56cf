"""Measuring over HTTP: what is asked reaches a worker, and what cannot be asked is refused."""

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.asking import assert_problem, job_of, poll
from tests.support import hosted

SERVERS = hosted.BOTH

Client = TestClient[Any]
PLACE = {"fid": "3", "point": [1.5, -2, 0]}


def measure(client: Client, job_id: str, **body: Any) -> Any:
    return client.post(f"/api/v1/dfm/jobs/{job_id}/measure-places", json=body)


@pytest.fixture(scope="module")
def done(client: Client) -> str:
    """Analyze a part; return its job."""
    job_id = job_of(client)
    poll(client, job_id)
    return job_id


def test_places_are_measured_where_they_were_picked(client: Client, done: str) -> None:
    answer = measure(client, done, places=[PLACE, PLACE | {"is_edge": True}])
    assert answer.status_code == 200
    assert [each["point"] for each in answer.json()["places"]] == [[1.5, -2.0, 0.0]] * 2


@hosted.EMBEDDED_ALONE
def test_what_the_part_has_not_is_refused_with_the_engines_sentence(client: Client, done: str) -> None:
    response = measure(client, done, places=[PLACE | {"fid": "99"}])
    assert_problem(response, 422, "invalid_option")
    assert "faces 0 to 5" in response.json()["error"]


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"places": []},
        {"places": [PLACE] * 3},
        {"places": [PLACE], "what": "color"},
        {"places": [{"fid": "3", "point": [1, 2]}]},
        {"places": [{"fid": "3", "point": [1, 2, "x"]}]},
        {"places": [{"point": [1, 2, 3]}]},
    ],
)
def test_a_body_of_another_shape_is_refused(client: Client, done: str, body: dict[str, Any]) -> None:
    assert measure(client, done, **body).status_code == 422


@hosted.EMBEDDED_ALONE
def test_a_job_of_somebody_else_is_not_there(client: Client) -> None:
    assert_problem(
        measure(client, "01a21bf7-1049-7b66-9da5-1260b523b345", places=[PLACE]), 404, "job_not_found"
    )
