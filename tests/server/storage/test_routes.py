"""Artifacts are fetched by a right link and by nothing else."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx

from server.settings import Settings
from server.storage import content_policy
from server.storage.signing import Signer, load_key
from tests.server.application import Client, client_of
from tests.server.asking import PLAIN, assert_problem, job_of, poll, result
from tests.server.keyed import a_key
from tests.support import hosted, seaweedfs

SERVERS = hosted.BOTH


def links(client: Client) -> dict[str, str]:
    job_id = job_of(client)
    poll(client, job_id)
    artifacts: dict[str, str] = result(client, job_id).json()["artifacts"]
    return {key: link.removeprefix("http://sprue.test") for key, link in artifacts.items()}


def test_a_report_loads_nothing_and_runs_our_viewer_apart_from_the_site(client: Client) -> None:
    found = links(client)
    response = client.get(found["report_html"])
    assert response.text == "<h1>Report cardinal</h1>"
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-security-policy"] == content_policy.of("report.html")
    other = client.get(found["thickness_glb"]).headers["content-security-policy"]
    assert other == content_policy.of("thickness.glb") != content_policy.of("report.html")


def test_a_link_to_a_report_that_was_bent_or_has_expired_is_a_sentence(client: Client) -> None:
    link = links(client)["report_html"]
    path = link.partition("?")[0]
    late = Signer(load_key(client.services.settings.data_dir), "", -1.0).url(path)
    for wrong in (link[:-1] + ("0" if link[-1] != "0" else "1"), late, path):
        assert_problem(client.get(wrong), 404, "artifact_not_found", "the link has expired")
    assert client.get(f"{link}&units=in&theme=dark").status_code == 200


def test_a_link_to_one_file_opens_no_other(client: Client) -> None:
    link = links(client)["thickness_glb"]
    for bent in (
        link.replace("thickness.glb", "report.html"),
        link.replace("thickness.glb", "..%2Fpart.step"),
        link.split("?")[0],
        link[:-1] + ("0" if link[-1] != "0" else "1"),
    ):
        assert_problem_or_404(client.get(bent))


def test_a_signed_link_to_nothing_is_not_found(client: Client) -> None:
    for path in ("/artifacts/nobody/thickness.glb", "/artifacts/../result.json"):
        link = client.services.artifacts.signer.url(path).removeprefix("http://sprue.test")
        assert_problem_or_404(client.get(link))


def assert_problem_or_404(response: Any) -> None:
    assert response.status_code == 404
    assert_problem(response, 404, response.json()["code"])


def test_a_file_is_sent_once_whole_then_by_its_tag_or_in_parts(client: Client) -> None:
    link = links(client)["thickness_glb"]
    whole = client.get(link)
    assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
    assert whole.headers["content-disposition"] == 'inline; filename="thickness.glb"'
    assert int(whole.headers["content-length"]) == len(whole.content)
    written_at = parsedate_to_datetime(whole.headers["last-modified"])
    assert abs(datetime.now(UTC) - written_at) < timedelta(minutes=5)
    tag = whole.headers["etag"]
    again = client.get(link, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b""), again.text
    assert again.headers["etag"] == tag
    rest = client.get(link, headers={"Range": "bytes=4-", "If-Range": tag})
    assert (rest.status_code, rest.content) == (206, whole.content[4:])
    assert rest.headers["content-type"] == whole.headers["content-type"] == "model/gltf-binary"
    size = len(whole.content)
    assert rest.headers["content-range"] == f"bytes 4-{size - 1}/{size}"
    assert int(rest.headers["content-length"]) == size - 4
    beyond = client.get(link, headers={"Range": f"bytes={size}-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")


@seaweedfs.CAN_RUN
def test_where_callers_reach_the_store_it_answers_itself_but_for_pages_and_heads(
    store_url: str, seaweedfs_store: seaweedfs.Store, tmp_path: Path
) -> None:
    settings = Settings(
        data_dir=tmp_path,
        site_url="http://sprue.test",
        store=store_url,
        store_public_url=seaweedfs_store.endpoint,
    )
    with client_of(settings) as client:
        client.headers["X-API-Key"] = a_key(settings)
        client.follow_redirects = False
        found = links(client)
        answer = client.get(found["thickness_glb"])
        assert (answer.status_code, answer.headers["cache-control"]) == (307, "private, no-store")
        there = httpx.get(answer.headers["location"], headers={"Range": "bytes=5-"}, verify=PLAIN)
        assert (there.status_code, there.content) == (206, b"binary")
        assert there.headers["content-type"] == "model/gltf-binary"
        head = client.head(found["thickness_glb"])
        assert (head.status_code, head.headers["content-length"]) == (200, "11")
        assert_problem_or_404(client.get(found["thickness_glb"][:-1] + "x"))
        page = client.get(found["report_html"])  # with the headers that keep it inert
        assert (page.status_code, page.text) == (200, "<h1>Report cardinal</h1>")
