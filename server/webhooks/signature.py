"""Secrets and signatures of webhooks, by Standard Webhooks (https://www.standardwebhooks.com).

A secret is not stored: it follows from the secret of the data folder, the webhook, and how many secrets that
had before. A stolen database signs nothing.
"""

import base64
import hashlib
import hmac
from datetime import datetime, timedelta

from standardwebhooks import Webhook as Signer

from server.webhooks.webhook import Webhook

PREFIX = "whsec_"
OVERLAP = timedelta(hours=24)
"""How long signatures are made with the former secret too once there is another, so that a receiver can be
changed meanwhile: the specification asks for some time, and a day is what other senders give."""


class Secrets:
    """Secrets of all webhooks.

    Parameters
    ----------
    pepper : bytes
        The secret of the data folder.
    """

    def __init__(self, pepper: bytes) -> None:
        self._pepper = pepper

    def current(self, webhook: Webhook) -> str:
        """Return the secret that a webhook has: 32 bytes."""
        return self._secret(webhook.id, webhook.secret_version)

    def in_force(self, webhook: Webhook, now: datetime) -> list[str]:
        """Return the secrets to sign with: the webhook's, and for a day after a change the one before."""
        is_new = webhook.rotated_at is not None and now - webhook.rotated_at < OVERLAP
        versions = [webhook.secret_version] + ([webhook.secret_version - 1] if is_new else [])
        return [self._secret(webhook.id, version) for version in versions]

    def _secret(self, webhook_id: str, version: int) -> str:
        text = f"sprue webhook secret\n{webhook_id}\n{version}".encode()
        return PREFIX + base64.b64encode(hmac.new(self._pepper, text, hashlib.sha256).digest()).decode()


def headers(secrets: list[str], event_id: str, body: str, now: datetime) -> dict[str, str]:
    """Return the headers that an attempt is sent with, signed by each secret.

    Parameters
    ----------
    secrets : list of str
        Each `whsec_` and Base64.
    event_id : str
        Of the event; it has no full stop.
    body : str
        As it is sent.
    now : datetime
        When it is sent, in UTC.
    """
    signatures = (Signer(secret).sign(event_id, now, body) for secret in secrets)
    return {
        "Content-Type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
