"""`sprue billing` at a terminal."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.billing import command
from server.storage.database import FILE_NAME, open_database
from tests.server.billing.billed import Billed
from tests.server.databases import execute, put_tables
from tests.support import stripe_server
from tests.support.stripe_server import KEY, StripeServer


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StripeServer]:
    with stripe_server.serving() as server:
        monkeypatch.setenv("SPRUE_STRIPE_KEY", KEY)
        monkeypatch.setenv("SPRUE_STRIPE_API_URL", server.url)
        monkeypatch.setenv("SPRUE_DATA_DIR", str(tmp_path))
        yield server


def test_sync_makes_what_a_dry_run_announces(fake: StripeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["sync", "--dry-run"]) == 0
    announced = capsys.readouterr().out
    assert announced.count("would be made") == 10
    assert not fake.prices
    assert command.main(["sync"]) == 0
    assert capsys.readouterr().out.count("made") == 10
    assert len(fake.prices) == 6
    assert command.main(["sync"]) == 0
    assert "nothing to change" in capsys.readouterr().out


def test_check_says_what_differs(fake: StripeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["check"]) == 2
    assert "sprue billing sync" in capsys.readouterr().err
    command.main(["sync"])
    capsys.readouterr()
    assert command.main(["check"]) == 0
    assert "Stripe has what the plans say" in capsys.readouterr().out
    next(iter(fake.products.values()))["name"] = "Something"
    assert command.main(["check"]) == 2
    assert "it was called 'Something'" in capsys.readouterr().out


def test_without_a_key_or_with_another_it_is_a_sentence(
    fake: StripeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPRUE_STRIPE_KEY", "sk_test_other")
    assert command.main(["sync"]) == 2
    assert "Stripe: Invalid API Key provided." in capsys.readouterr().err
    monkeypatch.delenv("SPRUE_STRIPE_KEY")
    assert command.main(["sync"]) == 2
    assert "SPRUE_STRIPE_KEY is not set" in capsys.readouterr().err


def test_check_compares_units_and_retry_has_those_sent_again_that_were_refused(
    fake: StripeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.main(["sync"])
    put_tables(tmp_path)
    url = f"sqlite+aiosqlite:///{tmp_path / FILE_NAME}"

    async def charge(customer: bool) -> None:
        database = open_database(url, Path())
        billed = Billed(database, fake)
        if customer:
            account = await billed.account()
            await billed.units(account, 3)
        await billed.exporter().export()
        billed.processor.close()
        await database.close()

    asyncio.run(charge(customer=True))
    capsys.readouterr()
    assert command.main(["check"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"ada +dfm.analyze +3 +3 +0", printed)
    assert "0 units wait, 0 are to be taken back, 0 were refused, 0 are to be credited" in printed

    lost = fake.events.popitem()
    assert command.main(["check"]) == 2
    shown = capsys.readouterr()
    assert re.search(r"ada +dfm.analyze +3 +2 +0 +differs", shown.out)
    assert "units differ" in shown.err
    fake.events[lost[0]] = lost[1]

    refused = "UPDATE meter_events SET sent_at = NULL, export_error = 'no'"
    execute(url, f"{refused} WHERE id = '{lost[0]}'")
    assert command.main(["check"]) == 2
    assert command.main(["retry"]) == 0
    assert "1 units are reported again" in capsys.readouterr().out
    asyncio.run(charge(customer=False))
    assert command.main(["check"]) == 0
    assert len(fake.events) == 3
