"""Bodies that cannot be read are the caller's mistake, whatever is wrong with them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.jobs import local
from server.storage import connection, object_store
from tests.server import acting
from tests.server.application import Client
from tests.server.asking import ANALYZE, assert_problem, job_of, poll, result, submit
from tests.server.databases import rows
from tests.support import seaweedfs
from tests.support.postgresql import ON_POSTGRESQL, Cluster
from tests.support.relay import Relay

QUOTES = "/api/v1/quotes"
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
PART = b'--x\r\nContent-Disposition: form-data; name="pull"'


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 422, "it has no body"),
        (b"{", 400, "no JSON"),
        (b"[]", 422, "the body is a list, and should be an object"),
        (b"null", 422, "the body is null, and should be an object"),
        (b'{"file_name": "\xff"}', 400, "UTF-8"),
        (b"[" * 100_000, 400, "nested"),
        (b'{"quantity": 1e999}', 400, ""),
        (b'{"quantity": NaN}', 400, ""),
    ],
)
def test_json_that_cannot_be_read(client: Client, content: bytes, status: int, words: str) -> None:
    response = client.post(QUOTES, content=content, headers=JSON)
    assert_problem(response, status, "bad_request" if status == 400 else "invalid_request", words)


GEOMETRY = {
    "volume_cm3": 1,
    "surface_area_cm2": 6,
    "bounding_box": {"x_mm": 10, "y_mm": 10, "z_mm": 10},
}
QUOTE = {"file_name": "a", "geometry": GEOMETRY, "material_id": "m", "quantity": 1}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quantity": 0}, "quantity should be a whole number >= 1."),
        ({"quantity": 1.5}, "quantity is a number, and should be a whole number."),
        ({"quantity": "ten"}, "quantity is text, and should be a whole number."),
        ({"file_name": ""}, "file_name should be text of length >= 1."),
        ({"geometry": []}, "geometry is a list, and should be an object."),
        ({"geometry": GEOMETRY | {"volume_cm3": -1}}, "geometry.volume_cm3 should be a number > 0.0."),
        ({"geometry": GEOMETRY | {"bounding_box": {}}}, "geometry.bounding_box.x_mm is missing."),
        (
            {"post_processing_option_ids": "x"},
            "post_processing_option_ids is text, and should be a list or null.",
        ),
        (
            {"post_processing_option_ids": [1]},
            "post_processing_option_ids[0] is a whole number, and should be text.",
        ),
    ],
)
def test_what_is_wrong_with_a_field_is_said_in_plain_words(
    client: Client, changes: dict[str, Any], words: str
) -> None:
    response = client.post(QUOTES, json=QUOTE | changes)
    assert_problem(response, 422, "invalid_request")
    assert response.json()["error"] == f"The request is not valid: {words}"


def test_a_field_that_is_missing_is_said_to_be(client: Client) -> None:
    response = client.post(QUOTES, json={})
    assert response.json()["error"] == "The request is not valid: file_name is missing."


@pytest.mark.parametrize(
    "content",
    [
        b"rubbish",
        PART,
        PART + b"\r\n\r\n\xff\xfe\r\n--x--\r\n",
        PART + b"\r\nContent-Type: text/plain; charset=nope\r\n\r\nabc\r\n--x--\r\n",
        b"--x\r\n\r\nabc\r\n--x--\r\n",
        b"".join(PART[:-5] + b'%d"\r\n\r\nabc\r\n' % at for at in range(100)) + b"--x--\r\n",
    ],
)
def test_forms_that_cannot_be_read(client: Client, content: bytes) -> None:
    assert_problem(client.post(ANALYZE, content=content, headers=FORM), 400, "bad_request")


def test_a_text_where_a_file_is_wanted_is_refused_as_one(client: Client) -> None:
    response = client.post(ANALYZE, files={"file": (None, "text")})
    assert_problem(response, 422, "invalid_form", "file is text, and no file")


def test_a_text_of_more_than_a_mebibyte_is_refused(client: Client) -> None:
    response = client.post(QUOTES, content=b" " * (1024**2 + 1), headers=JSON)
    assert_problem(response, 413, "body_too_large", "The body is larger than 1 MB.")
    assert client.post(ANALYZE, files={"file": ("a.step", acting.part().ljust(2**21))}).status_code == 202


def test_a_form_that_breaks_off_or_has_endless_names_is_reported_in_plain_words(client: Client) -> None:
    broken = client.post(ANALYZE, content=PART, headers=FORM)
    assert_problem(broken, 400, "bad_request", "no form of multipart/form-data that can be read")
    endless = client.post(ANALYZE, files={"file": ("a" * 20_000 + ".step", b"")})
    assert_problem(endless, 400, "bad_request", "The name of a field or of a file in the form is too long.")


def test_a_form_of_too_many_fields_is_refused_with_the_limit(client: Client) -> None:
    form = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="f%d"\r\n\r\n1\r\n' % at for at in range(33)
    )
    response = client.post(ANALYZE, content=form + b"--x--\r\n", headers=FORM)
    assert_problem(response, 400, "bad_request", "more than 32 fields")


def test_a_file_that_comes_twice_is_refused(client: Client) -> None:
    twice = [("file", ("a.step", acting.part()))] * 2
    response = client.post("/api/v1/dfm/quick-info", files=twice)
    assert_problem(response, 422, "invalid_request", "file comes more than once")


@pytest.mark.parametrize("path", ["/nowhere", "/dashboard/static/..%2f..%2fapp.py", "/api/v1/nowhere"])
def test_a_path_where_nothing_is_says_nothing(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.json()["error"] == "There is nothing at this path."


@ON_POSTGRESQL
def test_a_database_that_is_away_is_503_until_it_is_back_and_no_job_is_lost(
    serve: Callable[..., Client], postgresql_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "POLL_S", 0.25)
    client = serve()
    before = job_of(client, "sleep 0.3")
    postgresql_cluster.stop()
    try:
        job = client.get(f"/api/v1/dfm/jobs/{before}")
        for response in (client.get("/api/v1/usage"), submit(client), job):
            assert_problem(response, 503, "database_unavailable", "The database does not answer")
            assert response.headers["Retry-After"] == "2"
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200
    finally:
        postgresql_cluster.start()
    assert client.get("/readyz").status_code == 200
    for job_id in (before, job_of(client)):
        assert poll(client, job_id)["status"] == "done"
    assert len(rows(client.services.settings.database_url, "SELECT id FROM jobs")) == 2


@seaweedfs.CAN_RUN
def test_a_store_that_is_away_is_503_until_it_is_back_and_nothing_is_counted(
    serve: Callable[..., Client],
    store_url: str,
    store_relay: Relay,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(object_store, "RETRIES", 0)
    client = serve(store=store_url)
    before = job_of(client)
    poll(client, before)
    store_relay.cut()
    for response in (submit(client), result(client, before)):
        assert_problem(response, 503, "storage_unavailable", "The store of files does not answer")
        assert response.headers["Retry-After"] == "2"
    assert client.get("/readyz").json()["reason"] == "the store does not answer"
    assert client.get(f"/api/v1/dfm/jobs/{before}").json()["status"] == "done"
    assert "the store is away: Generic S3 error" in caplog.text
    store_relay.put_up()
    assert client.get("/readyz").status_code == 200
    assert result(client, before).status_code == 200
    assert len(rows(client.services.settings.database_url, "SELECT id FROM meter_events")) == 1


def test_a_database_that_somebody_else_holds_is_503_until_it_is_free(
    serve: Callable[..., Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_TIMEOUT_S", 0.1)
    client = serve()
    holder = sqlite3.connect(tmp_path / "data" / "sprue.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    part = {"file": ("a.step", acting.part())}
    response = client.post(ANALYZE, files=part)
    assert_problem(response, 503, "database_unavailable", "The database does not answer")
    assert response.headers["Retry-After"] == "2"
    holder.close()
    assert client.post(ANALYZE, files=part).status_code == 202
