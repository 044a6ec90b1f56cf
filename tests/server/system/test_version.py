"""Versions of program and interface."""

import re

from server.system import version
from tests.server.application import Client


def test_the_program_says_its_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", version.of_program())


def test_every_path_of_the_interface_begins_with_its_version(unstarted: Client) -> None:
    paths = [path for path in unstarted.get("/docs/openapi.json").json()["paths"] if path.startswith("/api/")]
    assert len(paths) > 10
    assert all(path.startswith(f"/api/{version.API}/") for path in paths)
