"""Signatures that the library of the specification verifies."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from server.webhooks.signature import OVERLAP, Secrets, headers
from server.webhooks.webhook import Webhook

NOW = datetime.now(UTC)
WEBHOOK = Webhook(
    id="01992f6d-0e5f-7b31-a6d4-1c2b3a495867",
    account_id="a",
    url="https://example.test/",
    description="",
    events=["job.completed"],
    secret_version=1,
    rotated_at=None,
    inactive_reason=None,
    failing_since=None,
    created_at=NOW,
)
SECRETS = Secrets(b"pepper")
BODY = '{"type":"job.completed","data":{"name":"Gehäuse"}}'


def test_the_library_verifies_what_is_sent_and_nothing_that_was_changed() -> None:
    secret, now = SECRETS.current(WEBHOOK), datetime.now(UTC)  # the library takes five minutes at most
    sent = headers([secret], "event", BODY, now)
    assert Verifier(secret).verify(BODY, sent)["type"] == "job.completed"
    for changed in (
        (BODY.replace("completed", "failed"), sent),
        (BODY, sent | {"webhook-id": "another"}),
        (BODY, sent | {"webhook-timestamp": str(int(now.timestamp()) + 1)}),
    ):
        with pytest.raises(WebhookVerificationError):
            Verifier(secret).verify(*changed)
    other = SECRETS.current(replace(WEBHOOK, id="01992f6d-0e5f-7b31-a6d4-1c2b3a495868"))
    with pytest.raises(WebhookVerificationError):
        Verifier(other).verify(BODY, sent)


def test_it_is_the_signature_that_the_specification_has() -> None:
    """Secret, headers and signature of the specification's own tests (libraries/javascript/src)."""
    sent = headers(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        '{"test": 2432232314}',
        datetime.fromtimestamp(1614265330, UTC),
    )
    assert sent["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert sent["webhook-timestamp"] == "1614265330"


def test_a_secret_has_32_bytes_and_follows_from_the_data_folder() -> None:
    secret = SECRETS.current(WEBHOOK)
    assert secret.startswith("whsec_")
    assert len(secret) == len("whsec_") + 44  # Base64 of 32 bytes
    assert Secrets(b"pepper").current(WEBHOOK) == secret
    assert Secrets(b"another").current(WEBHOOK) != secret


def test_both_secrets_sign_for_a_day_after_a_change_and_then_the_new_one_alone() -> None:
    old, now = SECRETS.current(WEBHOOK), datetime.now(UTC)
    changed = replace(WEBHOOK, secret_version=2, rotated_at=now)
    new = SECRETS.current(changed)
    assert new != old
    sent = headers(SECRETS.in_force(changed, now + OVERLAP - timedelta(seconds=1)), "event", BODY, now)
    Verifier(old).verify(BODY, sent)
    Verifier(new).verify(BODY, sent)
    assert SECRETS.in_force(changed, now + OVERLAP) == [new]
    assert SECRETS.in_force(WEBHOOK, now) == [old]
