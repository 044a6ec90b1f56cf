"""Two hosts that answer and two that work: the whole journey of a caller, and what it takes to break it."""

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.installation import Host, Installation, running
from tests.faults.site import until
from tests.server import acting
from tests.server.asking import assert_problem, job_of, poll, result, submit
from tests.server.databases import execute, rows
from tests.server.stored import objects_of
from tests.support import postgresql, seaweedfs

pytestmark = [postgresql.CAN_RUN, seaweedfs.CAN_RUN]

API = "/api/v1"
JOBS = f"{API}/dfm/jobs"
ELSEWHERE_S = 15.0
"""After which a job of a worker that died has to have begun elsewhere."""


@pytest.fixture(scope="module")
def hosts(
    tmp_path_factory: pytest.TempPathFactory,
    postgresql_cluster: postgresql.Cluster,
    seaweedfs_store: seaweedfs.Store,
) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("hosts")
    with (
        postgresql_cluster.migrated() as url,
        running(folder, url, seaweedfs_store.new_url(), stop_grace_s=1.0) as installation,
    ):
        yield installation


@pytest.fixture
def client(hosts: Installation) -> Iterator[httpx.Client]:
    with hosts.client() as client:
        yield client


def asked(client: httpx.Client, method: str, path: str, **request: Any) -> Any:
    """Ask; return the document of an answer that is none of an error."""
    response = client.request(method, f"{API}{path}", **request)
    assert response.is_success, response.text
    return response.json()


def housing(act: str = "") -> dict[str, Any]:
    return {"file": ("housing.step", acting.part(act))}


def events_of(client: httpx.Client, job_id: str, after: str = "") -> list[tuple[str, str, dict[str, Any]]]:
    """Follow a job to its end; return id, name and data of each event."""
    found, event, number = [], "", ""
    headers = {"Last-Event-ID": after} if after else {}
    with client.stream("GET", f"{JOBS}/{job_id}/events", headers=headers) as response:
        assert response.status_code == 200
        for line in response.iter_lines():
            key, _, value = line.partition(": ")
            if key == "event":
                event = value
            elif key == "id":
                number = value
            elif key == "data":
                found.append((number, event, json.loads(value)))
    return found


def test_the_whole_journey_goes_well_whichever_host_answers(
    client: httpx.Client, hosts: Installation
) -> None:
    converted = asked(client, "POST", "/convert", files=housing())
    assert client.get(converted["glb_url"]).content == b"glTF preview"
    material = asked(client, "GET", "/materials")["materials"][0]
    order = {
        "file_name": "housing.step",
        "geometry": converted["geometry"],
        "material_id": material["id"],
        "quantity": 25,
    }
    quote = asked(client, "POST", "/quotes", json=order)["quote"]
    assert asked(client, "GET", f"/quotes/{quote['id']}")["quote"]["total_price"] == quote["total_price"]
    assert asked(client, "POST", "/dfm/quick-info", files=housing())

    form = {"quote_id": quote["id"], "shape": "true"}
    accepted = [
        client.post(f"{API}/dfm/analyze", files=housing(), data=form, headers={"Idempotency-Key": "order 66"})
        for _ in range(4)
    ]
    assert {response.status_code for response in accepted} == {202}
    [job_id] = {response.json()["job_id"] for response in accepted}
    events = events_of(client, job_id)
    assert [event for _, event, _ in events][-1] == "done"
    assert events[-1][2]["job_id"] == job_id
    first = next(number for number, event, _ in events if event == "log")
    assert first not in [number for number, event, _ in events_of(client, job_id, first) if event == "log"]
    assert asked(client, "GET", f"/quotes/{quote['id']}")["quote"]["analyses"] == [job_id]

    for run, pull in ((1, None), (2, "0,0,1")):
        if pull is not None:
            asked(client, "POST", f"/dfm/jobs/{job_id}/recompute", data={"pull": pull})
            assert poll(client, job_id)["status"] == "done"
        artifacts = result(client, job_id).json()["artifacts"]
        link = artifacts["thickness_glb"]
        assert f"/{job_id}/{run}/" in link
        whole = client.get(link)
        part = client.get(link, headers={"Range": "bytes=5-", "If-Range": whole.headers["etag"]})
        assert (whole.content, part.status_code, part.content) == (b"glTF binary", 206, b"binary")
        report = client.get(artifacts["report_html"])
        assert report.text == f"<h1>Report {pull or 'cardinal'}</h1>"
    module = {"module": {"key": "own", "name": "Own", "rules": []}, "configuration_key": "sand"}
    judged = asked(client, "POST", f"/dfm/jobs/{job_id}/modules/eval", json=module)
    assert judged["configurations"][0]["configuration_key"] == "sand"

    hook = {"url": "https://nothing.invalid/hook", "events": ["job.completed"]}
    webhook = asked(client, "POST", "/webhooks", json=hook)["webhook"]
    notified = job_of(client)
    poll(client, notified)
    [delivery] = asked(client, "GET", f"/webhooks/{webhook['id']}/deliveries")["deliveries"]
    assert delivery["payload"]["data"]["result_url"].startswith(f"http://sprue.test{JOBS}/{notified}")
    assert client.delete(f"{API}/webhooks/{webhook['id']}").status_code == 204

    usage = {meter["meter"]: meter["used"] for meter in asked(client, "GET", "/usage")["meters"]}
    assert sorted(usage.values()) == [1, 2]
    assert [each["job_id"] for each in asked(client, "GET", "/dfm/jobs")["jobs"]] == [notified, job_id]
    for each in (notified, job_id):
        assert client.delete(f"{JOBS}/{each}").status_code == 204
        assert client.get(f"{JOBS}/{each}").status_code == 404
    assert objects_of(hosts.settings.store, "jobs") == []


def test_a_job_of_a_worker_that_is_killed_goes_on_at_the_other_and_is_counted_once(
    client: httpx.Client, hosts: Installation, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    poll(client, job_id, until=("running",))
    busy = runner_of(hosts, f"wait-for {go}")
    busy.kill()
    began = time.monotonic()
    try:
        until(lambda: attempts(hosts, job_id) == 2, "it does not begin elsewhere")
        elsewhere_s = time.monotonic() - began
        go.touch()
        assert poll(client, job_id)["status"] == "done"
    finally:
        busy.start()
        hosts.until_working(busy)
    assert elsewhere_s < ELSEWHERE_S
    [(n_units,)] = rows(
        hosts.settings.database_url, f"SELECT COUNT(*) FROM meter_events WHERE job_id = '{job_id}'"
    )
    assert n_units == 1


def test_a_job_that_is_deleted_at_one_host_is_ended_where_it_runs(
    client: httpx.Client, hosts: Installation
) -> None:
    running_jobs = [job_of(client, "sleep 60") for _ in range(2)]
    for job_id in running_jobs:
        poll(client, job_id, until=("running",))
    began = time.monotonic()
    for job_id in running_jobs:
        assert client.delete(f"{JOBS}/{job_id}").status_code == 204
    assert poll(client, job_of(client))["status"] == "done"  # both workers were busy
    assert time.monotonic() - began < 20
    until(lambda: not set(running_jobs) & jobs_in(hosts), "files of a job that was deleted stay")


def test_a_worker_that_is_told_to_stop_hands_back_what_does_not_end_in_time(
    client: httpx.Client, hosts: Installation, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    poll(client, job_id, until=("running",))
    busy = runner_of(hosts, f"wait-for {go}")
    busy.send(signal.SIGTERM)
    assert busy.wait() == 0
    try:
        poll(client, job_id, until=("running",))  # at the other, which waits for nothing
        assert attempts(hosts, job_id) == 1  # it is not the part's fault
        go.touch()
        assert poll(client, job_id)["status"] == "done"
    finally:
        busy.start()
        hosts.until_working(busy)


def report_of(client: httpx.Client, job_id: str) -> httpx.Response:
    link = httpx.URL(result(client, job_id).json()["artifacts"]["report_html"])
    return client.get(link.raw_path.decode())


def drawn_by(hosts: Installation, job_id: str) -> list[str]:
    """Return the hosts that drew a report, by their names."""
    words = f"the report of job {job_id} is drawn", f"the report of job {job_id}: it is drawn here"
    return [
        host.data_dir.name
        for host in (*hosts.web, *hosts.workers)
        if any(each in host.log() for each in words)
    ]


def test_a_report_is_drawn_once_by_a_worker_whichever_hosts_are_asked(
    client: httpx.Client, hosts: Installation
) -> None:
    job_id = job_of(client, "sleep 0.5", pull="0,0,1")
    poll(client, job_id)
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda _: report_of(client, job_id).text, range(4)))
    assert set(pages) == {"<h1>Report 0,0,1</h1>"}
    [name] = drawn_by(hosts, job_id)
    assert name.startswith("worker-")
    assert report_of(client, job_id).text == pages[0]


def test_a_report_does_not_wait_behind_analyses(
    client: httpx.Client, hosts: Installation, tmp_path: Path
) -> None:
    job_id = job_of(client, pull="0,0,1")
    poll(client, job_id)
    go = tmp_path / "go"
    busy = [job_of(client, f"wait-for {go}") for _ in range(2)]
    for each in busy:
        poll(client, each, until=("running",))
    assert report_of(client, job_id).text == "<h1>Report 0,0,1</h1>"
    [name] = drawn_by(hosts, job_id)
    assert name.startswith("web-")
    go.touch()
    for each in busy:
        assert poll(client, each)["status"] == "done"


def test_a_report_whose_worker_is_killed_while_it_draws_is_drawn_all_the_same(
    client: httpx.Client, hosts: Installation, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    go.touch()
    job_id = job_of(client, f"wait-for {go}", pull="0,0,1")
    poll(client, job_id)
    go.unlink()
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(report_of, client, job_id)
        busy = runner_of(hosts, f"wait-for {go}")
        busy.kill()
        try:
            go.touch()
            assert page.result().text == "<h1>Report 0,0,1</h1>"
        finally:
            busy.start()
            hosts.until_working(busy)


def test_a_report_that_cannot_be_drawn_says_why(client: httpx.Client, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    job_id = job_of(client, f"fail-if {marker}", pull="0,0,1")
    poll(client, job_id)
    marker.touch()
    assert_problem(report_of(client, job_id), 422, "no_solid", "3 curves")


def test_accounts_take_turns_whichever_host_takes_their_jobs(hosts: Installation, tmp_path: Path) -> None:
    go = tmp_path / "go"
    with hosts.client() as many, hosts.client() as one:
        held = [job_of(many, f"wait-for {go}") for _ in range(2)]
        for job_id in held:
            poll(many, job_id, until=("running",))
        crowd = [job_of(many, "sleep 0.2") for _ in range(6)]
        single = job_of(one)
        go.touch()
        assert poll(one, single)["status"] == "done"
        waiting = [job_id for job_id in crowd if many.get(f"{JOBS}/{job_id}").json()["status"] == "queued"]
        assert len(waiting) > len(crowd) / 2
        for job_id in crowd:
            assert poll(many, job_id)["status"] == "done"


def test_a_cap_holds_though_requests_come_to_both_hosts(hosts: Installation) -> None:
    with hosts.client("free") as client:
        used = "UPDATE usage_counters SET used = 98 WHERE meter = 'dfm.analyze'"
        assert submit(client).status_code == 202
        execute(hosts.settings.database_url, used)
        statuses = [submit(client).status_code for _ in range(4)]
    assert statuses == [202, 202, 402, 402]


def runner_of(hosts: Installation, wish: str) -> Host:
    """Return the host that has the part that asks for an act."""

    def found() -> list[Host]:
        return [
            host
            for host in hosts.workers
            for part in host.data_dir.glob("scratch/*/*.step")
            if part.read_bytes() == acting.part(wish)
        ]

    until(found, "nobody has the part")
    return found()[0]


def attempts(hosts: Installation, job_id: str) -> int:
    [(count, status)] = rows(
        hosts.settings.database_url, f"SELECT attempts, status FROM jobs WHERE id = '{job_id}'"
    )
    return int(count) if status == "running" else 0


def jobs_in(hosts: Installation) -> set[str]:
    return {path.split("/")[0] for path in objects_of(hosts.settings.store, "jobs")}
