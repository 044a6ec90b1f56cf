"""The calls, against answers made up in the test."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from app.client import connection
from app.client.cancel import Cancel
from app.client.casting import CastBox, CastGeometry, Choice
from app.client.errors import Failure, Reason
from app.client.http import Client

BASE = "https://parts.example/api/v1"
Answers = Callable[[httpx.Request], httpx.Response]


def client(answers: Answers) -> Client:
    return Client(BASE, "svc_live_secret", transport=httpx.MockTransport(answers))


def answering(document: Any, status: int = 200, **headers: str) -> Answers:
    return lambda request: httpx.Response(status, json=document, headers=headers)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE_S", 0.0)


@pytest.fixture
def part(tmp_path: Path) -> Path:
    path = tmp_path / "part.step"
    path.write_bytes(b"ISO-10303-21;" * 20_000)
    return path


def failing_first(
    times: int, status: int, document: Any, seen: list[httpx.Request], **headers: str
) -> Answers:
    """Fail as often as asked, then answer."""

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        seen.append(request)
        if len(seen) <= times:
            return httpx.Response(status, json={"error": "Busy."}, headers=headers)
        return httpx.Response(200, json=document)

    return answer


SPARE_RESULT = {
    "job_id": "7",
    "status": "done",
    "features": {
        "roles_by_fid": {"0": 1},
        "role_names": {"1": "Hole wall"},
        "features": [{"fid": "0", "kind": "HOLE", "diameter_mm": 6, "related_fids": ["0", "4"]}],
        "manufacturability": {
            "pull_dir": [0, 0, 1],
            "alpha_min_deg": 0.5,
            "n_undercuts": 0,
            "n_low_draft": 2,
        },
    },
    "modules": {
        "modules": [
            {
                "module_key": "cnc",
                "configurations": [
                    {
                        "configuration_key": "3-axis",
                        "result": {
                            "overall_severity": "pass",
                            "summary": {"pass": 1, "warning": 0, "fail": 0},
                            "rules": [{"key": "solid_body", "severity": "pass", "surprise": [1]}],
                        },
                    }
                ],
            }
        ]
    },
    "artifacts": {"thickness_glb": "https://cdn.example/t.glb"},
}
"""All that the specification promises, and a field it does not."""


def test_a_server_that_keeps_to_the_specification_alone_leaves_fields_none() -> None:
    result = client(answering(SPARE_RESULT)).result("7")
    assert result.geometry is None
    (feature,) = result.features.features
    assert feature.dimensions == {"diameter_mm": 6}
    assert feature.fids == ("0", "4")
    assert feature.axis is None
    assert result.features.manufacturability.undercut_fids is None
    (rule,) = result.packs[0].configurations[0].result.rules
    assert (rule.name, rule.findings, rule.issues) == (None, (), ())


def test_a_result_without_features_comes_from_something_else() -> None:
    for missing in ("features", "modules", "artifacts"):
        document = {name: value for name, value in SPARE_RESULT.items() if name != missing}
        with pytest.raises(Failure) as caught:
            client(answering(document)).result("7")
        assert caught.value.reason is Reason.NOT_SPRUE


def test_broken_json_is_distinguished_from_a_page() -> None:
    def cut(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=b'{"materials": [', headers={"content-type": "application/json"})

    def page(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text="<html>hello</html>")

    with pytest.raises(Failure) as caught:
        client(cut).materials()
    assert caught.value.reason is Reason.BROKEN
    with pytest.raises(Failure) as caught:
        client(page).materials()
    assert caught.value.reason is Reason.NOT_SPRUE


def test_routes_beyond_the_specification_may_be_missing() -> None:
    bare = client(answering({"error": "Not found."}, 404))
    assert bare.usage() is None
    assert bare.jobs() is None
    assert bare.quotes() is None
    box = CastBox(x_mm=1, y_mm=1, z_mm=1)
    geometry = CastGeometry(volume_cm3=1, surface_area_cm2=6, bounding_box=box)
    assert bare.prices(geometry, [Choice("brass", 1)]) is None
    assert client(answering({"prices": []})).prices(geometry, []) == ()
    assert bare.remove("7") is False
    gone = client(answering({"error": "Job not found.", "code": "job_not_found"}, 404))
    assert gone.remove("7") is True
    with pytest.raises(Failure) as caught:
        client(answering({"error": "Invalid API key."}, 401)).usage()
    assert caught.value.reason is Reason.KEY


def test_what_is_safe_is_sent_again_and_what_is_not_is_not(part: Path) -> None:
    seen: list[httpx.Request] = []
    client(failing_first(2, 503, {"materials": []}, seen)).materials()
    assert len(seen) == 3
    seen.clear()
    with pytest.raises(Failure) as caught:
        client(failing_first(1, 503, {}, seen)).recompute("7", {"pull": "0,0,1"})
    assert caught.value.reason is Reason.BUSY
    assert len(seen) == 1
    seen.clear()
    with pytest.raises(Failure):
        client(failing_first(1, 503, {}, seen)).convert(part)
    assert len(seen) == 1


def test_what_cannot_get_better_is_not_sent_again() -> None:
    seen: list[httpx.Request] = []
    with pytest.raises(Failure):
        client(failing_first(9, 422, {}, seen)).materials()
    assert len(seen) == 1


def test_a_server_that_asks_for_a_long_pause_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_PAUSE_S", 2.0)
    seen: list[httpx.Request] = []
    headers = {"Retry-After": "3"}
    with pytest.raises(Failure) as caught:
        client(failing_first(1, 503, {"materials": []}, seen, **headers)).materials()
    assert caught.value.retry_after_s == 3
    assert len(seen) == 1


def test_a_part_that_is_sent_again_is_whole_and_under_the_same_key(part: Path) -> None:
    seen: list[httpx.Request] = []
    accepted = {"job_id": "7", "status": "queued"}
    made = client(failing_first(1, 503, accepted, seen)).analyze(part, {"alpha_min": 1.0})
    assert made.job_id == "7"
    first, second = seen
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert part.read_bytes() in first.content
    assert part.read_bytes() in second.content
    assert b'name="alpha_min"\r\n\r\n1.0' in second.content


def test_two_submissions_are_two(part: Path) -> None:
    seen: list[httpx.Request] = []
    api = client(failing_first(0, 0, {"job_id": "7", "status": "queued"}, seen))
    api.analyze(part)
    api.analyze(part)
    assert seen[0].headers["Idempotency-Key"] != seen[1].headers["Idempotency-Key"]


def test_an_upload_says_how_far_it_is(part: Path) -> None:
    reported: list[tuple[int, int]] = []
    api = client(answering({"job_id": "7", "status": "queued"}))
    api.analyze(part, progress=lambda sent, of: reported.append((sent, of)))
    size = part.stat().st_size
    assert reported[-1] == (size, size)
    assert len({sent for sent, _ in reported}) > 2
    assert [sent for sent, _ in reported] == sorted(sent for sent, _ in reported)


def test_an_upload_ends_when_it_is_asked_to(part: Path) -> None:
    cancel = Cancel()
    with pytest.raises(Failure) as caught:
        client(answering({})).analyze(part, progress=lambda sent, of: cancel.ask(), cancel=cancel)
    assert caught.value.reason is Reason.CANCELLED


def test_a_file_that_is_gone_is_reported_before_anything_is_sent(tmp_path: Path) -> None:
    seen: list[httpx.Request] = []
    with pytest.raises(Failure) as caught:
        client(failing_first(0, 0, {}, seen)).analyze(tmp_path / "gone.step")
    assert caught.value.reason is Reason.FILE
    assert "gone.step" in caught.value.sentence
    assert not seen


def test_the_key_goes_to_the_api_and_nowhere_else() -> None:
    seen: list[httpx.Request] = []
    api = client(failing_first(0, 0, {"materials": [], "status": "ok"}, seen))
    api.materials()
    api.download("https://cdn.example/t.glb")
    api.healthz()
    of_api, of_artifact, of_health = seen
    assert of_api.headers["X-API-Key"] == "svc_live_secret"
    assert "X-API-Key" not in of_artifact.headers
    assert str(of_health.url) == "https://parts.example/healthz"
    assert "secret" not in json.dumps(dict(of_health.headers))


def test_a_plans_remaining_units_are_read_from_the_headers(part: Path) -> None:
    document = {"job_id": "7", "status": "queued"}
    headers = {"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "61", "X-Billing-Tier": "free"}
    standing = client(answering(document, 202, **headers)).analyze(part).standing
    assert (standing.limit, standing.remaining, standing.tier) == (100, 61, "free")
    assert client(answering(document, 202)).analyze(part).standing.remaining is None


def test_an_id_stays_one_part_of_the_path() -> None:
    seen: list[httpx.Request] = []
    client(failing_first(0, 0, {"job_id": "7", "status": "done"}, seen)).job("../../x?y")
    assert seen[0].url.raw_path == b"/api/v1/dfm/jobs/..%2F..%2Fx%3Fy"


@pytest.mark.parametrize("address", ["", "parts.example", "ftp://parts.example", "http://"])
def test_what_is_no_address_is_reported_at_once(address: str) -> None:
    with pytest.raises(Failure) as caught:
        Client(address, None)
    assert caught.value.reason is Reason.NOT_SPRUE


def test_a_geometry_is_sent_with_what_is_known_of_it_alone() -> None:
    seen: list[httpx.Request] = []
    box = CastBox(x_mm=1, y_mm=1, z_mm=1)
    bare = CastGeometry(volume_cm3=1, surface_area_cm2=6, bounding_box=box)
    for geometry in (bare, replace(bare, n_bodies=7, form="assembly")):
        client(failing_first(0, 503, {"prices": []}, seen)).prices(geometry, [])
    sent = [json.loads(request.content)["geometry"] for request in seen]
    assert sent[0] == {
        "volume_cm3": 1,
        "surface_area_cm2": 6,
        "bounding_box": {"x_mm": 1, "y_mm": 1, "z_mm": 1},
    }
    assert sent[1] == sent[0] | {"n_bodies": 7, "form": "assembly"}
