"""Reports: drawn when they are fetched, once, of the run that the link is of."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server import stored
from tests.server.application import Client
from tests.server.asking import assert_problem, job_of, poll, result
from tests.support import hosted

SERVERS = hosted.BOTH


SITE = "http://sprue.test"


def report_of(client: Client, act: str = "") -> tuple[str, str]:
    """Analyze a part; return its job and the link of its report."""
    job_id = job_of(client, act, pull="0,0,1")
    poll(client, job_id)
    return job_id, link(client, job_id)


def link(client: Client, job_id: str) -> str:
    found: str = result(client, job_id).json()["artifacts"]["report_html"]
    return found.removeprefix(SITE)


def has_page(client: Client, job_id: str, run: int = 1) -> bool:
    return "report.html" in stored.files_of(client, f"jobs/{job_id}/results-{run}")


def test_a_report_is_drawn_when_it_is_first_fetched_and_then_kept(client: Client) -> None:
    job_id, address = report_of(client)
    assert not has_page(client, job_id)
    assert client.get(address).text == "<h1>Report 0,0,1</h1>"
    assert has_page(client, job_id)
    assert client.get(address).text == "<h1>Report 0,0,1</h1>"


@hosted.EMBEDDED_ALONE
def test_all_who_ask_at_once_wait_for_one_drawing(client: Client) -> None:
    _, address = report_of(client, "sleep 0.3")
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda _: client.get(address).text, range(4)))
    assert set(pages) == {"<h1>Report 0,0,1</h1>"}


def test_a_recompute_has_a_report_of_its_own_pull(client: Client) -> None:
    job_id, before = report_of(client)
    client.post(f"/api/v1/dfm/jobs/{job_id}/recompute", data={"pull": "0,1,0"})
    poll(client, job_id)
    assert client.get(link(client, job_id)).text == "<h1>Report 0,1,0</h1>"
    assert_problem(client.get(before), 404, "artifact_not_found")


@hosted.EMBEDDED_ALONE
def test_while_a_job_is_computed_again_its_old_pull_is_not_drawn(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    go.touch()
    job_id, address = report_of(client, f"wait-for {go}")
    go.unlink()
    client.post(f"/api/v1/dfm/jobs/{job_id}/recompute", data={"pull": "0,1,0"})
    assert_problem(client.get(address), 409, "job_not_done", "computed again")
    go.touch()
    poll(client, job_id)


def test_a_report_of_a_job_that_was_forgotten_is_not_there(client: Client) -> None:
    job_id, address = report_of(client)
    client.delete(f"/api/v1/dfm/jobs/{job_id}")
    assert_problem(client.get(address), 404, "artifact_not_found")


@hosted.EMBEDDED_ALONE
def test_a_report_that_cannot_be_drawn_says_why_and_the_next_try_draws_it(
    client: Client, tmp_path: Path
) -> None:
    marker = tmp_path / "marker"
    job_id, address = report_of(client, f"fail-if {marker}")
    marker.touch()
    assert_problem(client.get(address), 422, "no_solid", "3 curves")
    assert not has_page(client, job_id)
    marker.unlink()
    assert client.get(address).status_code == 200


@hosted.EMBEDDED_ALONE
def test_a_worker_that_is_killed_while_it_draws_is_followed_by_another(
    client: Client, tmp_path: Path
) -> None:
    marker = tmp_path / "marker"
    marker.touch()
    _, address = report_of(client, f"die-once {marker}")
    marker.unlink()
    assert client.get(address).text == "<h1>Report 0,0,1</h1>"
    assert marker.exists()
