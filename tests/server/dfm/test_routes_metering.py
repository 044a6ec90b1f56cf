"""What is counted, what is not, and what is told of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server import acting
from tests.server.application import Client
from tests.server.asking import assert_problem, job_of, poll, submit
from tests.server.databases import execute, rows, url_of
from tests.server.keyed import a_key
from tests.support.postgresql import ON_BOTH

QUICK = "/api/v1/dfm/quick-info"


def use(client: Client, used: int) -> None:
    """Say that so much was used of every counter."""
    execute(url_of(client.services.settings), f"UPDATE usage_counters SET used = {used}")


def units(client: Client) -> int:
    [(count,)] = rows(url_of(client.services.settings), "SELECT COUNT(*) FROM meter_events")
    return int(count)


def quick(client: Client, act: str = "", filename: str = "housing.step", key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(QUICK, files={"file": (filename, acting.part(act))}, headers=headers)


def with_plan(client: Client, plan: str, overage: bool = True) -> Client:
    client.headers["X-API-Key"] = a_key(client.services.settings, plan, overage=overage)
    return client


@pytest.mark.parametrize(
    ("plan", "n_quick", "n_analyze"), [("free", 1000, 100), ("starter", 1000, 100), ("pro", 50000, 5000)]
)
def test_a_metered_route_says_limit_rest_and_plan(
    newcomer: Client, plan: str, n_quick: int, n_analyze: int
) -> None:
    with_plan(newcomer, plan)
    for ask, included in ((quick, n_quick), (submit, n_analyze)):
        for used in (1, 2):
            headers = ask(newcomer).headers
            assert headers["x-ratelimit-limit"] == str(included)
            assert headers["x-ratelimit-remaining"] == str(included - used)
            assert headers["x-billing-tier"] == plan


def test_beyond_the_cap_the_answer_is_402_before_any_work(
    serve: Callable[..., Client], tmp_path: Path
) -> None:
    client = with_plan(serve(), "free")
    quick(client)
    poll(client, job_of(client))
    use(client, 1000)
    for response in (quick(client, "crash"), submit(client, "crash")):
        assert_problem(response, 402, "quota_exceeded")
        body = response.json()
        assert body["error"] == "API quota exceeded for this billing period."
        assert body["upgrade_url"] == "http://sprue.test/dashboard/api"
        assert response.headers["x-ratelimit-remaining"] == "0"
        assert response.headers["x-billing-tier"] == "free"
    assert units(client) == 2
    assert len(list((tmp_path / "data" / "jobs").iterdir())) == 1


def test_a_paid_plan_goes_on_unless_overage_is_off(newcomer: Client) -> None:
    with_plan(newcomer, "starter")
    submit(newcomer)
    use(newcomer, 100)
    assert submit(newcomer).status_code == 202
    with_plan(newcomer, "starter", overage=False)
    submit(newcomer)
    use(newcomer, 100)
    refused = submit(newcomer)
    assert_problem(refused, 402, "quota_exceeded")
    assert refused.json()["error"] == "API quota exceeded for this billing period."
    assert refused.json()["upgrade_url"] == "http://sprue.test/dashboard/api"


def test_a_request_that_is_refused_costs_nothing(newcomer: Client) -> None:
    before = units(newcomer)
    submit(newcomer, filename="part.pdf")
    submit(newcomer, pull="up")
    newcomer.post(QUICK, files={"file": ("a.step", b"%PDF")})
    quick(newcomer, "empty")
    quick(newcomer, "crash")
    quick(newcomer, "stumble")
    assert units(newcomer) == before


@ON_BOTH
def test_a_burst_gets_exactly_what_the_plan_includes(serve: Callable[..., Client], tmp_path: Path) -> None:
    """As 95 of 100 units are used."""
    client = with_plan(serve(), "free")
    submit(client)
    use(client, 95)
    with ThreadPoolExecutor(12) as executor:
        responses = list(executor.map(lambda _: submit(client), range(12)))
    granted = [response for response in responses if response.status_code == 202]
    assert len(granted) == 5
    assert len({response.headers["x-ratelimit-remaining"] for response in granted}) == 5
    assert {response.status_code for response in responses} == {202, 402}
    assert len(list((tmp_path / "data" / "jobs").iterdir())) == 1 + 5
    assert units(client) == 1 + 5


def test_what_the_full_queue_refuses_gives_its_unit_back(
    serve: Callable[..., Client], tmp_path: Path
) -> None:
    client = serve(max_queued=0)
    assert_problem(submit(client), 503, "queue_full")
    assert units(client) == 0


def test_an_analysis_that_ends_in_an_error_is_not_paid_but_one_that_is_cancelled_is(newcomer: Client) -> None:
    client = with_plan(newcomer, "free")
    for act, used in (("empty", 0), ("crash", 0), ("", 1), ("stumble", 1)):
        job_id = job_of(client, act)
        poll(client, job_id)
        assert client.get("/api/v1/usage").json()["meters"][1]["used"] == used, act
    cancelled = job_of(client, "sleep 60")
    poll(client, cancelled, until=("running",))
    assert client.delete(f"/api/v1/dfm/jobs/{cancelled}").status_code == 204
    assert submit(client).headers["x-ratelimit-remaining"] == str(100 - 3)


def test_a_recompute_that_fails_gives_nothing_back(newcomer: Client, tmp_path: Path) -> None:
    with_plan(newcomer, "free")
    failing = tmp_path / "failing"
    job_id = job_of(newcomer, f"fail-if {failing}")
    assert poll(newcomer, job_id)["status"] == "done"
    failing.touch()
    newcomer.post(f"/api/v1/dfm/jobs/{job_id}/recompute", data={"pull": "0,1,0"})
    assert poll(newcomer, job_id)["status"] == "error"
    assert newcomer.get("/api/v1/usage").json()["meters"][1]["used"] == 1


def test_reading_is_not_counted(newcomer: Client) -> None:
    before = units(newcomer)
    job_id = job_of(newcomer)
    poll(newcomer, job_id)
    for path in ("", "/result", "/events"):
        response = newcomer.get(f"/api/v1/dfm/jobs/{job_id}{path}")
        assert "x-ratelimit-limit" not in response.headers
    assert units(newcomer) == before + 1


def test_a_look_that_was_paid_is_answered_again_when_the_plan_is_used_up(newcomer: Client) -> None:
    client = with_plan(newcomer, "free")
    before = units(client)
    paid = quick(client, key="monday")
    use(client, 1000)
    again = quick(client, key="monday")
    assert again.status_code == 200
    assert again.json()["glb_url"].partition("?")[0] == paid.json()["glb_url"].partition("?")[0]
    assert_problem(quick(client, key="tuesday"), 402, "quota_exceeded")
    assert units(client) == before + 1
