"""Parts that are sent ahead, and a close look at one that was analyzed."""

from base64 import b64decode

import pytest

from tests.server import acting
from tests.server.application import Client
from tests.server.asking import ANALYZE, assert_problem, job_of, poll
from tests.server.keyed import key_of
from tests.support import hosted

SERVERS = hosted.BOTH
PARTS = "/api/v1/dfm/parts"
QUICK = "/api/v1/dfm/quick-info"


def sent(client: Client, act: str = "") -> dict[str, object]:
    response = client.post(PARTS, files={"file": ("housing.step", acting.part(act))})
    assert response.status_code == 201, response.text
    return response.json()


def test_a_part_that_was_sent_ahead_is_analyzed_and_looked_at_by_its_id(client: Client) -> None:
    part = sent(client)
    assert part["filename"] == "housing.step"
    assert part["size_bytes"] == len(acting.part())
    accepted = client.post(ANALYZE, data={"part_id": part["part_id"]})
    assert accepted.status_code == 202
    job = poll(client, accepted.json()["job_id"])
    assert (job["status"], job["filename"]) == ("done", "housing.step")
    assert client.post(QUICK, files={"part_id": (None, str(part["part_id"]))}).status_code == 200


def test_the_same_part_sent_twice_is_one_and_others_are_not(newcomer: Client) -> None:
    assert sent(newcomer)["part_id"] == sent(newcomer)["part_id"] != sent(newcomer, "sleep 0")["part_id"]


@hosted.EMBEDDED_ALONE
def test_sending_ahead_is_not_counted_but_the_analysis_is(newcomer: Client) -> None:
    part = sent(newcomer)
    assert [each["used"] for each in newcomer.get("/api/v1/usage").json()["meters"]] == [0, 0]
    newcomer.post(ANALYZE, data={"part_id": part["part_id"]})
    assert [each["used"] for each in newcomer.get("/api/v1/usage").json()["meters"]] == [0, 1]


def test_the_same_key_and_the_same_bytes_are_one_analysis_sent_ahead_or_with_the_request(
    client: Client,
) -> None:
    headers = {"Idempotency-Key": "once"}
    ids = {
        client.post(ANALYZE, data={"part_id": sent(client)["part_id"]}, headers=headers).json()["job_id"]
        for _ in range(2)
    }
    assert len(ids) == 1


@hosted.EMBEDDED_ALONE
def test_a_part_of_somebody_else_or_of_nobody_is_not_found(newcomer: Client) -> None:
    part = sent(newcomer)
    other = {"X-API-Key": key_of(newcomer)}
    for headers, part_id in (
        (other, part["part_id"]),
        ({}, "01a00000-0000-7000-8000-000000000000"),
        ({}, "../x"),
    ):
        response = newcomer.post(ANALYZE, data={"part_id": part_id}, headers=headers)
        assert_problem(response, 404, "part_not_found", "please send it again")


@hosted.EMBEDDED_ALONE
def test_two_parts_at_once_are_refused(client: Client) -> None:
    part = sent(client)
    form = {"part_id": part["part_id"]}
    file = {"file": ("a.step", acting.part())}
    assert_problem(client.post(ANALYZE, data=form, files=file), 422, "invalid_form", "one of them")
    assert_problem(client.post(QUICK, data=form, files=file), 422, "invalid_form", "one of them")


@hosted.EMBEDDED_ALONE
def test_what_is_no_part_is_not_kept(client: Client) -> None:
    assert_problem(client.post(PARTS, files={"file": ("a.pdf", b"%PDF")}), 422, "unsupported_format")
    assert_problem(client.post(PARTS, files={"file": ("a.step", b"")}), 422, "empty_file")
    assert_problem(client.post(PARTS, data={"x": "y"}), 422, "invalid_form")


@pytest.fixture(scope="module")
def done(client: Client) -> str:
    job_id = job_of(client)
    poll(client, job_id)
    return f"/api/v1/dfm/jobs/{job_id}"


def test_a_measure_is_asked_of_a_worker(client: Client, done: str) -> None:
    asked = {"quantity": "thickness", "first": {"fids": ["3"]}}
    found = client.post(f"{done}/measure", json=asked)
    assert found.status_code == 200, found.text
    assert (found.json()["value"], found.json()["fids"]) == (1.2, ["3"])
    wrong = client.post(f"{done}/measure", json=asked | {"quantity": "weight"})
    assert_problem(wrong, 422, "invalid_request")


def test_a_picture_comes_itself_and_as_a_link_that_needs_no_key(client: Client, done: str) -> None:
    found = client.post(f"{done}/pictures", json={"view": "top", "width_px": 400})
    assert found.status_code == 200, found.text
    body = found.json()
    assert (body["caption"], body["width"], body["height"]) == ("view 'top'", 400, 300)
    assert b64decode(body["png_base64"]) == b"\x89PNG"
    fetched = client.get(body["picture_url"].removeprefix("http://sprue.test"), headers={"X-API-Key": ""})
    if fetched.status_code == 200:
        assert (fetched.content, fetched.headers["content-type"]) == (b"\x89PNG", "image/png")
    assert_problem(client.post(f"{done}/pictures", json={"view": "sideways"}), 422, "invalid_request")


def test_a_report_is_printed_as_asked_and_fetched_by_a_link_that_needs_no_key(
    client: Client, done: str
) -> None:
    note = {"message": "The fin is thin.", "note": "Agreed."}
    asked = {"paper": "letter", "units": "in", "notes": [note]}
    for body, printed in ((asked, "%PDF letter in ['Agreed.']"), ({}, "%PDF a4 mm []")):
        found = client.post(f"{done}/report", json=body)
        assert found.status_code == 200, found.text
        link = found.json()["report_url"].removeprefix("http://sprue.test")
        assert link.partition("?")[0].endswith(".pdf")
        fetched = client.get(link, headers={"X-API-Key": ""})
        if fetched.status_code == 200:
            assert (fetched.text, fetched.headers["content-type"]) == (printed, "application/pdf")
        assert client.get(link[:-1] + ("0" if link[-1] != "0" else "1")).status_code == 404
    for wrong in ({"paper": "a5"}, {"units": "cm"}, {"notes": [{"note": "of nothing"}]}):
        assert_problem(client.post(f"{done}/report", json=wrong), 422, "invalid_request")


@hosted.EMBEDDED_ALONE
def test_a_report_of_somebody_elses_job_is_not_found(newcomer: Client) -> None:
    job_id = job_of(newcomer)
    poll(newcomer, job_id)
    other = {"X-API-Key": key_of(newcomer)}
    response = newcomer.post(f"/api/v1/dfm/jobs/{job_id}/report", json={}, headers=other)
    assert_problem(response, 404, "job_not_found")


@hosted.EMBEDDED_ALONE
def test_a_look_at_a_job_that_runs_or_is_not_there_says_so(client: Client) -> None:
    running = job_of(client, "sleep 30")
    asked = {"quantity": "thickness", "first": {"fids": ["3"]}}
    poll(client, running, until=("running",))
    assert_problem(client.post(f"/api/v1/dfm/jobs/{running}/measure", json=asked), 409, "job_not_done")
    client.delete(f"/api/v1/dfm/jobs/{running}")
    assert_problem(client.post(f"/api/v1/dfm/jobs/{running}/pictures", json={}), 404, "job_not_found")


def test_a_module_is_checked_by_itself_and_tried_on_a_part(client: Client, done: str) -> None:
    path = "/api/v1/dfm/modules/validate"
    wrong = client.post(path, json={"module": {"key": "mine"}})
    assert wrong.status_code == 200
    assert (wrong.json()["valid"], wrong.json()["problems"]) == (
        False,
        ["rules is missing", "name is missing"],
    )
    alone = client.post(path, json={"module": {"key": "mine", "rules": []}}).json()
    assert (alone["valid"], alone["trial"]) == (True, None)
    job_id = done.rpartition("/")[2]
    body = {"module": {"key": "mine", "rules": []}, "job_id": job_id, "configuration_key": "shop"}
    assert client.post(path, json=body).json()["trial"]["configuration_key"] == "shop"
    assert_problem(client.post(path, json=body | {"job_id": "nobody"}), 404, "job_not_found")
