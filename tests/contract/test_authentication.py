"""Every point and table of "Authentication"."""

from pathlib import Path

import httpx
import pytest

from tests.contract.conftest import Site, send
from tests.server.asking import PLAIN

API_ROUTES = [
    ("POST", "/convert"),
    ("GET", "/materials"),
    ("GET", "/post-processing"),
    ("POST", "/quotes"),
    ("GET", "/quotes/x"),
    ("POST", "/dfm/quick-info"),
    ("POST", "/dfm/analyze"),
    ("GET", "/dfm/jobs/x"),
    ("GET", "/dfm/jobs/x/result"),
    ("POST", "/dfm/jobs/x/recompute"),
    ("GET", "/dfm/rule-schema"),
    ("GET", "/dfm/modules"),
    ("POST", "/dfm/jobs/x/modules/eval"),
    ("POST", "/dfm/jobs/x/measure"),
    ("POST", "/dfm/jobs/x/measure-places"),
]


@pytest.mark.parametrize(("method", "path"), API_ROUTES)
def test_every_request_needs_the_key_and_one_key_opens_both_products(
    site: Site, api: httpx.Client, method: str, path: str
) -> None:
    with site.client(None) as stranger:
        assert stranger.request(method, path).status_code == 401
    assert api.request(method, path).status_code != 401


def test_the_dashboard_is_at_its_address(site: Site) -> None:
    response = httpx.get(f"{site.url}/dashboard/api", follow_redirects=True, verify=PLAIN)
    assert response.status_code in (200, 403)
    assert response.headers["content-type"].startswith("text/html")


def test_a_free_key_begins_with_the_fixed_prefix_and_works_at_once(site: Site) -> None:
    key = site.key_from_terminal()
    assert key.startswith("svc_live_")
    assert len(key) > 40
    with site.client(key) as client:
        assert client.get("/materials").status_code == 200


@pytest.mark.parametrize(("method", "path"), API_ROUTES)
@pytest.mark.parametrize("origin", [None, "https://shop.example"])
def test_responses_allow_any_origin(
    site: Site, api: httpx.Client, method: str, path: str, origin: str | None
) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert api.request(method, path, headers=headers).headers["access-control-allow-origin"] == "*"
    with site.client(None) as stranger:
        refused = stranger.request(method, path, headers=headers)
        assert refused.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(("method", "path"), API_ROUTES)
def test_a_preflight_needs_no_key(site: Site, method: str, path: str) -> None:
    headers = {
        "Origin": "https://shop.example",
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "X-API-Key, Content-Type",
    }
    with site.client(None) as stranger:
        response = stranger.options(path, headers=headers)
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "*"
    allowed = response.headers["access-control-allow-headers"].lower()
    assert "x-api-key" in allowed or allowed == "*"


# The headers of metered routes


@pytest.mark.parametrize(("path", "included"), [("/dfm/quick-info", 1000), ("/dfm/analyze", 100)])
def test_a_metered_route_says_what_is_left(acting_site: Site, acted: Path, path: str, included: int) -> None:
    with acting_site.client(acting_site.key()) as client:
        for used in (1, 2):
            response = send(client, path, acted)
            assert response.headers["X-RateLimit-Limit"] == str(included)
            assert response.headers["X-RateLimit-Remaining"] == str(included - used)
            assert response.headers["X-Billing-Tier"] == "free"


@pytest.mark.parametrize("path", ["/materials", "/post-processing", "/dfm/modules", "/dfm/rule-schema"])
def test_other_routes_are_not_metered(api: httpx.Client, path: str) -> None:
    assert "X-RateLimit-Limit" not in api.get(path).headers


# The plans

PLANS = [
    ("free", 1_000, 100, False),
    ("starter", 1_000, 100, True),
    ("pro", 50_000, 5_000, True),
    ("enterprise", 1_000_000, 100_000, True),
]


@pytest.mark.parametrize(("plan", "quick_info", "analyze", "has_overage"), PLANS)
def test_a_plan_includes_its_quotas_and_ends_or_goes_on(
    acting_site: Site, acted: Path, plan: str, quick_info: int, analyze: int, has_overage: bool
) -> None:
    with acting_site.client(acting_site.key(plan)) as client:
        for path, meter, included in (
            ("/dfm/quick-info", "dfm.quick_info", quick_info),
            ("/dfm/analyze", "dfm.analyze", analyze),
        ):
            first = send(client, path, acted)
            assert first.headers["X-RateLimit-Limit"] == str(included)
            assert first.headers["X-Billing-Tier"] == plan
            acting_site.use_up(meter, included)
            beyond = send(client, path, acted)
            if has_overage:
                assert beyond.status_code in (200, 202)
                assert beyond.headers["X-RateLimit-Remaining"] == "0"
            else:
                assert beyond.status_code == 402


def test_the_quoting_api_is_not_metered(site: Site, plate: Path) -> None:
    with site.client(site.key()) as client:
        assert "X-RateLimit-Limit" not in send(client, "/convert", plate).headers
        assert all(meter["used"] == 0 for meter in client.get("/usage").json()["meters"])


def test_no_secret_is_in_logs_or_files(site: Site, plate: Path) -> None:
    key = site.key_from_terminal("--name", "secret")
    with site.client(key) as client:
        send(client, "/dfm/quick-info", plate)
        client.get("/dfm/jobs/x")
    secret = key.removeprefix("svc_live_")[8:].encode()
    files = [path for path in (site.data_dir.parent).rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if secret in path.read_bytes()]


def asked_twice(client: httpx.Client, path: str) -> list[int]:
    return [client.get(path).status_code for _ in range(2)]


def test_a_revoked_key_stops_at_once_and_its_replacement_works(site: Site) -> None:
    key = site.key_from_terminal("--account", "acme")
    with site.client(key) as client:
        assert asked_twice(client, "/materials") == [200, 200]
        site.revoke(key[:17])
        assert asked_twice(client, "/materials") == [401, 401]
    with site.client(site.key_from_terminal("--account", "acme")) as client:
        assert asked_twice(client, "/materials") == [200, 200]
