"""Artifacts are fetched by a right link and by nothing else."""

from typing import Any

from tests.server.application import Client
from tests.server.asking import assert_problem, job_of, poll, result


def links(client: Client) -> dict[str, str]:
    job_id = job_of(client)
    poll(client, job_id)
    artifacts: dict[str, str] = result(client, job_id).json()["artifacts"]
    return {key: link.removeprefix("http://sprue.test") for key, link in artifacts.items()}


def test_a_report_runs_and_loads_nothing(client: Client) -> None:
    response = client.get(links(client)["report_html"])
    assert response.text == "<h1>Report cardinal</h1>"
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-security-policy"].startswith("default-src 'none'")


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
