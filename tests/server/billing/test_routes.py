"""`POST /webhooks/stripe` over a real socket, as Stripe sends to it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn

from server import services
from server.app import create_app
from server.settings import Settings
from tests.server import acting
from tests.server.asking import PLAIN
from tests.server.billing.billed import with_catalog
from tests.server.databases import execute, put_tables, rows
from tests.server.keyed import a_key
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, StripeServer


@contextmanager
def serving(tmp_path: Path, **changes: object) -> Iterator[str]:
    """Run a server on a free port; yield its URL."""
    put_tables(tmp_path)
    settings = Settings(data_dir=tmp_path).with_changes(**changes)
    server = uvicorn.Server(
        uvicorn.Config(create_app(services.build(settings, acting.FUNCTIONS)), port=0, log_config=None)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def fake() -> Iterator[StripeServer]:
    with with_catalog() as server:
        yield server


def until(holds: object, limit_s: float = 15.0) -> None:
    deadline = time.monotonic() + limit_s
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_stripe_signs_changes_the_plan_and_units_beyond_it_are_reported(
    tmp_path: Path, fake: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.billing.exporter.POLL_S", 0.1)
    keys = {"stripe_key": KEY, "stripe_webhook_secret": SECRET, "stripe_api_url": fake.url}
    url = f"sqlite+aiosqlite:///{tmp_path}/sprue.db"
    with serving(tmp_path, **keys) as site:
        fake.webhook_url = f"{site}/webhooks/stripe"
        a_key(Settings(data_dir=tmp_path), "free", "ada")
        fake.customers["cus_ada"] = {"id": "cus_ada"}
        execute(url, "UPDATE accounts SET customer_id = 'cus_ada'")
        prices = [key for key, price in fake.prices.items() if "starter" in str(price["lookup_key"])]
        fake.subscribe("cus_ada", prices)
        until(lambda: rows(url, "SELECT plan FROM accounts") == [("starter",)])

        [(account_id,)] = rows(url, "SELECT id FROM accounts")
        now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
        execute(
            url,
            "INSERT INTO meter_events (id, account_id, meter, period_start, seq, billable, occurred_at) "
            f"VALUES ('unit', '{account_id}', 'dfm.analyze', '{now}', 101, TRUE, '{now}')",
        )
        until(lambda: fake.units("cus_ada", "dfm_analyze_overage") == 1)
        until(lambda: rows(url, "SELECT id FROM meter_events WHERE sent_at IS NOT NULL") == [("unit",)])
        execute(
            url, "INSERT INTO billing_credits VALUES ('c', (SELECT id FROM accounts), 'm', 'l', 1, 'r', 0)"
        )
        metrics = httpx.get(f"{site}/metrics", verify=PLAIN).text
    assert 'sprue_billing_units{state="pending"} 0.0' in metrics
    assert 'sprue_billing_units{state="credits"} 1.0' in metrics


def test_what_is_not_signed_is_refused_and_what_comes_twice_is_answered_alike(
    tmp_path: Path, fake: StripeServer
) -> None:
    event = {"id": "evt_1", "object": "event", "type": "invoice.paid", "data": {"object": {"id": "in_1"}}}
    keys = {"stripe_key": KEY, "stripe_webhook_secret": SECRET, "stripe_api_url": fake.url}
    with serving(tmp_path, **keys) as site:
        fake.webhook_url = f"{site}/webhooks/stripe"
        assert fake.notify(event) == 200
        assert fake.notify(event) == 200
        assert fake.notify(event | {"id": "evt_2"}, "whsec_other") == 400
        refused = httpx.post(fake.webhook_url, content=b"{}", verify=PLAIN)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_notice")
        assert httpx.post(fake.webhook_url, content=b" " * (2 << 20), verify=PLAIN).status_code == 413
    kept = rows(f"sqlite+aiosqlite:///{tmp_path}/sprue.db", "SELECT id FROM billing_notices")
    assert kept == [("evt_1",)]


def test_a_server_that_charges_nothing_has_no_such_route_and_loads_nothing_of_stripe(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        assert httpx.post(f"{site}/webhooks/stripe", verify=PLAIN).status_code == 404
        assert "sprue_billing_units{" not in httpx.get(f"{site}/metrics", verify=PLAIN).text
