"""Every row of the table of "Limits", and the version in the path."""

import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from server.settings import Settings
from tests.contract import parts
from tests.contract.conftest import COARSE, Site, poll, send
from tests.server.asking import PLAIN

LARGEST = 25 * 1024**2


@pytest.mark.parametrize("path", ["/convert", "/dfm/quick-info", "/dfm/analyze"])
def test_a_file_of_exactly_25_mb_is_taken(acting_site: Site, acted: Path, path: str) -> None:
    content = acted.read_bytes().ljust(LARGEST)
    with acting_site.client(acting_site.key("enterprise")) as client:
        response = client.post(path, files={"file": ("a.step", content)})
    assert response.status_code in (200, 202), response.text


@pytest.mark.parametrize("path", ["/convert", "/dfm/quick-info", "/dfm/analyze"])
def test_a_file_far_too_large_is_refused_before_it_is_sent(site: Site, api: httpx.Client, path: str) -> None:
    connection = HTTPConnection(site.url.removeprefix("http://"), timeout=10)
    connection.putrequest("POST", f"/api/v1{path}")
    for name, value in {
        "X-API-Key": api.headers["X-API-Key"],
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": str(400 * 1024**2),
    }.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413  # and not a byte of the body was sent
    connection.close()


EXTENSIONS: dict[str, Callable[[Path], Path]] = {
    ".step": parts.plate,
    ".stp": lambda folder: Path(parts.plate(folder).rename(folder / "plate.stp")),
    ".STEP": lambda folder: Path(parts.plate(folder).rename(folder / "plate.STEP")),
    ".gltf": parts.cube_gltf,
    ".glb": parts.cube_glb,
}


@pytest.mark.parametrize("suffix", EXTENSIONS)
def test_every_accepted_extension_is_accepted(api: httpx.Client, tmp_path: Path, suffix: str) -> None:
    file = EXTENSIONS[suffix](tmp_path)
    assert file.suffix == suffix
    converted, looked = send(api, "/convert", file), send(api, "/dfm/quick-info", file)
    accepted = send(api, "/dfm/analyze", file)
    assert [one.status_code for one in (converted, looked, accepted)] == [200, 200, 202]
    if suffix in (".gltf", ".glb"):  # a cube of 0.02 m
        assert converted.json()["geometry"]["volume_cm3"] == pytest.approx(8.0, rel=1e-4)
    api.delete(f"/dfm/jobs/{accepted.json()['job_id']}")


def test_a_gltf_part_is_analyzed_to_the_end(api: httpx.Client, folder: Path) -> None:
    job_id = send(api, "/dfm/analyze", parts.cube_glb(folder), **COARSE).json()["job_id"]
    assert poll(api, job_id)["status"] == "done"
    assert api.get(f"/dfm/jobs/{job_id}/result").json()["geometry"]["volume_cm3"] == pytest.approx(8.0)


def test_convert_and_meshing_end_after_5_minutes() -> None:
    assert Settings().time_limit_s == 300


@pytest.mark.parametrize("sides", [(300, 195, 290), (195, 290, 300), (290, 300, 195), (5, 200, 250)])
def test_a_part_that_fits_the_casting_envelope_in_some_way_is_converted(
    api: httpx.Client, folder: Path, sides: tuple[float, float, float]
) -> None:
    assert send(api, "/convert", parts.plate(folder, sides)).status_code == 200


def test_polling_is_quick_and_not_counted(api: httpx.Client, plate: Path) -> None:
    job_id = send(api, "/dfm/analyze", plate, **COARSE).json()["job_id"]
    used = api.get("/usage").json()
    began = time.monotonic()
    for _ in range(50):
        assert api.get(f"/dfm/jobs/{job_id}").status_code == 200
    assert time.monotonic() - began < 10
    assert api.get("/usage").json() == used
    api.delete(f"/dfm/jobs/{job_id}")


def test_a_short_answer_does_not_wait_for_the_network(site: Site) -> None:
    times = []
    with httpx.Client(verify=PLAIN) as client:
        for _ in range(30):
            began = time.perf_counter()
            client.get(f"{site.url}/healthz")
            times.append(time.perf_counter() - began)
    assert sorted(times)[5] < 0.035  # where two packets wait for an acknowledgment it is 0.04 each time


def test_the_version_is_the_prefix_of_the_path(site: Site, api: httpx.Client) -> None:
    assert str(api.base_url).rstrip("/").endswith("/api/v1")
    for path in ("/materials", "/api/v2/materials"):
        assert httpx.get(f"{site.url}{path}", headers=api.headers, verify=PLAIN).status_code == 404
