"""Formats beyond the four suffixes: taken where the operator wants that, and refused everywhere else."""

from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server import acting
from tests.server.asking import assert_problem

Client = TestClient[Any]
STL = (
    b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
)


def send(client: Client, name: str = "part.stl", **form: str) -> Any:
    return client.post("/api/v1/dfm/analyze", files={"file": (name, STL)}, data=form)


@pytest.mark.parametrize("suffix", ["stl", "3mf", "obj", "ply", "off", "iges", "igs", "brep"])
def test_the_api_accepts_the_four_suffixes_and_no_more(client: Client, suffix: str) -> None:
    response = send(client, f"part.{suffix}")
    assert_problem(response, 422, "unsupported_format")
    assert response.json()["error"].endswith("accepted are .step, .stp, .glb, .gltf.")
    look = client.post("/api/v1/dfm/quick-info", files={"file": (f"part.{suffix}", STL)})
    assert_problem(look, 422, "unsupported_format")


@pytest.fixture(scope="module")
def open_to_all(serve_all: Callable[..., Client]) -> Client:
    """Serve with leave to send every format."""
    return serve_all(extra_formats=1)


def test_a_server_that_is_told_to_takes_them_with_their_unit(open_to_all: Client) -> None:
    assert send(open_to_all).status_code == 202
    assert send(open_to_all, unit="in").status_code == 202
    response = send(open_to_all, unit="cubit")
    assert_problem(response, 422, "invalid_option")
    assert "it is one of mm, cm, m, in" in response.json()["error"]
    assert send(open_to_all, "part.dxf").status_code == 422


def convert(client: Client, name: str = "part.stl", **form: str) -> Any:
    text = b"solid a\n" + acting.part()
    return client.post("/api/v1/convert", files={"file": (name, text)}, data=form)


def test_what_is_to_be_quoted_is_taken_in_the_same_formats_with_the_same_units(
    client: Client, open_to_all: Client
) -> None:
    assert_problem(convert(client), 400, "invalid_file")
    assert convert(open_to_all).status_code == 200
    assert convert(open_to_all).json()["notes"][-1] != "in in"
    assert convert(open_to_all, unit="in").json()["notes"][-1] == "in in"
    assert_problem(convert(open_to_all, unit="cubit"), 422, "invalid_option")
    assert_problem(convert(open_to_all, "part.dxf"), 400, "invalid_file")


def test_a_file_that_is_not_what_its_suffix_says_is_refused_there_too(open_to_all: Client) -> None:
    found = open_to_all.post("/api/v1/dfm/analyze", files={"file": ("part.stl", acting.part())})
    assert_problem(found, 422, "unreadable_file")
    assert "it looks like a STEP file" in found.json()["error"]
