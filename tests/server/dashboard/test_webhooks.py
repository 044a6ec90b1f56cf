"""The pages of webhooks as a browser sees them."""

import html
import re
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from standardwebhooks import Webhook as Verifier

from server.webhooks import repository, sender
from tests.server.application import Client
from tests.server.dashboard.test_routes import forgetful, make_key, send, sign_up
from tests.support.receiver import Receiver, receiving

LIST = "/dashboard/webhooks"
Serve = Callable[..., Client]


@pytest.fixture(scope="module")
def server(serve_all: Serve) -> Iterator[Client]:
    """Run a server that may send to this machine, and looks for deliveries all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sender, "POLL_S", 0.05)
        yield serve_all(open_sign_up=1, webhook_private=1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Receive webhooks."""
    with receiving() as running:
        yield running


@pytest.fixture
def browser(server: Client) -> Client:
    """Give a browser whose user is the only one that the server knows."""
    client = forgetful(server)
    sign_up(client)
    return client


def add(browser: Client, url: str, *events: str, description: str = "") -> httpx.Response:
    """Fill in the form, and return the page that it leads to."""
    chosen = dict.fromkeys(events or ("quote.created",), "1")
    return send(browser, LIST, LIST, url=url, description=description, **chosen)


def until_it_says(browser: Client, path: str, words: str) -> str:
    """Load a page until it says something."""
    deadline = time.monotonic() + 20
    while words not in (page := browser.get(path).text):
        assert time.monotonic() < deadline, page
        time.sleep(0.02)
    return page


def secret_of(page: str) -> str:
    return html.unescape(re.findall(r'id="webhook-secret">([^<]+)<', page)[0])


def test_whoever_is_not_signed_in_is_led_to_the_door(server: Client) -> None:
    client = forgetful(server)
    for path in (LIST, f"{LIST}/x", f"{LIST}/x/delete"):
        assert client.get(path).url.path in ("/dashboard/sign-in", "/dashboard/sign-up")


def test_one_is_added_tested_and_its_delivery_seen(browser: Client, receiver: Receiver) -> None:
    page = add(browser, f"{receiver.url}/hook", "job.completed", "job.failed", description="the <office>")
    assert page.status_code == 200
    assert page.url.path.startswith(f"{LIST}/")
    assert "It is sent an event when an analysis is done or when an analysis has failed." in page.text
    assert "the &lt;office&gt;" in page.text
    path = page.url.path
    assert send(browser, path, f"{path}/test").url.path == path
    [found] = receiver.until(1)
    Verifier(secret_of(page.text)).verify(found.body, dict(found.headers))
    shown = until_it_says(browser, path, ">delivered<")
    assert "webhook.test" in shown
    assert re.search(r'data-head="Attempts">1<', shown)
    assert re.search(r'data-head="Answer">204<', shown)
    listed = browser.get(LIST).text
    assert f'href="{path}"' in listed
    assert f"{receiver.url}/hook" in listed


def test_what_failed_is_shown_with_its_reason_and_sent_again(browser: Client, receiver: Receiver) -> None:
    receiver.statuses.append(500)
    path = add(browser, f"{receiver.url}/hook").url.path
    send(browser, path, f"{path}/test")
    shown = until_it_says(browser, path, "The answer was 500")
    assert "Nothing has come through since" in shown
    assert "failing since" in browser.get(LIST).text
    [again] = re.findall(r'action="([^"]+/resend)"', shown)
    assert send(browser, path, again).url.path == path
    shown = until_it_says(browser, path, ">delivered<")
    assert re.search(r'data-head="Attempts">2<', shown)
    assert "Nothing has come through since" not in shown
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 1


def test_one_that_was_switched_off_says_why_and_is_switched_on(browser: Client, receiver: Receiver) -> None:
    receiver.statuses.append(410)
    path = add(browser, f"{receiver.url}/hook").url.path
    send(browser, path, f"{path}/test")
    shown = until_it_says(browser, path, "the receiver answered 410")
    assert "Send a test event" not in shown
    assert "/resend" not in shown
    assert "switched off" in browser.get(LIST).text
    on = send(browser, path, f"{path}/active", active="1").text
    assert "answered 410, which says" not in on
    off = send(browser, path, f"{path}/active", active="0").text
    assert "You switched it off." in off
    refused = send(browser, path, f"{path}/test")
    assert (refused.status_code, "The webhook is switched off" in refused.text) == (409, True)


def test_deleting_asks_first(browser: Client, receiver: Receiver) -> None:
    path = add(browser, f"{receiver.url}/hook").url.path
    asked = browser.get(f"{path}/delete")
    assert "Delete this webhook?" in asked.text
    assert browser.get(path).status_code == 200  # asking deletes nothing
    assert send(browser, f"{path}/delete", f"{path}/delete").url.path == LIST
    assert browser.get(path).status_code == 404
    assert "None yet" in browser.get(LIST).text


def test_a_secret_is_replaced_and_both_sign(browser: Client, receiver: Receiver) -> None:
    page = add(browser, f"{receiver.url}/hook")
    path = page.url.path
    changed = send(browser, path, f"{path}/secret").text
    assert secret_of(changed) != secret_of(page.text)
    send(browser, path, f"{path}/test")
    [found] = receiver.until(1)
    for secret in (secret_of(page.text), secret_of(changed)):
        Verifier(secret).verify(found.body, dict(found.headers))


def test_a_form_that_is_wrong_comes_back_with_the_reason_and_what_was_typed(browser: Client) -> None:
    for url, events, words in (
        ("ftp://example.test/", ("job.failed",), "is no http or https URL"),
        ("https://example.test/", ("other",), "events names none; it takes job.completed"),
        ("https://example.test/" + "a" * 2048, ("job.failed",), "it may have 2048"),
    ):
        page = add(browser, url, *events, description="ours")
        assert page.status_code == 422
        assert words in html.unescape(page.text)
        assert f'value="{url}"' in page.text
        assert 'value="ours"' in page.text
        assert "None yet" in page.text


def test_others_see_nothing_of_it(browser: Client, receiver: Receiver) -> None:
    path = add(browser, f"{receiver.url}/hook").url.path
    send(browser, "/dashboard/api", "/dashboard/sign-out")
    sign_up(browser, "eve")
    assert "None yet" in browser.get(LIST).text
    for page in (path, f"{path}/delete"):
        assert browser.get(page).status_code == 404
    for action in ("test", "active", "secret", "delete", "deliveries/x/resend"):
        refused = send(browser, LIST, f"{path}/{action}", active="0")
        assert (refused.status_code, "There is no such webhook." in refused.text) == (404, True)


def test_a_form_of_another_site_is_refused(browser: Client, receiver: Receiver) -> None:
    path = add(browser, f"{receiver.url}/hook").url.path
    for action in ("", "/test", "/active", "/secret", "/delete"):
        assert browser.post(f"{path if action else LIST}{action}", data={"active": "0"}).status_code == 403
    assert browser.get(path).status_code == 200
    assert receiver.received == []


def test_the_api_and_the_dashboard_tell_of_the_same_webhooks(browser: Client, receiver: Receiver) -> None:
    path = add(browser, f"{receiver.url}/hook").url.path
    key = {"X-API-Key": make_key(browser)}
    [found] = browser.get("/api/v1/webhooks", headers=key).json()["webhooks"]
    assert path.endswith(found["id"])
    browser.delete(f"/api/v1/webhooks/{found['id']}", headers=key)
    assert browser.get(path).status_code == 404


def test_what_a_switched_off_webhook_missed_is_said(browser: Client, receiver: Receiver) -> None:
    receiver.statuses.append(500)
    path = add(browser, f"{receiver.url}/hook").url.path
    send(browser, path, f"{path}/test")
    until_it_says(browser, path, "The answer was 500")
    off = send(browser, path, f"{path}/active", active="0").text
    assert repository.NOT_SENT in off
    assert "failed" in off
