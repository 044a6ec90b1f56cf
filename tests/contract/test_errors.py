"""Every row of the tables of "Errors"."""

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract import parts
from tests.contract.conftest import Site, poll, send
from tests.server.asking import PLAIN

SHAPE = {"error", "code", "status", "detail", "type", "title", "instance", "request_id"}
UNKNOWN = "00000000-0000-0000-0000-000000000000"
LARGEST = 25 * 1024**2


def assert_error(response: httpx.Response, status: int) -> dict[str, Any]:
    """Check status and shape; return the body."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("application/json")
    body: dict[str, Any] = response.json()
    assert set(body) >= SHAPE
    assert body["status"] == status
    assert isinstance(body["error"], str)
    assert body["error"]
    return body


# Authentication failures


def test_401_without_a_header(site: Site) -> None:
    with site.client(None) as client:
        assert assert_error(client.get("/materials"), 401)["error"] == "Missing X-API-Key header."


@pytest.mark.parametrize("key", ["sk_live_abc", "svc-live-abc", "SVC_LIVE_abc", "banana"])
def test_401_for_a_key_without_the_prefix(site: Site, key: str) -> None:
    with site.client(key) as client:
        assert assert_error(client.get("/materials"), 401)["error"] == "Invalid API key format."


@pytest.mark.parametrize("key", ["svc_live_", "svc_live_abc", "svc_live_" + "a" * 46])
def test_401_for_a_key_that_nobody_has(site: Site, key: str) -> None:
    with site.client(key) as client:
        assert assert_error(client.get("/materials"), 401)["error"] == "Invalid API key."


def test_401_for_a_key_that_was_revoked(site: Site) -> None:
    key = site.key()
    site.revoke(key)
    with site.client(key) as client:
        assert assert_error(client.get("/materials"), 401)["error"] == "API key has been revoked."


@pytest.mark.parametrize(("plan", "overage"), [("free", True), ("starter", False)])
@pytest.mark.parametrize(
    ("path", "meter", "included"),
    [("/dfm/quick-info", "dfm.quick_info", 1000), ("/dfm/analyze", "dfm.analyze", 100)],
)
def test_402_when_the_plan_is_used_up(
    acting_site: Site, acted: Path, plan: str, overage: bool, path: str, meter: str, included: int
) -> None:
    with acting_site.client(acting_site.key(plan, overage)) as client:
        send(client, path, acted)
        acting_site.use_up(meter, included)
        response = send(client, path, acted)
        body = assert_error(response, 402)
        assert body["error"] == "API quota exceeded for this billing period."
        assert body["upgrade_url"].startswith(acting_site.url)
        assert response.headers["X-RateLimit-Limit"] == str(included)
        assert response.headers["X-RateLimit-Remaining"] == "0"
        assert response.headers["X-Billing-Tier"] == plan


# Other statuses


@pytest.mark.parametrize(
    "files",
    [
        {"other": ("a.step", b"ISO-10303-21;")},
        {"file": (None, "text")},
        {"file": ("a.step", b"")},
        {"file": ("a.stl", b"solid")},
    ],
)
def test_400_for_a_convert_without_a_valid_file(api: httpx.Client, files: Any) -> None:
    assert_error(api.post("/convert", files=files), 400)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", {}),
        ("GET", "/result", {}),
        ("POST", "/recompute", {"data": {"pull": "cardinal"}}),
        ("POST", "/modules/eval", {"json": {"module": {}, "configuration_key": "x"}}),
        ("POST", "/measure-places", {"json": {"places": [{"fid": "0", "point": [0, 0, 0]}]}}),
    ],
)
def test_404_for_a_job_that_is_not_there(
    api: httpx.Client, method: str, path: str, body: dict[str, Any]
) -> None:
    texts = {
        assert_error(api.request(method, f"/dfm/jobs/{job_id}{path}", **body), 404)["error"]
        for job_id in (UNKNOWN, "nonsense", "0")
    }
    assert len(texts) == 1


def test_404_for_a_job_that_has_expired(limited: Any, acted: Path) -> None:
    site = limited(job_hours="0.0005")
    with site.client(site.key()) as client:
        job_id = send(client, "/dfm/analyze", acted).json()["job_id"]
        assert poll(client, job_id)["status"] == "done"
        time.sleep(2.5)  # 0.0005 hours are 1.8 seconds
        response = client.get(f"/dfm/jobs/{job_id}")
        assert_error(response, 404)


@pytest.mark.parametrize("path", ["/convert", "/dfm/quick-info", "/dfm/analyze"])
def test_413_for_a_file_of_more_than_25_mb(api: httpx.Client, plate: Path, path: str) -> None:
    content = plate.read_bytes().ljust(LARGEST + 1)
    assert_error(api.post(path, files={"file": ("a.step", content)}), 413)


@pytest.mark.parametrize("sides", [(301, 20, 5), (200, 200, 200), (300, 290, 196)])
def test_422_for_a_part_that_does_not_fit_the_casting_envelope(
    api: httpx.Client, folder: Path, sides: tuple[float, float, float]
) -> None:
    body = assert_error(send(api, "/convert", parts.plate(folder, sides)), 422)
    assert all(f"{side:g}" in body["error"] for side in (*sides, 300, 195, 290))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.step", b"%PDF-1.7 not a part"),
        ("a.step", b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"),
        ("a.glb", b"glTF\x02\0\0\0\xff\xff\xff\x7f"),
        ("a.gltf", b"{}"),
        ("a.gltf", b"{"),
    ],
)
@pytest.mark.parametrize("path", ["/convert", "/dfm/quick-info"])
def test_422_for_what_holds_no_geometry(api: httpx.Client, path: str, name: str, content: bytes) -> None:
    assert_error(api.post(path, files={"file": (name, content)}), 422)


@pytest.mark.parametrize("uri", ["https://example.test/a.bin", "file:///etc/passwd", "../a.bin", "a.bin"])
def test_422_for_a_gltf_that_points_elsewhere(api: httpx.Client, folder: Path, uri: str) -> None:
    assert_error(send(api, "/convert", parts.cube_gltf(folder, uri)), 422)


@pytest.mark.parametrize("name", ["a.stl", "a.pdf", "a", "a.step.zip"])
@pytest.mark.parametrize("path", ["/dfm/quick-info", "/dfm/analyze"])
def test_422_for_an_extension_that_is_not_accepted(api: httpx.Client, path: str, name: str) -> None:
    body = assert_error(api.post(path, files={"file": (name, b"ISO-10303-21;")}), 422)
    assert all(suffix in body["error"] for suffix in (".step", ".stp", ".gltf", ".glb"))


def test_422_for_a_part_beyond_the_build_volume(api: httpx.Client, folder: Path) -> None:
    large = parts.plate(folder, (2001, 60, 5))
    body = assert_error(send(api, "/dfm/quick-info", large), 422)
    assert "2000 mm a side (set by SPRUE_BUILD_VOLUME_MM)" in body["error"]
    job_id = send(api, "/dfm/analyze", large).json()["job_id"]
    job = poll(api, job_id)
    assert job["status"] == "error"
    assert "2000 mm a side (set by SPRUE_BUILD_VOLUME_MM)" in job["error"]
    assert_error(api.get(f"/dfm/jobs/{job_id}/result"), 422)


def test_422_for_an_invalid_module_spec_with_every_problem(api: httpx.Client, done: dict[str, Any]) -> None:
    spec = {"key": "mine", "name": "Mine", "configurations": {}, "rules": [{"key": "one"}]}
    path = f"/dfm/jobs/{done['job_id']}/modules/eval"
    body = assert_error(api.post(path, json={"module": spec, "configuration_key": "x"}), 422)
    assert any("configurations" in problem for problem in body["problems"])
    assert any("rules[0]" in problem for problem in body["problems"])
    assert len(body["problems"]) > 3


def test_504_when_meshing_takes_too_long(limited: Any, tmp_path: Path) -> None:
    site = limited(time_limit_s="0.05")
    part = parts.acted(tmp_path, "sleep 60")
    with site.client(site.key()) as client:
        assert "max_edge" in assert_error(send(client, "/dfm/quick-info", part), 504)["error"]
        job_id = send(client, "/dfm/analyze", part).json()["job_id"]
        assert poll(client, job_id)["status"] == "error"
        body = assert_error(client.get(f"/dfm/jobs/{job_id}/result"), 504)
        assert "a coarser max_edge is the remedy" in body["error"]
        assert [meter["used"] for meter in client.get("/usage").json()["meters"]] == [0, 0]
        assert_error(send(client, "/convert", part), 504)


def test_409_for_the_result_of_a_job_that_is_not_done(api: httpx.Client, folder: Path) -> None:
    first, second = (send(api, "/dfm/analyze", parts.everything(folder)).json()["job_id"] for _ in range(2))
    response = api.get(f"/dfm/jobs/{second}/result")
    assert_error(response, 409)
    assert int(response.headers["Retry-After"]) > 0
    assert_error(api.post(f"/dfm/jobs/{second}/recompute", data={"pull": "cardinal"}), 409)
    for job_id in (second, first):
        api.delete(f"/dfm/jobs/{job_id}")


def test_the_shape_of_errors_holds_off_the_beaten_track(api: httpx.Client, site: Site) -> None:
    assert_error(api.get("/no-such-route"), 404)
    assert_error(api.delete("/materials"), 405)
    assert_error(api.post("/quotes", content=b"{", headers={"Content-Type": "application/json"}), 400)
    missing = httpx.get(f"{site.url}/artifacts/previews/x.glb", verify=PLAIN)
    assert missing.json()["code"] == "artifact_not_found"
