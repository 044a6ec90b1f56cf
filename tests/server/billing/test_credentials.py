"""Keys come from the settings or from files, and never from both."""

from pathlib import Path

import pytest

from server.billing import credentials
from server.settings import InvalidSetting, Settings


def test_without_a_key_nothing_is_charged() -> None:
    assert credentials.load(Settings()) is None


def test_keys_may_lie_in_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk_test_1\n")
    (tmp_path / "secret").write_text("whsec_1\n")
    found = credentials.load(
        Settings(stripe_key_file=str(tmp_path / "key"), stripe_webhook_secret_file=str(tmp_path / "secret"))
    )
    assert found is not None
    assert (found.key, found.webhook_secret, found.is_test) == ("sk_test_1", "whsec_1", True)
    assert found == credentials.load(Settings(stripe_key="sk_test_1", stripe_webhook_secret="whsec_1"))


def test_a_secret_is_in_no_text_of_the_keys_or_of_the_settings() -> None:
    settings = Settings(stripe_key="sk_live_1", stripe_webhook_secret="whsec_1")
    found = credentials.load(settings)
    assert found is not None
    assert not found.is_test
    for text in (repr(found), repr(settings)):
        assert "sk_live_1" not in text
        assert "whsec_1" not in text


def test_what_contradicts_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    wrong = {
        "are both set": Settings(stripe_key="a", stripe_key_file="b"),
        "cannot be read": Settings(stripe_key_file=str(tmp_path / "nowhere")),
        "is empty": Settings(stripe_key_file=str(tmp_path / "empty")),
        "nothing is charged without a key": Settings(stripe_webhook_secret="whsec_1"),
        "that a program starts": Settings(stripe_key="sk_test_1", local_key="svc_live_1"),
    }
    for message, settings in wrong.items():
        with pytest.raises(InvalidSetting, match=message):
            credentials.load(settings)
