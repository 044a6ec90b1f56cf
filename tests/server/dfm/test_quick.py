"""Quick info."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from server import services
from server.jobs.pool import LEAST_RETRY_S
from server.settings import Settings
from tests.server import acting, stored
from tests.server.application import Client, client_of
from tests.server.asking import assert_problem, job_of, poll
from tests.server.keyed import a_key
from tests.support import hosted

SERVERS = hosted.BOTH


QUICK = "/api/v1/dfm/quick-info"


def quick(client: Client, act: str = "", filename: str = "housing.step", **headers: str) -> Any:
    return client.post(QUICK, files={"file": (filename, acting.part(act))}, headers=headers)


def test_a_quick_look_has_the_documented_parts(client: Client) -> None:
    response = quick(client)
    assert response.status_code == 200
    body = response.json()
    assert set(body) == {"geometry", "glb_url", "stats", "notes"}
    assert body["geometry"] == {
        "volume_cm3": 103.412,
        "surface_area_cm2": 611.25,
        "bounding_box_mm": {"x": 136.0, "y": 80.0, "z": 34.0},
    }
    assert all(isinstance(body["stats"][name], int) for name in ("n_features", "n_vertices", "n_triangles"))
    assert client.get(body["glb_url"].removeprefix("http://sprue.test")).content == b"glTF preview"


def test_its_link_opens_nothing_else(client: Client) -> None:
    link = quick(client).json()["glb_url"].removeprefix("http://sprue.test")
    path, _, query = link.partition("?")
    other = quick(client).json()["glb_url"].removeprefix("http://sprue.test").partition("?")[0]
    for bent in (path, f"{other}?{query}", f"/artifacts/previews/..%2fsprue.db?{query}"):
        assert client.get(bent).status_code == 404


def test_what_was_uploaded_is_gone_afterwards(newcomer: Client) -> None:
    quick(newcomer)
    quick(newcomer, "empty")
    assert stored.on_their_way(newcomer.services.settings) == []


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("act", "status", "code"),
    [("empty", 422, "no_solid"), ("crash", 422, "kernel_error"), ("stumble", 500, "internal_error")],
)
def test_a_part_that_cannot_be_read_is_reported_at_once(
    client: Client, act: str, status: int, code: str
) -> None:
    assert_problem(quick(client, act), status, code)


@hosted.EMBEDDED_ALONE
def test_a_worker_that_is_ended_from_outside_each_time_is_no_fault_of_the_part(client: Client) -> None:
    left = quick(client).headers["x-ratelimit-remaining"]
    refused = quick(client, "die")
    assert_problem(refused, 503, "worker_lost", "try again")
    assert "signal" not in refused.json()["error"]
    assert refused.headers["retry-after"] == "2"
    assert "x-ratelimit-remaining" not in refused.headers
    usage = client.get("/api/v1/usage").json()["meters"]
    assert [meter["remaining"] for meter in usage if meter["meter"] == "dfm.quick_info"] == [int(left)]


def test_a_worker_that_does_not_start_is_no_fault_of_the_part(tmp_path: Path) -> None:
    nowhere = replace(acting.FUNCTIONS, preload=("tests.server.no_such_module",))
    settings = Settings(data_dir=tmp_path, site_url="http://sprue.test")
    with client_of(settings, nowhere) as client:
        client.headers["X-API-Key"] = a_key(settings)
        refused = quick(client)
        assert_problem(refused, 503, "worker_lost")
        assert str(tmp_path) not in refused.text
        assert refused.headers["retry-after"] == "2"


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize("signal", ["SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS", "SIGILL"])
def test_a_part_that_crashes_the_kernel_by_itself_is_answered_as_a_crash(client: Client, signal: str) -> None:
    assert_problem(quick(client, f"signal {signal}"), 422, "kernel_error", "crashed")


@hosted.EMBEDDED_ALONE
def test_a_part_beyond_the_build_volume_is_refused(client: Client) -> None:
    assert_problem(quick(client, "large"), 422, "outside_envelope", "2000 mm (SPRUE_BUILD_VOLUME_MM)")


def test_a_program_s_own_server_takes_a_part_of_any_size(serve_all: Callable[..., Client]) -> None:
    key = "svc_live_" + "k" * 40
    client = serve_all(local_key=key, build_volume_mm=10.0)
    client.headers["x-api-key"] = key
    assert quick(client, "large").status_code == 200
    assert poll(client, job_of(client, "large"))["status"] == "done"


@hosted.EMBEDDED_ALONE
def test_a_file_is_needed_of_a_kind_that_is_read_and_not_empty(client: Client) -> None:
    assert_problem(client.post(QUICK, files={"other": (None, "x")}), 422, "invalid_form", "file")
    assert_problem(quick(client, filename="part.stl"), 422, "unsupported_format", ".step")
    assert_problem(client.post(QUICK, files={"file": ("a.step", b"")}), 422, "empty_file")
    assert_problem(client.post(QUICK, files={"file": ("a.step", b"%PDF-1.7")}), 422, "unreadable_file")


def test_a_look_beyond_the_time_limit_is_ended(serve_all: Callable[..., Client]) -> None:
    assert_problem(quick(serve_all(time_limit_s=0.5), "sleep 60"), 504, "meshing_timeout")


def test_the_same_key_is_counted_once_and_gets_the_same_answer(newcomer: Client) -> None:
    with ThreadPoolExecutor(8) as executor:
        responses = list(executor.map(lambda _: quick(newcomer, **{"Idempotency-Key": "k"}), range(8)))
    assert {response.status_code for response in responses} == {200}
    assert {response.headers["x-ratelimit-remaining"] for response in responses} == {"999999"}
    assert len({response.json()["glb_url"].split("?")[0] for response in responses}) == 1


def test_quick_looks_do_not_wait_behind_analyses(serve_all: Callable[..., Client]) -> None:
    client = serve_all(batch_workers=1)
    long = [job_of(client, "sleep 60") for _ in range(3)]
    poll(client, long[0], until=("running",))
    assert quick(client).status_code == 200


def test_a_line_that_is_too_long_is_refused_with_a_time_to_come_back(
    serve_all: Callable[..., Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's look ends before the rest is refused, so it does not matter when each of them comes."""
    monkeypatch.setattr(services, "MOST_WAITING", 4)
    client = serve_all(interactive_workers=1)
    gate = tmp_path / "gate"
    n_accepted, n_refused = 1 + 4, 3
    with ThreadPoolExecutor(n_accepted + n_refused) as executor:
        asked = [executor.submit(quick, client, f"wait-for {gate}") for _ in range(n_accepted + n_refused)]
        refused = [future.result() for future in islice(as_completed(asked, timeout=60), n_refused)]
        assert [future.done() for future in asked].count(True) == n_refused
        gate.touch()
    for response in refused:
        assert_problem(response, 503, "busy")
        assert response.headers["retry-after"] == str(LEAST_RETRY_S)
    statuses = Counter(future.result().status_code for future in asked)
    assert statuses == {200: n_accepted, 503: n_refused}
