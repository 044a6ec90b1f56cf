"""The pages of billing as a browser sees them, with the fake of Stripe behind."""

import csv
import io
import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from tests.server import acting
from tests.server.application import Client
from tests.server.billing.billed import with_catalog
from tests.server.dashboard.test_routes import PASSWORD, forgetful, keyless, make_key, send, sign_up
from tests.server.databases import execute, rows, url_of
from tests.support.postgresql import ON_BOTH
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, Fault, StripeServer

PAGE = "/dashboard/billing"
Serve = Callable[..., Client]


@pytest.fixture(scope="module")
def stripe() -> Iterator[StripeServer]:
    with with_catalog() as server:
        yield server


@pytest.fixture
def fake(stripe: StripeServer) -> Iterator[StripeServer]:
    """Give a fake of Stripe that has what is sold, and nobody who bought."""
    for made in (stripe.customers, stripe.sessions, stripe.subscriptions_, stripe.invoices):
        made.clear()
    faults = stripe.faults
    yield stripe
    stripe.faults = faults


@pytest.fixture(scope="module")
def server(serve_all: Serve, stripe: StripeServer) -> Client:
    """Run a server on SQLite that charges."""
    return serve_all(**charging(stripe))


@pytest.fixture
def browser(server: Client) -> Client:
    """Give a browser whose user is the only one that the server knows."""
    client = forgetful(server)
    sign_up(client)
    return client


@pytest.fixture
def database(server: Client) -> str:
    """Return the URL of its database."""
    return url_of(server.services.settings)


def charging(stripe: StripeServer) -> dict[str, object]:
    """Return the settings of an open server that charges by a fake of Stripe."""
    return {
        "open_sign_up": 1,
        "stripe_key": KEY,
        "stripe_webhook_secret": SECRET,
        "stripe_api_url": stripe.url,
    }


def check_out(browser: Client, fake: StripeServer, plan: str) -> str:
    """Choose a plan, pay for it, and return the page that the browser is led back to."""
    page = send(browser, PAGE, f"{PAGE}/checkout", plan=plan)
    [url] = re.findall(r'content="0; url=([^"]+)"', page.text)
    session = fake.sessions[url.rsplit("/", 1)[1]]
    fake.complete(session["id"])
    back = urlsplit(session["success_url"])
    return browser.get(f"{back.path}?{back.query}").text


@ON_BOTH
def test_who_pays_is_on_the_plan_when_coming_back_and_sees_the_coming_charge(
    serve: Serve, fake: StripeServer
) -> None:
    browser = keyless(serve(**charging(fake)))
    sign_up(browser)
    before = browser.get(PAGE).text
    assert "Free" in before
    assert "249.00 USD" in before
    assert "5,000, 0.06 USD" in before, "what a unit beyond costs is said before"
    page = check_out(browser, fake, "pro")
    assert '<span class="plan">Pro</span>' in page
    assert "Coming charge: <b>249.00 USD</b>" in page
    assert "INV-0001" in page
    assert "Change plan, card or cancel" in page
    assert "of 5,000" in browser.get("/dashboard/api").text


def test_the_key_that_was_refused_is_served_once_its_account_has_paid(
    browser: Client, fake: StripeServer, database: str
) -> None:
    headers = {"X-API-Key": make_key(browser)}
    part = {"file": ("part.step", acting.part())}
    assert browser.post("/api/v1/dfm/quick-info", headers=headers, files=part).status_code == 200
    execute(database, "UPDATE usage_counters SET used = 1000")
    refused = browser.post("/api/v1/dfm/quick-info", headers=headers, files=part)
    assert refused.status_code == 402
    body = refused.json()
    assert body["error"] == "API quota exceeded for this billing period."
    assert body["reason"] == "plan_limit"
    assert body["upgrade_url"] == f"http://sprue.test{PAGE}?plan=starter"
    assert 'class="primary" id="choose-starter"' in browser.get(f"{PAGE}?plan=starter").text
    check_out(browser, fake, "starter")
    # a period that begins now counts the units of the ledger, and keeps those of the one before
    execute(database, "UPDATE usage_counters SET used = 1000 WHERE included = 1000")
    again = browser.post("/api/v1/dfm/quick-info", headers=headers, files=part)
    assert again.status_code == 200
    assert again.headers["X-Billing-Tier"] == "starter"
    usage = browser.get("/api/v1/usage", headers=headers).json()
    assert (usage["spent"], usage["currency"], usage["spending_limit"]) == ("0.01", "USD", None)
    quick = usage["meters"][0]
    assert (quick["unit_price"], quick["cost"]) == ("0.01", "0.01")
    today = [day for day in usage["days"] if day["billed"]]
    assert [(day["meter"], day["billed"], day["cost"]) for day in today] == [("dfm.quick_info", 1, "0.01")]
    assert "Coming charge: <b>0.01 USD</b>" in browser.get(PAGE).text

    table = browser.get(f"{PAGE}/usage.csv")
    assert table.headers["Content-Type"].startswith("text/csv")
    read = list(csv.DictReader(io.StringIO(table.text)))
    assert [(row["meter"], row["billed"], row["cost"]) for row in read] == [("dfm.quick_info", "1", "0.01")]


def test_who_has_a_subscription_is_led_to_the_portal_and_not_to_a_second_one(
    browser: Client, fake: StripeServer
) -> None:
    check_out(browser, fake, "starter")
    page = send(browser, PAGE, f"{PAGE}/checkout", plan="pro")
    assert f"{fake.url}/portal/" in page.text
    assert len(fake.subscriptions_) == 1


def test_who_cancels_is_shown_until_when_the_plan_holds(browser: Client, fake: StripeServer) -> None:
    check_out(browser, fake, "pro")
    portal = send(browser, PAGE, f"{PAGE}/portal").text
    assert f"{fake.url}/portal/" in portal
    [subscription] = fake.subscriptions_
    fake.change(subscription, cancel_at_period_end=True)
    page = browser.get(f"{PAGE}?back=1").text
    assert "You have cancelled: the plan holds until" in page
    fake.change(subscription, status="canceled")
    page = browser.get(f"{PAGE}?back=1").text
    assert '<span class="plan">Free</span>' in page
    assert "choose-pro" in page


def test_a_failed_payment_is_shown_with_its_time_of_grace_and_then_without(
    browser: Client, fake: StripeServer, database: str
) -> None:
    check_out(browser, fake, "pro")
    fake.change(next(iter(fake.subscriptions_)), status="past_due")
    page = browser.get(f"{PAGE}?back=1").text
    assert "A payment failed. Until" in page
    execute(database, "UPDATE accounts SET grace_until = '2026-01-01 00:00:00'")
    assert "Until it is paid, requests beyond what the plan includes are refused" in browser.get(PAGE).text


def test_while_stripe_is_away_the_page_is_there_and_says_so(browser: Client, fake: StripeServer) -> None:
    check_out(browser, fake, "starter")
    fake.faults = lambda _: Fault.ERROR
    page = browser.get(PAGE)
    assert page.status_code == 200
    assert "They cannot be listed at the moment" in page.text
    refused = send(browser, PAGE, f"{PAGE}/portal")
    assert refused.status_code == 503
    assert "The payment processor does not answer" in refused.text


def test_what_is_not_sold_is_not_paid(browser: Client, fake: StripeServer) -> None:
    for plan in ("free", "enterprise", "local", "", "no such"):
        page = send(browser, PAGE, f"{PAGE}/checkout", plan=plan)
        assert page.status_code == 422
        assert not fake.sessions


def test_enterprise_is_by_arrangement_and_has_no_checkout(
    browser: Client, fake: StripeServer, database: str
) -> None:
    execute(database, "UPDATE accounts SET plan = 'enterprise'")
    page = browser.get(PAGE).text
    assert "by arrangement" in page
    assert "choose-pro" not in page
    assert send(browser, PAGE, f"{PAGE}/checkout", plan="pro").status_code == 422
    assert not fake.customers


def test_a_spending_limit_is_set_shown_and_taken_away(browser: Client, database: str) -> None:
    page = send(browser, PAGE, f"{PAGE}/limit", limit="1,250.50")
    assert 'value="1250.50"' in page.text
    assert "0.00 of 1,250.50 USD are spent" in page.text
    assert rows(database, "SELECT spending_limit FROM accounts WHERE name = 'ada'") == [(1_250_500_000,)]
    for wrong in ("-1", "a lot", "0.0000001", "1e30"):
        assert send(browser, PAGE, f"{PAGE}/limit", limit=wrong).status_code == 422
    assert rows(database, "SELECT spending_limit FROM accounts WHERE name = 'ada'") == [(1_250_500_000,)]
    send(browser, PAGE, f"{PAGE}/limit", limit="")
    assert rows(database, "SELECT spending_limit FROM accounts WHERE name = 'ada'") == [(None,)]


def test_a_server_that_charges_nothing_shows_use_and_no_way_to_pay(serve: Serve) -> None:
    client = keyless(serve(open_sign_up=1))
    sign_up(client)
    page = client.get(PAGE).text
    assert "Use by day" in page
    assert "choose-pro" not in page
    assert send(client, PAGE, f"{PAGE}/checkout", plan="pro").status_code == 422


def test_whoever_is_not_signed_in_sees_nothing_and_a_form_of_another_site_does_nothing(
    server: Client, fake: StripeServer
) -> None:
    client = forgetful(server)
    for path in (PAGE, f"{PAGE}/usage.csv"):
        assert client.get(path).url.path in ("/dashboard/sign-in", "/dashboard/sign-up")
    for action in ("checkout", "portal", "limit"):
        assert client.post(f"{PAGE}/{action}", data={"plan": "pro"}).status_code == 403
    assert not fake.customers


def test_two_clicks_at_once_make_one_customer(browser: Client, fake: StripeServer) -> None:
    for _ in range(2):
        send(browser, PAGE, f"{PAGE}/checkout", plan="pro")
        time.sleep(0.01)
    assert len(fake.customers) == 1
    assert [each["status"] for each in fake.sessions.values()] == ["expired", "open"]


def test_who_has_to_sign_in_first_comes_to_the_plan_that_was_chosen(
    browser: Client, fake: StripeServer
) -> None:
    send(browser, PAGE, "/dashboard/sign-out")
    door = browser.get(f"{PAGE}?plan=pro")
    assert (door.url.path, door.url.query) == ("/dashboard/sign-in", b"plan=pro")
    fields = {"username": "ada", "password": PASSWORD, "plan": "pro"}
    page = send(browser, "/dashboard/sign-in?plan=pro", "/dashboard/sign-in", **fields)
    assert (page.url.path, page.url.query) == (PAGE, b"plan=pro")
    assert 'class="primary" id="choose-pro"' in page.text
    send(browser, PAGE, "/dashboard/sign-out")
    for plan in ("//evil.example", "https://evil.example", "nothing"):
        assert browser.get(PAGE, params={"plan": plan}).url.query == b""
        page = send(browser, "/dashboard/sign-in", "/dashboard/sign-in", **fields | {"plan": plan})
        assert page.url.path == "/dashboard/api"
        send(browser, PAGE, "/dashboard/sign-out")
