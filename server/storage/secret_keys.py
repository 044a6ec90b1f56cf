"""The secrets that a server works with: those of its data folder, or of a file that all hosts share.

The pepper makes the hashes by which API keys are known and the secrets of webhooks, the signing key makes
links, and the CSRF key protects the forms of the dashboard. What one host made has to hold at every other.
"""

import hashlib
import secrets
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Self

from server.settings import InvalidSetting, Settings, variable
from server.storage.database import is_shared
from server.storage.signing import CSRF_FILE, KEY_BYTES, PEPPER_FILE, SIGNING_FILE, load_key

FINGERPRINT_DIGITS = 12
COMMAND = "sprue secrets"
"""Prints such a file."""


@dataclass(frozen=True, slots=True)
class SecretKeys:
    """Each of `KEY_BYTES` bytes or more."""

    pepper: bytes
    signing: bytes
    csrf: bytes

    @classmethod
    def new(cls) -> Self:
        """Return keys that nobody has yet."""
        return cls(*(secrets.token_bytes(KEY_BYTES) for _ in fields(cls)))

    @classmethod
    def of_folder(cls, data_dir: Path) -> Self:
        """Return the keys of a data folder; the first call makes them."""
        return cls(*(load_key(data_dir, name) for name in (PEPPER_FILE, SIGNING_FILE, CSRF_FILE)))

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """Read the keys from a TOML file, each a hexadecimal number by its name.

        Raises
        ------
        InvalidSetting
            It is no such file.
        """
        named = f"{variable('secret_file')} names {path}"
        names = [field.name for field in fields(cls)]
        try:
            found = tomllib.loads(path.read_text("utf-8"))
            if sorted(found) != sorted(names):
                raise ValueError
            keys = {name: bytes.fromhex(found[name]) for name in names}
        except OSError as error:
            raise InvalidSetting(f"{named}, which cannot be read: {error.strerror}") from None
        except (ValueError, TypeError):  # of TOML, UTF-8 and hexadecimal numbers too
            raise InvalidSetting(
                f"{named}, which is no file of {', '.join(names)}, each a hexadecimal number; "
                f"`{COMMAND}` prints one"
            ) from None
        for name, key in keys.items():
            if len(key) < KEY_BYTES:
                raise InvalidSetting(
                    f"{named}, where {name} has {len(key)} bytes; it needs {KEY_BYTES} or more"
                )
        return cls(**keys)

    @property
    def as_file(self) -> str:
        """The text that `of_file` reads."""
        return "".join(f'{name} = "{key.hex()}"\n' for name, key in asdict(self).items())

    @property
    def fingerprints(self) -> dict[str, str]:
        """What tells each key from another of its name; nothing of a key can be read from it."""
        return {
            name: hashlib.sha256(f"sprue {name}\n".encode() + key).hexdigest()[:FINGERPRINT_DIGITS]
            for name, key in asdict(self).items()
        }


def load(settings: Settings) -> SecretKeys:
    """Return the keys that the settings lead to.

    Raises
    ------
    InvalidSetting
        The file that is named is none, or none is named and the database is one that several hosts share.
    """
    if settings.secret_file:
        return SecretKeys.of_file(Path(settings.secret_file))
    if is_shared(settings.database_url):
        raise InvalidSetting(
            f"all hosts of a PostgreSQL database share their secrets: {variable('secret_file')} has to name "
            f"the file with them; `{COMMAND} --data-dir {settings.data_dir}` prints those of this data folder"
        )
    return SecretKeys.of_folder(settings.data_dir)
