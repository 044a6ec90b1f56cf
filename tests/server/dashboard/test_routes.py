"""The dashboard as a browser sees it."""

import math
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from server.auth import passwords
from tests.server import asking
from tests.server.application import Client
from tests.server.databases import empty, url_of
from tests.support.postgresql import ON_BOTH

KEY = re.compile(r"svc_live_[0-9A-Za-z]{46}")
PASSWORD = "correct horse battery"
Serve = Callable[..., Client]


def csrf_of(page: httpx.Response) -> str:
    found = re.search(r'name="_csrf_token" value="([^"]+)"', page.text)
    assert found, page.text
    return found[1]


def send(client: Client, page: str, action: str, **fields: str) -> httpx.Response:
    """Load a page and send a form of it, as a browser does."""
    token = csrf_of(client.get(page))
    return client.post(action, data={"_csrf_token": token, **fields})


def sign_up(client: Client, name: str = "ada", **fields: str) -> httpx.Response:
    every = {"username": name, "password": PASSWORD, "again": PASSWORD} | fields
    return send(client, "/dashboard/sign-up", "/dashboard/sign-up", **every)


def make_key(client: Client, name: str = "nightly") -> str:
    page = send(client, "/dashboard/api", "/dashboard/api/keys", name=name)
    assert page.status_code == 200, page.text
    return KEY.findall(page.text)[0]


def keyless(client: Client) -> Client:
    """Take the key from a client: browsers have none."""
    del client.headers["X-API-Key"]
    return client


def forgetful(server: Client) -> Client:
    """Have a server forget accounts, sessions and tries, and its client cookies and headers."""
    empty(url_of(server.services.settings))
    rates = server.services.dashboard.rates
    for rate in (rates.of_name, rates.sign_ups_of_address, rates.sign_ups):
        rate._forget_over(math.inf)
    server.blocking_portal.call(server.app.stores.get("rate_limit").delete_all)
    server.cookies.clear()
    server.headers.pop("X-API-Key", None)
    return server


@pytest.fixture(scope="module")
def open_server(serve_all: Serve) -> Client:
    """Run an open server on SQLite."""
    return serve_all(open_sign_up=1)


@pytest.fixture
def browser(open_server: Client) -> Client:
    """Give a browser beside an open server that knows nobody, without a key."""
    return forgetful(open_server)


def test_whoever_is_not_signed_in_is_led_to_the_door(browser: Client) -> None:
    for path in ("/", "/dashboard", "/dashboard/api"):
        page = browser.get(path)
        assert page.status_code == 200
        assert page.url.path in ("/dashboard/sign-in", "/dashboard/sign-up")


@ON_BOTH
def test_a_key_is_shown_once_works_at_once_and_is_revoked_at_once(serve: Serve) -> None:
    browser = keyless(serve(open_sign_up=1))
    assert sign_up(browser).url.path == "/dashboard/api"
    key = make_key(browser)
    quick = {"X-API-Key": key}
    assert browser.get("/api/v1/dfm/jobs/none", headers=quick).status_code == 404
    listed = browser.get("/dashboard/api")
    assert key not in listed.text
    assert key[:17] in listed.text
    revoke = re.findall(r'href="(/dashboard/api/keys/[^"]+/revoke)"', listed.text)
    asked = browser.get(revoke[0])
    assert "Revoke nightly?" in asked.text
    assert browser.get("/api/v1/dfm/jobs/none", headers=quick).status_code == 404  # asking revokes nothing
    assert send(browser, revoke[0], revoke[0]).status_code == 200
    refused = browser.get("/api/v1/dfm/jobs/none", headers=quick)
    asking.assert_problem(refused, 401, "revoked_api_key", "API key has been revoked.")


def test_a_new_account_is_on_the_free_plan_and_sees_what_it_used(browser: Client) -> None:
    sign_up(browser)
    assert "0 of 100" in browser.get("/dashboard/api").text
    asking.job_of(browser_with(browser, make_key(browser)))
    page = browser.get("/dashboard/api").text
    assert "1 of 100" in page
    assert "0 of 1,000" in page


def test_the_plans_are_reported_and_how_to_come_to_another(browser: Client, serve: Serve) -> None:
    with_contact = serve(open_sign_up=1, contact_email="ask@dfm.example")
    for client, said in (
        (browser, "sprue users plan ada pro"),
        (with_contact, 'href="mailto:ask@dfm.example"'),
    ):
        sign_up(client)
        page = client.get("/dashboard/api").text
        assert said in page
        for number in ("1,000", "100", "50,000", "5,000", "1,000,000", "100,000"):
            assert f"<td>{number}</td>" in page


def test_making_a_key_leads_to_a_page_that_makes_none_when_it_is_loaded_again(browser: Client) -> None:
    sign_up(browser)
    form = {"_csrf_token": csrf_of(browser.get("/dashboard/api")), "name": "nightly"}
    made = browser.post("/dashboard/api/keys", data=form, follow_redirects=False)
    assert (made.status_code, made.headers["location"]) == (303, "/dashboard/api")
    assert not KEY.findall(made.text)
    assert len(KEY.findall(browser.get("/dashboard/api").text)) == 1
    again = browser.get("/dashboard/api").text
    assert not KEY.findall(again)
    assert again.count("/revoke") == 1


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("GET", "/dashboard/no-such-page", 404, "There is nothing at this path."),
        ("DELETE", "/dashboard/sign-in", 405, "not sent to in that way"),
        ("POST", "/dashboard/sign-in", 403, "no longer valid"),
    ],
)
def test_errors_of_the_dashboard_are_pages(
    browser: Client, method: str, path: str, status: int, said: str
) -> None:
    page = browser.request(method, path)
    assert page.status_code == status
    assert page.headers["content-type"].startswith("text/html")
    assert said in page.text


def test_a_defect_behind_a_page_is_answered_as_a_page_without_its_details(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> bool:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(type(browser.services.dashboard.sessions), "has_users", lambda _: fail())
    page = browser.get("/dashboard/sign-in")
    assert page.status_code == 500
    assert page.headers["content-type"].startswith("text/html")
    assert "Something went wrong on our side" in page.text
    assert "secret" not in page.text


def test_errors_of_the_api_stay_json(browser: Client) -> None:
    asking.assert_problem(browser.get("/api/v1/none"), 404, "not_found")
    asking.assert_problem(browser.get("/dashboards"), 404, "not_found")


def browser_with(browser: Client, key: str) -> Client:
    browser.headers["X-API-Key"] = key
    return browser


def test_keys_of_others_are_neither_seen_nor_revoked(browser: Client) -> None:
    sign_up(browser, "ada")
    key = make_key(browser, "of ada")
    page = browser.get("/dashboard/api").text
    revoke = re.findall(r'href="(/dashboard/api/keys/[^"]+/revoke)"', page)[0]
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    sign_up(browser, "bob")
    assert "of ada" not in browser.get("/dashboard/api").text
    assert browser.get(revoke).status_code == 404
    assert send(browser, "/dashboard/api", revoke).status_code == 404
    assert browser.get("/api/v1/dfm/jobs/none", headers={"X-API-Key": key}).status_code == 404


def test_signing_out_ends_the_session_and_signing_in_begins_one(browser: Client) -> None:
    sign_up(browser)
    cookie = browser.cookies["sprue_session"]
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    browser.cookies.set("sprue_session", cookie, domain="testserver.local", path="/dashboard")
    assert browser.get("/dashboard/api").url.path == "/dashboard/sign-in"
    page = send(browser, "/dashboard/sign-in", "/dashboard/sign-in", username="ada", password=PASSWORD)
    assert page.url.path == "/dashboard/api"
    assert browser.cookies.get("sprue_session", path="/dashboard") != cookie


def test_a_session_id_that_a_browser_brings_is_never_taken_over(browser: Client) -> None:
    browser.cookies.set("sprue_session", "planted", domain="testserver.local", path="/dashboard")
    sign_up(browser)
    attacker = TestClient(browser.app, raise_server_exceptions=False)
    attacker.cookies.set("sprue_session", "planted", domain="testserver.local", path="/dashboard")
    assert attacker.get("/dashboard/api").url.path == "/dashboard/sign-in"


def test_a_wrong_name_and_a_wrong_password_are_reported_alike(browser: Client) -> None:
    sign_up(browser)
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    for name, password in (("ada", "wrong password"), ("nobody", PASSWORD)):
        page = send(browser, "/dashboard/sign-in", "/dashboard/sign-in", username=name, password=password)
        assert page.status_code == 422
        assert "User name or password is wrong." in page.text


def test_guessing_passwords_is_slowed_down(browser: Client) -> None:
    sign_up(browser)
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    token = csrf_of(browser.get("/dashboard/sign-in"))
    form = {"_csrf_token": token, "username": "ada", "password": "guess"}
    statuses = [browser.post("/dashboard/sign-in", data=form).status_code for _ in range(12)]
    assert statuses == [422] * 10 + [429] * 2


def test_guessing_one_name_from_many_addresses_is_slowed_down_and_other_names_are_not(serve: Serve) -> None:
    browser = serve(open_sign_up=1, trusted_proxies="10.0.0.1")
    browser.app.asgi_handler = _from_proxy(browser.app.asgi_handler)
    token = csrf_of(browser.get("/dashboard/sign-up"))

    def guess(name: str, n: int) -> httpx.Response:
        form = {"_csrf_token": token, "username": name, "password": "guess"}
        address = {"X-Forwarded-For": f"203.0.113.{n}"}
        return browser.post("/dashboard/sign-in", data=form, headers=address)

    found = [guess("Ada" if n % 2 else "ada", n) for n in range(22)]
    assert [page.status_code for page in found] == [422] * 20 + [429] * 2
    assert "Too many passwords were tried for this name." in found[-1].text
    assert 1 <= int(found[-1].headers["retry-after"]) <= 60
    assert guess("bob", 99).status_code == 422


def _from_proxy(app: Any) -> Any:
    async def asking(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = ("10.0.0.1", 4711)
        await app(scope, receive, send)

    return asking


def test_a_flood_of_sign_ups_is_slowed_down_by_address(browser: Client) -> None:
    token = csrf_of(browser.get("/dashboard/sign-up"))
    form = {"_csrf_token": token, "username": "ada", "password": "short", "again": "short"}
    pages = [browser.post("/dashboard/sign-up", data=form) for _ in range(21)]
    assert [page.status_code for page in pages] == [422] * 20 + [429]
    assert "Too many sign-ups came from your network." in pages[-1].text
    assert 1 <= int(pages[-1].headers["retry-after"]) <= 3600


def test_no_more_accounts_are_made_within_a_day_than_the_setting_says(serve: Serve) -> None:
    browser = serve(open_sign_up=1, new_accounts_per_day=2)
    for name in ("ada", "bob"):
        assert sign_up(browser, name).url.path == "/dashboard/api"
        send(browser, "/dashboard/api", "/dashboard/sign-out")
    refused = sign_up(browser, "eve")
    assert refused.status_code == 429
    assert "Too many new accounts were made on this server today" in refused.text
    page = send(browser, "/dashboard/sign-in", "/dashboard/sign-in", username="ada", password=PASSWORD)
    assert page.url.path == "/dashboard/api"


def test_when_too_many_passwords_wait_a_page_says_so(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = passwords.HashQueue(at_once=1, most_waiting=-1)
    monkeypatch.setattr(browser.services.dashboard.sessions, "_hashing", full)
    page = sign_up(browser)
    assert page.status_code == 503
    assert "Too many people are signing in or up" in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["retry-after"] == "2"


def change(browser: Client, present: str, password: str, again: str | None = None) -> httpx.Response:
    fields = {"present": present, "password": password, "again": password if again is None else again}
    return send(browser, "/dashboard/password", "/dashboard/password", **fields)


@ON_BOTH
def test_another_password_ends_every_other_session_and_keeps_keys(serve: Serve) -> None:
    browser = keyless(serve(open_sign_up=1))
    sign_up(browser)
    key = make_key(browser)
    before = browser.cookies.get("sprue_session", path="/dashboard")
    elsewhere = TestClient(browser.app, raise_server_exceptions=False)
    fields = {"username": "ada", "password": PASSWORD}
    assert send(elsewhere, "/dashboard/sign-in", "/dashboard/sign-in", **fields).url.path == "/dashboard/api"
    page = change(browser, PASSWORD, "another battery")
    assert page.status_code == 200
    assert "Your password is changed" in page.text
    assert browser.get("/dashboard/api").url.path == "/dashboard/api"
    assert browser.cookies.get("sprue_session", path="/dashboard") != before
    assert elsewhere.get("/dashboard/api").url.path == "/dashboard/sign-in"
    assert send(elsewhere, "/dashboard/sign-in", "/dashboard/sign-in", **fields).status_code == 422
    fields["password"] = "another battery"
    assert send(elsewhere, "/dashboard/sign-in", "/dashboard/sign-in", **fields).url.path == "/dashboard/api"
    assert browser.get("/api/v1/dfm/jobs/none", headers={"X-API-Key": key}).status_code == 404


def test_a_password_that_cannot_be_changed_stays(browser: Client) -> None:
    sign_up(browser)
    for present, password, again, said in (
        ("wrong password", "another battery", None, "The present password is wrong."),
        ("", "another battery", None, "The present password is wrong."),
        (PASSWORD, "short", None, "needs 10 or more"),
        (PASSWORD, "another battery", "another buttery", "not the same"),
    ):
        page = change(browser, present, password, again)
        assert page.status_code == 422
        assert said in page.text
    fields = {"username": "ada", "password": PASSWORD}
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    assert send(browser, "/dashboard/sign-in", "/dashboard/sign-in", **fields).url.path == "/dashboard/api"


def test_the_password_is_changed_by_who_is_signed_in_alone(browser: Client) -> None:
    assert browser.get("/dashboard/password").url.path in ("/dashboard/sign-in", "/dashboard/sign-up")
    token = csrf_of(browser.get("/dashboard/sign-up"))
    page = browser.post("/dashboard/password", data={"_csrf_token": token, "password": "x", "again": "x"})
    assert page.url.path in ("/dashboard/sign-in", "/dashboard/sign-up")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"username": ""}, "A user name has 2 to 64"),
        ({"username": "a b"}, "A user name has 2 to 64"),
        ({"password": "short", "again": "short"}, "The password has 5 characters; it needs 10 or more."),
        ({"again": "something else"}, "The two passwords are not the same."),
    ],
)
def test_what_is_wrong_with_a_sign_up_is_said(browser: Client, fields: dict[str, str], said: str) -> None:
    page = sign_up(browser, **({"name": fields.pop("username")} if "username" in fields else {}), **fields)
    assert page.status_code == 422
    assert said in page.text


def test_a_name_is_given_once(browser: Client) -> None:
    sign_up(browser)
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    for name in ("ada", "Ada", "ADA"):
        assert "That user name is taken." in sign_up(browser, name).text
    assert sign_up(browser, "adah").url.path == "/dashboard/api"


def test_who_signs_in_need_not_remember_how_the_name_was_cased(browser: Client) -> None:
    sign_up(browser, "Ada")
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    page = send(browser, "/dashboard/sign-in", "/dashboard/sign-in", username="aDA", password=PASSWORD)
    assert page.url.path == "/dashboard/api"


def test_a_key_needs_a_name(browser: Client) -> None:
    sign_up(browser)
    for name in ("", "   ", "\0", "x" * 101):
        page = send(browser, "/dashboard/api", "/dashboard/api/keys", name=name)
        assert page.status_code == 422
        assert not KEY.findall(page.text)


def test_names_are_shown_as_text(browser: Client) -> None:
    sign_up(browser)
    make_key(browser, "<script>alert(1)</script>")
    page = browser.get("/dashboard/api").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_form_that_is_not_ours_is_refused(browser: Client) -> None:
    sign_up(browser)
    for data in ({"name": "stolen"}, {"name": "stolen", "_csrf_token": "guess"}):
        page = browser.post("/dashboard/api/keys", data=data)
        assert page.status_code == 403
        assert "no longer valid" in page.text
        assert not KEY.findall(page.text)


def test_pages_load_nothing_foreign_and_stay_out_of_caches(browser: Client) -> None:
    page = browser.get("/dashboard/sign-up")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in page.headers
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)
    for asset in re.findall(r'(?:src|href)="(/dashboard/static/[^"]+)"', page.text):
        assert browser.get(asset).status_code == 200


def test_the_first_visitor_of_a_local_server_signs_up_and_the_second_does_not(serve: Serve) -> None:
    browser = serve(site_url="")
    browser.base_url = "http://127.0.0.1"
    browser.services.dashboard.setup.is_local = True
    browser.services.dashboard.setup.admits = lambda address, token: True
    assert browser.get("/dashboard/api").url.path == "/dashboard/sign-up"
    assert sign_up(browser).url.path == "/dashboard/api"
    stranger = TestClient(browser.app, "http://127.0.0.1", raise_server_exceptions=False)
    assert stranger.get("/dashboard/sign-up").status_code == 403


def test_on_a_public_server_the_first_user_needs_the_link_it_printed(serve: Serve) -> None:
    browser = serve()
    assert browser.get("/dashboard/sign-up").status_code == 403
    token = browser.services.dashboard.setup.token
    page = browser.get(f"/dashboard/sign-up?token={token}")
    assert page.status_code == 200
    form = {"username": "ada", "password": PASSWORD, "again": PASSWORD, "_csrf_token": csrf_of(page)}
    assert browser.post("/dashboard/sign-up", data=form | {"token": "guess"}).status_code == 403
    assert browser.post("/dashboard/sign-up", data=form | {"token": token}).url.path == "/dashboard/api"


@pytest.mark.parametrize("action", ["/dashboard/sign-in", "/dashboard/sign-up", "/dashboard/api/keys"])
def test_a_long_form_is_refused_before_it_is_taken_apart(browser: Client, action: str) -> None:
    long = browser.post(
        action, content=b"a=1&" * 10_000, headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert long.status_code == 413
    assert "The form is too long." in long.text
