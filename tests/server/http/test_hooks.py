"""Headers that every response carries."""

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.asking import assert_problem


@pytest.mark.parametrize("path", ["/api/v1/dfm/jobs/nothing", "/api/v1/no-such-route", "/artifacts/a/b"])
def test_errors_too_are_open_to_browsers_with_or_without_an_origin(
    client: TestClient[Any], path: str
) -> None:
    for headers in ({}, {"Origin": "https://shop.example"}):
        response = client.get(path, headers=headers)
        assert response.status_code == 404
        assert response.headers.get_list("access-control-allow-origin") == ["*"]


def test_a_preflight_is_answered(client: TestClient[Any]) -> None:
    headers = {
        "Origin": "https://shop.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "X-API-Key",
    }
    response = client.options("/api/v1/dfm/analyze", headers=headers)
    assert response.status_code == 204
    assert response.headers.get_list("access-control-allow-origin") == ["*"]


@pytest.mark.parametrize(
    "path", ["/dashboard/sign-in", "/dashboard/static/dashboard.css", "/metrics", "/docs"]
)
@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
def test_pages_are_not_open_to_scripts_of_other_sites(
    client: TestClient[Any], method: str, path: str
) -> None:
    headers = {"Origin": "https://shop.example", "Access-Control-Request-Method": "GET"}
    response = client.request(method, path, headers=headers)
    assert not [name for name in response.headers if name.startswith("access-control-")]


def test_what_describes_the_api_is_open_to_browsers(client: TestClient[Any]) -> None:
    response = client.get("/docs/openapi.json", headers={"Origin": "https://shop.example"})
    assert response.headers.get_list("access-control-allow-origin") == ["*"]


def test_a_path_says_every_method_it_knows(client: TestClient[Any]) -> None:
    reported = {
        path: set(client.options(f"/api/v1{path}").headers["allow"].split(", ")) - {"HEAD"}
        for path in ("/quotes", "/dfm/jobs/a", "/materials")
    }
    assert reported == {
        "/quotes": {"GET", "POST", "OPTIONS"},
        "/dfm/jobs/a": {"GET", "DELETE", "OPTIONS"},
        "/materials": {"GET", "OPTIONS"},
    }


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/v1/dfm/jobs/a", "DELETE, GET, HEAD, OPTIONS"),
        ("/api/v1/dfm/analyze", "OPTIONS, POST"),
        ("/api/v1/quotes/preview", "OPTIONS, POST"),
        ("/api/v1/nowhere", "OPTIONS"),
        ("/artifacts/a/1/b.glb", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_preflight_offers_the_methods_of_its_path_and_no_more(
    client: TestClient[Any], path: str, methods: str
) -> None:
    headers = {"Origin": "https://shop.example", "Access-Control-Request-Method": "GET"}
    assert client.options(path, headers=headers).headers["access-control-allow-methods"] == methods


def test_every_response_has_its_own_request_id(client: TestClient[Any]) -> None:
    ids = {client.get("/healthz").headers["x-request-id"] for _ in range(3)}
    assert len(ids) == 3
    assert all(one.startswith("req_") for one in ids)


def test_no_response_lets_a_browser_guess_its_type(client: TestClient[Any]) -> None:
    for path in ("/healthz", "/no-such-route"):
        assert client.get(path).headers["x-content-type-options"] == "nosniff"


def test_a_route_that_is_not_there_and_a_wrong_method_have_the_shape_of_all_errors(
    client: TestClient[Any],
) -> None:
    assert_problem(client.get("/api/v1/no-such-route"), 404, "not_found")
    assert_problem(client.delete("/api/v1/dfm/analyze"), 405, "method_not_allowed")
