"""A browser runs our viewer in a report, and nothing in any other file."""

import base64
import hashlib

import pytest

import resources
from server.storage import content_policy


def rules(name: str) -> dict[str, str]:
    pairs = (rule.partition(" ") for rule in content_policy.of(name).split("; "))
    return {key: value for key, _, value in pairs}


def test_a_report_runs_the_scripts_that_ship_and_stands_alone() -> None:
    found = rules("report.html")
    digests = [
        base64.b64encode(hashlib.sha256(resources.path(name).read_bytes()).digest()).decode()
        for name in resources.REPORT_SCRIPTS
    ]
    assert found["script-src"] == " ".join(f"'sha256-{digest}'" for digest in digests)
    assert found["default-src"] == "'none'"
    assert found["sandbox"] == "allow-scripts"
    assert "connect-src" not in found


def test_the_server_allows_what_the_engine_writes_into_its_page() -> None:
    from engine.report import page

    for name in resources.REPORT_SCRIPTS:
        assert page.digest(resources.path(name).read_text("utf-8")) in content_policy.of("report.html")


@pytest.mark.parametrize("name", ["part.glb", "thickness_front.png", "report.pdf", "result.json"])
def test_any_other_file_runs_nothing(name: str) -> None:
    found = rules(name)
    assert found["default-src"] == "'none'"
    assert "script-src" not in found
