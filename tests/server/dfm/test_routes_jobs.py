"""Jobs after they were made: whose they are, running again, being forgotten, being followed."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server import stored
from tests.server.application import Client
from tests.server.asking import assert_problem, job_of, poll, result, submit
from tests.server.keyed import key_of
from tests.support import hosted

SERVERS = hosted.BOTH


JOBS = "/api/v1/dfm/jobs"


def recompute(client: Client, job_id: str, **form: str) -> Any:
    return client.post(f"{JOBS}/{job_id}/recompute", data=form)


def as_other(client: Client) -> dict[str, str]:
    return {"X-API-Key": key_of(client)}


@hosted.EMBEDDED_ALONE
def test_a_job_of_another_account_is_as_one_that_is_not_there(newcomer: Client, tmp_path: Path) -> None:
    mine = job_of(newcomer)
    poll(newcomer, mine)
    other = as_other(newcomer)
    module = {"module": {"rules": []}, "configuration_key": "sand"}
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/result", None),
        ("GET", "/events", None),
        ("DELETE", "", None),
        ("POST", "/recompute", None),
        ("POST", "/modules/eval", module),
    ):
        reported = []
        for job_id in (mine, "01900000-0000-7000-8000-000000000000"):
            response = newcomer.request(
                method,
                f"{JOBS}/{job_id}{path}",
                headers=other,
                json=body,
                data={"pull": "cardinal"} if path == "/recompute" else None,
            )
            assert_problem(response, 404, "job_not_found")
            reported.append(response.json()["error"])
        assert reported[0] == reported[1]
    assert newcomer.get(JOBS, headers=other).json()["jobs"] == []
    assert poll(newcomer, mine)["status"] == "done"


def test_a_recompute_runs_the_same_job_again_with_another_pull_and_is_not_counted(client: Client) -> None:
    job_id = job_of(client, max_edge="2.5", alpha_warn="4")
    poll(client, job_id)
    response = recompute(client, job_id, pull="0,1,0", alpha_min="1")
    assert response.status_code == 202
    assert "x-ratelimit-limit" not in response.headers, "it is counted"
    assert response.json() == {"job_id": job_id, "status": "queued"}
    assert poll(client, job_id)["log"] == ["reading housing.step"]
    assert result(client, job_id).json()["asked"] == {
        "pull": "0,1,0",
        "max_edge_mm": 2.5,
        "curvature": None,
        "alpha_min_deg": 1.0,
        "alpha_warn_deg": 4.0,
    }


@hosted.EMBEDDED_ALONE
def test_machines_of_the_caller_stay_until_others_or_none_are_sent(client: Client) -> None:
    job_id = job_of(client, build_volumes="cnc=10x10x10")
    poll(client, job_id)
    for sent, held in (
        (None, "cnc=10x10x10"),
        ("additive/fdm=256x256x256", "additive/fdm=256x256x256"),
        ("", "additive/fdm=256x256x256"),
        ("none", ""),
    ):
        recompute(client, job_id, pull="0,1,0", **({} if sent is None else {"build_volumes": sent}))
        poll(client, job_id)
        assert result(client, job_id).json()["asked"]["build_volumes"] == held


def test_links_of_the_run_before_live_on_and_those_of_the_new_one_differ(client: Client) -> None:
    job_id = job_of(client)
    poll(client, job_id)
    before = result(client, job_id).json()["artifacts"]["thickness_glb"]
    recompute(client, job_id, pull="0,1,0")
    poll(client, job_id)
    after = result(client, job_id).json()["artifacts"]["thickness_glb"]
    assert before.split("?")[0] != after.split("?")[0]
    for link in (before, after):
        assert client.get(link.removeprefix("http://sprue.test")).status_code == 200


@hosted.EMBEDDED_ALONE
def test_a_recompute_that_makes_no_sense_is_refused_and_changes_nothing(client: Client) -> None:
    job_id = job_of(client)
    poll(client, job_id)
    for form, code, words in (
        ({}, "invalid_form", "pull"),
        ({"pull": ""}, "invalid_form", "pull"),
        ({"pull": "up"}, "invalid_option", "pull"),
        ({"pull": "0,0,0"}, "invalid_option", "pull"),
        ({"pull": "cardinal", "alpha_min": "five"}, "invalid_option", "alpha_min"),
        ({"pull": "cardinal", "alpha_min": "10"}, "invalid_option", "alpha_warn"),
        ({"pull": "cardinal", "build_volumes": "cnc=big"}, "invalid_option", "build_volumes"),
    ):
        assert_problem(recompute(client, job_id, **form), 422, code, words)
        assert result(client, job_id).status_code == 200


@hosted.EMBEDDED_ALONE
def test_a_recompute_comes_as_either_kind_of_form(client: Client) -> None:
    job_id = job_of(client)
    poll(client, job_id)
    multipart = client.post(f"{JOBS}/{job_id}/recompute", files={"pull": (None, "0,1,0")})
    assert multipart.status_code == 202
    assert poll(client, job_id)["status"] == "done"
    assert result(client, job_id).json()["asked"]["pull"] == "0,1,0"


@hosted.EMBEDDED_ALONE
def test_a_job_that_is_not_done_is_not_run_again(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    poll(client, job_id, until=("running",))
    response = recompute(client, job_id, pull="cardinal")
    assert_problem(response, 409, "job_not_done", "is running; it can be computed again when it is done")
    go.touch()
    poll(client, job_id)
    failed = job_of(client, "empty")
    poll(client, failed)
    assert_problem(recompute(client, failed, pull="cardinal"), 422, "no_solid")


def test_jobs_are_listed_newest_first_page_by_page(newcomer: Client) -> None:
    made = [job_of(newcomer) for _ in range(3)]
    for job_id in made:
        poll(newcomer, job_id)
    first = newcomer.get(JOBS, params={"limit": 2}).json()
    assert [one["job_id"] for one in first["jobs"]] == made[:0:-1]
    assert first["has_more"] is True
    rest = newcomer.get(JOBS, params={"limit": 2, "starting_after": first["jobs"][-1]["job_id"]}).json()
    assert [one["job_id"] for one in rest["jobs"]] == made[:1]
    assert rest["has_more"] is False
    entry = rest["jobs"][0]
    assert (entry["status"], entry["error"], entry["filename"]) == ("done", None, "housing.step")
    assert entry["created_at"] <= entry["finished_at"]


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize("limit", ["0", "101", "many"])
def test_a_page_of_an_impossible_size_is_refused(client: Client, limit: str) -> None:
    assert_problem(client.get(JOBS, params={"limit": limit}), 422, "invalid_request", "limit")


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize("after", ["x", "%00", "' or 1=1"])
def test_a_page_after_what_is_no_id_is_refused(client: Client, after: str) -> None:
    for path in (JOBS, "/api/v1/quotes"):
        response = client.get(f"{path}?starting_after={after}")
        assert_problem(response, 422, "invalid_form", "starting_after")


@pytest.mark.parametrize("odd", ["%00", "%ff", "a" * 3000, "' or 1=1", "💥"])
def test_an_odd_id_is_not_found(client: Client, odd: str) -> None:
    assert_problem(client.get(f"{JOBS}/{odd}"), 404, "job_not_found")
    assert_problem(client.get(f"/api/v1/quotes/{odd}"), 404, "quote_not_found")


def test_a_job_that_is_deleted_is_gone_with_its_files(newcomer: Client) -> None:
    job_id = job_of(newcomer)
    poll(newcomer, job_id)
    assert job_id in stored.jobs_of(newcomer)
    assert newcomer.delete(f"{JOBS}/{job_id}").status_code == 204
    assert_problem(newcomer.get(f"{JOBS}/{job_id}"), 404, "job_not_found")
    assert_problem(newcomer.delete(f"{JOBS}/{job_id}"), 404, "job_not_found")
    assert job_id not in stored.jobs_of(newcomer)


def test_a_job_that_runs_is_ended_by_deleting_it(newcomer: Client) -> None:
    long, waits = job_of(newcomer, "sleep 60"), job_of(newcomer, "sleep 60")
    poll(newcomer, long, until=("running",))
    for job_id in (waits, long):
        assert newcomer.delete(f"{JOBS}/{job_id}").status_code == 204
    began = time.monotonic()
    assert poll(newcomer, job_of(newcomer))["status"] == "done"
    assert time.monotonic() - began < 10
    while stored.jobs_of(newcomer) & {long, waits}:
        assert time.monotonic() - began < 10
        time.sleep(0.05)


@hosted.EMBEDDED_ALONE
def test_a_worker_that_was_killed_from_outside_costs_no_job(client: Client, tmp_path: Path) -> None:
    job_id = job_of(client, f"die-once {tmp_path / 'died'}")
    assert poll(client, job_id)["status"] == "done"
    assert (tmp_path / "died").exists()


def events_of(client: Client, job_id: str, **headers: str) -> list[tuple[str, dict[str, Any]]]:
    """Follow a job to its end."""
    found, event = [], ""
    with client.stream("GET", f"{JOBS}/{job_id}/events", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        for line in response.iter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((event, json.loads(line.removeprefix("data: "))))
    return found


@hosted.EMBEDDED_ALONE
def test_a_job_can_be_followed_as_it_goes(client: Client) -> None:
    job_id = job_of(client, "sleep 0.6")
    reported = events_of(client, job_id)
    assert [event for event, _ in reported].count("done") == 1
    assert reported[-1][0] == "done"
    assert reported[-1][1] == {"job_id": job_id, "status": "done", "error": None, "filename": "housing.step"}
    assert ("log", {"line": "reading housing.step"}) in reported
    assert reported[0][1]["status"] in ("queued", "running")


def test_what_a_part_looks_like_is_reported_once_while_it_is_measured_where_that_was_asked_for(
    client: Client,
) -> None:
    (link,) = [
        data["glb_url"]
        for event, data in events_of(client, job_of(client, "sleep 0.6", shape="true"))
        if event == "shape"
    ]
    assert client.get(link, headers={"X-API-Key": ""}).content == b"glTF shape"
    for form in ({}, {"shape": "false"}):
        assert "shape" not in [event for event, _ in events_of(client, job_of(client, "sleep 0.3", **form))]


def test_who_comes_back_goes_on_after_the_last_line_seen(client: Client) -> None:
    job_id = job_of(client)
    poll(client, job_id)
    assert [event for event, _ in events_of(client, job_id)] == ["log", "done"]
    reported = events_of(client, job_id, **{"Last-Event-ID": str(10**9)})
    assert [event for event, _ in reported] == ["done"]
    assert [event for event, _ in events_of(client, job_id, **{"Last-Event-ID": "x"})] == ["log", "done"]


@hosted.EMBEDDED_ALONE
def test_a_job_that_fails_ends_its_stream_with_the_reason(client: Client) -> None:
    event, data = events_of(client, job_of(client, "empty"))[-1]
    assert event == "error"
    assert "3 curves" in data["error"]


@hosted.EMBEDDED_ALONE
def test_a_job_that_is_deleted_ends_its_stream(client: Client) -> None:
    job_id = job_of(client, "sleep 60")
    poll(client, job_id, until=("running",))
    with ThreadPoolExecutor(1) as executor:
        following = executor.submit(events_of, client, job_id)
        time.sleep(0.5)
        client.delete(f"{JOBS}/{job_id}")
        assert following.result(timeout=20)[-1] == ("deleted", {})


def test_ten_requests_with_one_key_make_one_job(newcomer: Client) -> None:
    before = stored.jobs_of(newcomer)
    newcomer.headers["Idempotency-Key"] = "order 66"
    with ThreadPoolExecutor(10) as executor:
        responses = list(executor.map(lambda _: submit(newcomer), range(10)))
    assert {response.status_code for response in responses} == {202}
    assert len({response.json()["job_id"] for response in responses}) == 1
    assert {response.headers["x-ratelimit-remaining"] for response in responses} == {"99999"}
    assert len(stored.jobs_of(newcomer) - before) == 1


@hosted.EMBEDDED_ALONE
def test_a_key_whose_job_was_deleted_says_so(client: Client) -> None:
    client.headers["Idempotency-Key"] = "gone"
    try:
        job_id = submit(client).json()["job_id"]
        assert submit(client).json()["job_id"] == job_id
        client.delete(f"{JOBS}/{job_id}")
        assert_problem(submit(client), 404, "job_not_found", "began was deleted, or it has expired")
    finally:
        del client.headers["Idempotency-Key"]


@hosted.EMBEDDED_ALONE
def test_a_key_that_comes_back_with_another_part_is_refused(client: Client) -> None:
    headers = {"Idempotency-Key": "one"}
    client.headers.update(headers)
    try:
        assert submit(client).status_code == 202
        assert_problem(submit(client, pull="0,0,1"), 422, "idempotency_mismatch")
        assert_problem(submit(client, act="sleep 0"), 422, "idempotency_mismatch")
        client.headers["Idempotency-Key"] = "x" * 256
        assert_problem(submit(client), 422, "invalid_form", "Idempotency-Key")
    finally:
        del client.headers["Idempotency-Key"]


@hosted.EMBEDDED_ALONE
def test_the_shape_of_a_part_whose_analysis_crashes_is_reported_before_its_end(client: Client) -> None:
    events = events_of(client, job_of(client, "crash", shape="true"))
    names = [event for event, _ in events]
    assert names[-1] == "error"
    assert "shape" in names
    link = next(data["glb_url"] for event, data in events if event == "shape")
    assert client.get(link, headers={"X-API-Key": ""}).content == b"glTF shape"


@pytest.fixture
def own(serve_all: Callable[..., Client]) -> Client:
    """Return a server that a program started for itself."""
    key = "svc_live_" + "a-b_C9" * 6
    client = serve_all(local_key=key)
    client.headers["X-API-Key"] = key
    return client


def test_on_ones_own_machine_a_defect_names_the_stage_and_the_log(own: Client) -> None:
    job_id = job_of(own, "stumble")
    log = own.services.settings.data_dir / "worker.log"
    said = poll(own, job_id)["error"]
    assert said.startswith("Sprue failed while reading housing.step (")
    assert said.endswith(f"the traceback is in {log}.")
    answer = own.get(f"/api/v1/dfm/jobs/{job_id}/result")
    assert (answer.status_code, answer.json()["error"], answer.json()["log"]) == (500, said, str(log))
    assert "Traceback" in log.read_text()
    crashed = job_of(own, "crash")
    poll(own, crashed)
    assert own.get(f"/api/v1/dfm/jobs/{crashed}/result").json()["log"] == str(log)
    done = job_of(own)
    poll(own, done)
    assert own.get(f"/api/v1/dfm/jobs/{done}/result").json()["log"] == str(log)


@hosted.EMBEDDED_ALONE
def test_elsewhere_a_defect_says_nothing_of_the_machine(client: Client) -> None:
    for act in ("stumble", "crash", ""):
        job_id = job_of(client, act)
        poll(client, job_id)
        assert "log" not in client.get(f"/api/v1/dfm/jobs/{job_id}/result").json(), act
