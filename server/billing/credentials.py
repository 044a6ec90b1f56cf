"""The keys of the payment processor, from the settings or from the files that they name."""

from dataclasses import dataclass, field
from pathlib import Path

from server.settings import InvalidSetting, Settings, variable


@dataclass(frozen=True, slots=True)
class Credentials:
    """What opens Stripe, and what its notices are signed with."""

    key: str = field(repr=False)
    webhook_secret: str = field(repr=False)
    """Several, with a space or a comma between, where Stripe sends from several destinations. Empty: notices
    are not read, which is enough for `sprue billing sync`."""
    api_url: str
    """Empty: Stripe's own."""

    @property
    def is_test(self) -> bool:
        """Whether the key is one of test mode, in which nobody is charged."""
        return "_test_" in self.key


def load(settings: Settings) -> Credentials | None:
    """Return the keys; None where none is set, and nothing is charged.

    Raises
    ------
    InvalidSetting
        A key is set twice, a file of one cannot be read, or there is a secret without a key.
    """
    key = _secret(settings, "stripe_key")
    secret = _secret(settings, "stripe_webhook_secret")
    if not key:
        if secret:
            raise InvalidSetting(
                f"{variable('stripe_webhook_secret')} is set, and {variable('stripe_key')} is not: "
                "nothing is charged without a key"
            )
        return None
    if settings.local_key:
        raise InvalidSetting(
            f"{variable('stripe_key')} is set together with {variable('local_key')}: nothing is counted on "
            "a server that a program starts for itself"
        )
    return Credentials(key, secret, settings.stripe_api_url)


def _secret(settings: Settings, name: str) -> str:
    """Return a secret, as it is or from its file."""
    text: str = getattr(settings, name)
    file: str = getattr(settings, f"{name}_file")
    if text and file:
        raise InvalidSetting(f"{variable(name)} and {variable(f'{name}_file')} are both set; one is enough")
    if not file:
        return text
    try:
        found = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSetting(
            f"{variable(f'{name}_file')} is {file!r}, which cannot be read: {error}"
        ) from None
    if not found:
        raise InvalidSetting(f"{variable(f'{name}_file')} is {file!r}, which is empty")
    return found
