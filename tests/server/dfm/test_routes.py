"""Analyze, poll, read the result: the promises of the interface, over HTTP."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server import acting, stored
from tests.server.application import Client
from tests.server.asking import ANALYZE, assert_problem, job_of, poll, result, submit
from tests.server.keyed import key_of
from tests.support import blob_server, hosted

SERVERS = hosted.BOTH


def test_an_accepted_part_is_a_queued_job_and_says_where_to_ask(client: Client) -> None:
    response = submit(client)
    assert response.status_code == 202
    body = response.json()
    assert body == {"job_id": body["job_id"], "status": "queued"}
    assert response.headers["location"] == f"/api/v1/dfm/jobs/{body['job_id']}"
    assert response.headers["retry-after"] == "2"


@pytest.fixture(scope="module")
def done(client: Client) -> str:
    """Analyze a part; return its job."""
    job_id = job_of(client)
    poll(client, job_id)
    return job_id


def test_a_job_that_is_done_has_its_log_and_no_error(client: Client, done: str) -> None:
    assert poll(client, done) == {
        "job_id": done,
        "status": "done",
        "error": None,
        "filename": "housing.step",
        "log": ["reading housing.step"],
    }


def test_the_result_has_the_documented_parts(client: Client, done: str) -> None:
    answer = result(client, done)
    assert b"\n" not in answer.content, "laid out for people, half as long again"
    body = answer.json()
    assert body["job_id"] == done
    assert body["status"] == "done"
    assert body["features"]["manufacturability"]["pull_dir"] == [0.0, 0.0, 1.0]
    assert [module["module_key"] for module in body["modules"]["modules"]] == ["casting", "cnc"]
    assert set(body["artifacts"]) == {"report_html", "thickness_glb"}


def test_an_artifact_is_fetched_by_its_link_alone(client: Client, done: str) -> None:
    link = result(client, done).json()["artifacts"]["thickness_glb"]
    assert link.startswith("http://sprue.test/artifacts/")
    response = client.get(link.removeprefix("http://sprue.test"))
    assert response.content == b"glTF binary"
    assert response.headers["content-type"] == "model/gltf-binary"
    assert response.headers["access-control-allow-origin"] == "*"


@hosted.EMBEDDED_ALONE
def test_what_the_form_asks_reaches_the_analysis(client: Client) -> None:
    form = {"pull": "-1,0,0", "max_edge": "2.5", "curvature": "24", "alpha_min": "1", "alpha_warn": "4"}
    job_id = job_of(client, **form)
    poll(client, job_id)
    assert result(client, job_id).json()["asked"] == {
        "pull": "-1,0,0",
        "max_edge_mm": 2.5,
        "curvature": 24.0,
        "alpha_min_deg": 1.0,
        "alpha_warn_deg": 4.0,
    }


@hosted.EMBEDDED_ALONE
def test_empty_fields_count_as_absent(client: Client) -> None:
    job_id = job_of(client, pull="", max_edge="", curvature="", alpha_min="", alpha_warn="")
    poll(client, job_id)
    assert result(client, job_id).json()["asked"] == {
        "pull": "cardinal",
        "max_edge_mm": None,
        "curvature": None,
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
    }


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_edge", "wide"),
        ("max_edge", "-1"),
        ("max_edge", "inf"),
        ("curvature", "1"),
        ("pull", "0,0,0"),
        ("pull", "nan,0,1"),
        ("pull", "up"),
        ("alpha_min", "91"),
        ("alpha_warn", "nan"),
        ("build_volumes", "additive/fdm=256"),
    ],
)
def test_an_option_out_of_range_is_refused_and_named(client: Client, field: str, value: str) -> None:
    assert_problem(submit(client, **{field: value}), 422, "invalid_option", field)


@hosted.EMBEDDED_ALONE
def test_a_form_without_a_file_is_refused(client: Client) -> None:
    without = {"pull": (None, "cardinal")}
    assert_problem(client.post(ANALYZE, files=without), 422, "invalid_form", "file")
    text = {"file": (None, b"text")}
    assert_problem(client.post(ANALYZE, files=text), 422, "invalid_form", "file is text")


@hosted.EMBEDDED_ALONE
def test_two_files_are_refused(client: Client) -> None:
    two = [("file", ("a.step", acting.part())), ("file", ("b.step", acting.part()))]
    assert_problem(client.post(ANALYZE, files=two), 422, "invalid_form", "file comes more than once")


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("form", "code", "words"),
    [
        ({"blob_url": "https://example.test/a.step"}, "invalid_form", "filename"),
        ({"blob_url": "https://example.test/a", "filename": "a.pdf"}, "unsupported_format", ".step"),
        ({"blob_url": "http://127.0.0.1/a.step", "filename": "a.step"}, "blob_refused", "blob_url"),
        ({"blob_url": "file:///etc/passwd", "filename": "a.step"}, "blob_refused", "blob_url"),
        ({"filename": "a.step"}, "invalid_form", "file"),
    ],
)
def test_a_blob_url_that_cannot_be_followed_is_refused(
    client: Client, form: dict[str, str], code: str, words: str
) -> None:
    fields = {name: (None, value) for name, value in form.items()}
    assert_problem(client.post(ANALYZE, files=fields), 422, code, words)


@hosted.EMBEDDED_ALONE
def test_a_file_and_a_blob_url_are_one_too_many(client: Client) -> None:
    response = submit(client, blob_url="https://example.test/a.step", filename="a.step")
    assert_problem(response, 422, "invalid_form", "one of them")


def test_a_blob_url_is_fetched_and_comes_as_either_kind_of_form(serve_all: Callable[..., Client]) -> None:
    with blob_server.serving({"/a": acting.part()}) as site:
        client = serve_all(blob_allow_hosts="127.0.0.1")
        parts = {"blob_url": (None, f"{site}/a"), "filename": (None, "a.step")}
        multipart = client.post(ANALYZE, files=parts)
        form = {"blob_url": f"{site}/a", "filename": "Gehäuse.step", "pull": "0,1,0", "alpha_min": "1"}
        response = client.post(ANALYZE, data=form)
    assert multipart.status_code == 202, multipart.text
    assert poll(client, multipart.json()["job_id"])["status"] == "done"
    assert response.status_code == 202, response.text
    job_id = response.json()["job_id"]
    assert poll(client, job_id) | {"log": []} == {
        "job_id": job_id,
        "status": "done",
        "error": None,
        "filename": "Gehäuse.step",
        "log": [],
    }
    asked = result(client, job_id).json()["asked"]
    assert (asked["pull"], asked["alpha_min_deg"]) == ("0,1,0", 1)


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 422, "file is missing"),
        (b"file=a.step", 422, "multipart/form-data"),
        (b"pull=cardinal", 422, "file is missing"),
        (b"blob_url=https://a.example/a.step", 422, "filename is missing"),
        (b"blob_url=x&blob_url=y&filename=a.step", 422, "blob_url comes more than once"),
        (b"filename=a.step&blob_url=%FF%FE", 400, "UTF-8"),
        (b"filename=\xff", 400, "UTF-8"),
        (b"a=1&" * 33, 422, "more than 32 fields"),
        (b"a" * (1 << 20) + b"=1", 413, ""),
    ],
)
def test_a_plain_form_that_makes_no_sense_is_refused(
    client: Client, body: bytes, status: int, words: str
) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    response = client.post(ANALYZE, content=body, headers=headers)
    assert response.status_code == status, response.text
    assert words in response.json()["error"]


def test_a_quote_that_is_not_there_is_not_found(client: Client) -> None:
    assert_problem(submit(client, quote_id="4f6c3d0e-0000-0000-0000-000000000000"), 404, "quote_not_found")


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize("filename", ["part.stl", "part", "part.step.exe", "part.pdf"])
def test_an_extension_that_is_not_read_is_refused_with_those_that_are(client: Client, filename: str) -> None:
    assert_problem(submit(client, filename=filename), 422, "unsupported_format", ".step")


@hosted.EMBEDDED_ALONE
def test_an_extension_in_capitals_is_read(client: Client) -> None:
    assert submit(client, filename="PART.STP").status_code == 202


@hosted.EMBEDDED_ALONE
def test_a_file_that_is_not_what_its_extension_says_is_refused_at_once(client: Client) -> None:
    response = client.post(ANALYZE, files={"file": ("part.step", b"%PDF-1.7 not a part at all")})
    assert response.status_code == 422
    assert response.json()["code"] in ("unreadable_file", "unsupported_format")


@hosted.EMBEDDED_ALONE
def test_a_job_in_the_works_has_no_result_yet(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    poll(client, job_id, until=("running",))
    response = result(client, job_id)
    go.touch()
    assert_problem(response, 409, "job_not_done", "running")
    assert response.headers["retry-after"] == "2"
    poll(client, job_id)
    assert result(client, job_id).status_code == 200


@pytest.mark.parametrize("path", ["", "/result"])
def test_a_job_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    for job_id in ("4f6c3d0e-0000-0000-0000-000000000000", "nonsense", "..%2f.."):
        response = client.get(f"/api/v1/dfm/jobs/{job_id}{path}")
        assert response.status_code == 404
        assert response.json()["error"]


def test_a_part_that_cannot_be_analyzed_is_a_job_error_with_its_reason(client: Client) -> None:
    job_id = job_of(client, "empty")
    body = poll(client, job_id)
    assert body["status"] == "error"
    assert body["error"] == "The file holds 3 curves and nothing that has a volume."
    assert_problem(result(client, job_id), 422, "no_solid", "3 curves")


@hosted.EMBEDDED_ALONE
def test_a_part_beyond_the_build_volume_is_a_job_error(client: Client) -> None:
    job_id = job_of(client, "large")
    assert "2000 mm (SPRUE_BUILD_VOLUME_MM)" in poll(client, job_id)["error"]
    assert_problem(result(client, job_id), 422, "outside_envelope", "2000 mm (SPRUE_BUILD_VOLUME_MM)")


@hosted.EMBEDDED_ALONE
def test_a_crash_of_the_kernel_costs_one_job_and_not_the_next(client: Client) -> None:
    crashing, sound = job_of(client, "crash"), job_of(client)
    assert (
        poll(client, crashing)["error"]
        == "The geometry kernel crashed (signal 11) while reading housing.step."
    )
    assert_problem(result(client, crashing), 422, "kernel_error")
    assert poll(client, sound)["status"] == "done"


@hosted.EMBEDDED_ALONE
def test_a_defect_of_ours_is_reported_without_its_details(client: Client) -> None:
    job_id = job_of(client, "stumble")
    assert poll(client, job_id)["error"] == "Something went wrong on our side."
    response = result(client, job_id)
    assert_problem(response, 500, "internal_error")
    assert "secret" not in response.text


def test_a_job_beyond_the_time_limit_answers_504_with_the_remedy(serve_all: Callable[..., Client]) -> None:
    client = serve_all(time_limit_s=0.5)
    job_id = job_of(client, "sleep 60")
    assert "max_edge" in poll(client, job_id)["error"]
    assert_problem(result(client, job_id), 504, "meshing_timeout", "a coarser max_edge is the remedy")


def test_a_file_one_byte_too_large_is_refused(serve_all: Callable[..., Client]) -> None:
    client = serve_all(max_upload_mb=1)
    fits = acting.part().ljust(1024**2)
    assert client.post(ANALYZE, files={"file": ("a.step", fits)}).status_code == 202
    assert_problem(
        client.post(ANALYZE, files={"file": ("a.step", fits + b" ")}), 413, "file_too_large", "1 MB"
    )
    far_too_large = client.post(ANALYZE, files={"file": ("a.step", fits * 2)})
    assert_problem(far_too_large, 413, "body_too_large", "The file is larger than 1 MB.")


def test_when_too_many_of_an_account_or_of_all_wait_the_next_is_refused_and_leaves_nothing(
    serve_all: Callable[..., Client], tmp_path: Path
) -> None:
    """One of each account may wait, and two of all: a second account's is accepted, and a third's is not."""
    client = serve_all(max_queued=2, max_queued_of_account=1, batch_workers=1)
    mine = client.headers["X-API-Key"]
    go = tmp_path / "go"
    running = job_of(client, f"wait-for {go}")
    poll(client, running, until=("running",))
    waiting = job_of(client)
    refused = submit(client)
    assert_problem(refused, 429, "too_many_jobs", "waiting")
    assert int(refused.headers["retry-after"]) > 0
    client.headers["X-API-Key"] = key_of(client)
    of_another = job_of(client)
    client.headers["X-API-Key"] = key_of(client)
    assert_problem(submit(client), 503, "queue_full")
    assert stored.jobs_of(client) == {running, waiting, of_another}
    client.headers["X-API-Key"] = mine
    go.touch()
    assert poll(client, waiting)["status"] == "done"


def test_a_job_expires_when_nobody_asked_for_it(serve_all: Callable[..., Client]) -> None:
    client = serve_all(job_hours=0.5 / 3600)
    old = job_of(client)
    poll(client, old)
    time.sleep(0.6)
    assert_problem(result(client, old), 404, "job_not_found", "expired")
    deadline = time.monotonic() + 10
    while old in stored.jobs_of(client):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_that_stops_in_the_middle_of_a_job_stops_soon(serve: Callable[..., Client]) -> None:
    client = serve()
    job_id = job_of(client, "sleep 60")
    poll(client, job_id, until=("running",))
    began = time.monotonic()
    client.__exit__(None, None, None)
    assert time.monotonic() - began < 3


@hosted.EMBEDDED_ALONE
def test_a_form_that_is_not_utf_8_is_the_callers_mistake(client: Client) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="pull"\r\n\r\n\xff\xfe\r\n'
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.step"\r\n\r\n'
        b"ISO-10303-21;\r\n--x--\r\n"
    )
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    assert_problem(client.post(ANALYZE, content=body, headers=headers), 400, "bad_request", "UTF-8")


@hosted.EMBEDDED_ALONE
def test_a_name_with_folders_keeps_its_last_part_alone(client: Client) -> None:
    job_id = submit(client, filename="../../etc/Gehäuse Ø4.step").json()["job_id"]
    assert poll(client, job_id)["filename"] == "Gehäuse Ø4.step"
