"""From the free plan's end to a paid one and back, in a real browser, with the fake of Stripe."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.faults.site import SHARING, Site, started, until
from tests.server.acting import part
from tests.server.asking import PLAIN
from tests.server.billing.billed import with_catalog
from tests.server.dashboard.test_routes_in_a_browser import make_key, sign_up
from tests.server.databases import execute, rows
from tests.support import chromium
from tests.support.chromium import Browser, Page, Refused
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, StripeServer

pytestmark = pytest.mark.skipif(chromium.EXECUTABLE is None, reason="there is no Chromium on this machine")

WIDTHS = (360, 1280)
CUT_OFF = """[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.innerText)"""
"""Tables that are wider than where they are shown: what stands to the right is not seen without scrolling."""


@pytest.fixture
def fake() -> Iterator[StripeServer]:
    with with_catalog() as server:
        yield server


@pytest.fixture
def site(tmp_path: Path, fake: StripeServer) -> Iterator[Site]:
    keys = {"stripe_key": KEY, "stripe_webhook_secret": SECRET, "stripe_api_url": fake.url}
    with started(tmp_path, SHARING, open_sign_up=1, **keys) as running:
        fake.webhook_url = f"{running.url}/webhooks/stripe"
        yield running


@pytest.fixture
def page(chromium_browser: Browser) -> Iterator[Page]:
    with chromium_browser.page() as opened:
        yield opened


def analyze(site: Site, key: str) -> httpx.Response:
    files = {"file": ("housing.step", part())}
    return httpx.post(f"{site.url}/api/v1/dfm/analyze", headers={"X-API-Key": key}, files=files, verify=PLAIN)


def arrive(page: Page, script: str) -> None:
    """Wait until an expression is true, over pages that lead on by themselves."""

    def is_so() -> bool:
        with suppress(Refused):  # the page was left while it was asked
            return bool(page.ask(script))
        return False

    until(is_so, f"never true: {script}")


def assert_all_is_seen(page: Page, name: str) -> None:
    """Check that a page as wide as a telephone or as a screen needs no scrolling to the right."""
    for width in WIDTHS:
        page.resize(width, height=1500)
        assert page.ask("document.documentElement.scrollWidth") <= width, name
        assert page.ask(CUT_OFF) == [], (name, width)


@pytest.mark.slow
def test_a_user_hits_the_cap_pays_goes_on_cancels_and_falls_back(
    page: Page, site: Site, fake: StripeServer
) -> None:
    url = f"sqlite+aiosqlite:///{site.data_dir}/sprue.db"
    sign_up(page, site, "ada")
    key = make_key(page, site, "nightly")
    assert analyze(site, key).status_code == 202
    # the units of the free plan, on the days of the month so far
    [(account_id,)] = rows(url, "SELECT id FROM accounts WHERE name = 'ada'")
    execute(
        url,
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100) "
        "INSERT INTO meter_events (id, account_id, meter, period_start, seq, billable, occurred_at) "
        "SELECT 'unit-' || i, account_id, meter, period_start, i, FALSE, "
        "datetime(julianday(occurred_at) - (julianday(occurred_at) - julianday(period_start)) * i / 101.0) "
        f"FROM n, meter_events WHERE account_id = '{account_id}' AND seq = 1",
    )
    execute(url, f"UPDATE usage_counters SET used = 100 WHERE account_id = '{account_id}' AND included = 100")

    refused = analyze(site, key)
    assert (refused.status_code, refused.json()["reason"]) == (402, "plan_limit")
    page.open(refused.json()["upgrade_url"])
    assert page.text("h1") == "Billing"
    assert_all_is_seen(page, "free")
    page.click("#choose-starter", loads=True)
    arrive(page, "location.pathname.startsWith('/pay/')")
    page.click("#pay", loads=True)
    arrive(page, f"location.origin == '{site.url}' && !!document.querySelector('.plan')")
    assert page.text(".plan").lower() == "starter"

    assert analyze(site, key).status_code == 202
    assert analyze(site, key).status_code == 202
    [(customer,)] = rows(url, f"SELECT customer_id FROM accounts WHERE id = '{account_id}'")
    until(lambda: fake.units(customer, "dfm_analyze_overage") == 2, "units are not reported", 30.0)
    page.open(f"{site.url}/dashboard/billing")
    assert "Coming charge: 0.50 USD" in page.text("#charge")
    page.fill("#amount", "0.50")
    page.click("#limit button", loads=True)
    assert "0.50 of 0.50 USD are spent: 100 % is reached" in page.text("#share")
    assert_all_is_seen(page, "starter")
    limited = analyze(site, key)
    assert (limited.status_code, limited.json()["reason"]) == (402, "spending_limit")

    page.click("#portal", loads=True)
    arrive(page, "location.pathname.startsWith('/portal/')")
    page.click("#cancel", loads=True)
    arrive(page, f"location.origin == '{site.url}' && !!document.querySelector('.note')")
    assert "You have cancelled: the plan holds until" in page.text(".note")
    assert_all_is_seen(page, "cancelled")

    [subscription] = fake.subscriptions_
    fake.change(subscription, status="canceled")
    until(
        lambda: rows(url, f"SELECT plan FROM accounts WHERE id = '{account_id}'") == [("free",)],
        "the account does not fall back",
        20.0,
    )
    page.open(f"{site.url}/dashboard/billing")
    assert page.text(".plan").lower() == "free"
    assert "INV-0001" in page.text("#invoices")
    assert "Coming charge: 0.00 USD" in page.text("#charge")
    assert "0.50 USD for units of these days are on the last invoice" in page.text("#before")
    [_, cost] = page.ask(
        "[...document.querySelectorAll('#plan [data-head=Cost]')].map(each => each.innerText)"
    )
    assert cost == "0.00 USD"
    assert_all_is_seen(page, "over")
    assert analyze(site, key).json()["reason"] == "plan_limit"
    assert [each for each in page.complaints if fake.url not in each] == []


def test_no_secret_and_nothing_of_a_card_is_in_the_log(
    site: Site, fake: StripeServer, tmp_path: Path
) -> None:
    fake.customers["cus_1"] = {"id": "cus_1"}
    prices = [each for each, price in fake.prices.items() if "starter" in str(price["lookup_key"])]
    subscription = fake.subscribe("cus_1", prices)
    event = {
        "id": "evt_card",
        "object": "event",
        "type": "customer.subscription.updated",
        "data": {"object": subscription | {"card": {"number": "4242424242424242", "last4": "4242"}}},
    }
    assert fake.notify(event) == 200
    assert fake.notify(event, "whsec_of_somebody_else") == 400
    site.stop()
    log = (site.data_dir.parent / "server.log").read_text()
    kept = b"".join(path.read_bytes() for path in site.data_dir.glob("sprue.db*"))
    assert b"evt_card" in kept
    for secret in (KEY, SECRET, "whsec_of_somebody_else", "4242424242424242", "last4"):
        assert secret not in log
        assert secret.encode() not in kept
