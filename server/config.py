"""`sprue config`: what is set and what is default, and what of it contradicts itself; nothing is started."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from os import environ
from pathlib import Path

from sqlalchemy.engine import make_url

from engine.errors import SprueError
from engine.pricing import price_table
from server import logs
from server.billing import credentials
from server.dashboard.setup import is_loopback
from server.metering.plans import PLANS
from server.settings import InvalidSetting, Settings, table, variable
from server.storage import secret_keys
from server.storage.database import is_shared
from server.storage.host import check_is_shared
from server.tracing import setup

OK, CONTRADICTS, BAD_USAGE = 0, 1, 2
HIDDEN = "(set)"
"""What is shown of a secret."""


def main(argv: Sequence[str] | None = None, prog: str = "sprue config") -> int:
    """Print every setting, then what contradicts; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Print the settings of this host, which are environment variables, and what of them "
        f"contradicts itself. Exit status {CONTRADICTS} says that something does.",
        epilog=f"example:\n  SPRUE_STORE=s3://bucket/sprue {prog}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(argv)
    try:
        settings = Settings.from_environment()
    except InvalidSetting as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    print("\n".join(lines(settings)))
    found = contradictions(settings, environ)
    print("\n".join(["", *found] if found else ["", "nothing contradicts"]))
    return CONTRADICTS if found else OK


def lines(settings: Settings) -> list[str]:
    """Return a line for each setting: its variable, its value, and whether that is the default."""
    secret = {each.name for each in fields(Settings) if not each.repr}
    rows = []
    for each, (name, default, _) in zip(fields(Settings), table(), strict=True):
        value = getattr(settings, each.name)
        text = HIDDEN if each.name in secret and value else _shown(each.name, value)
        rows.append((name, text or "(empty)", "default" if str(value) == default else "set"))
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    return [f"{name:<{widths[0]}}  {text:<{widths[1]}}  {source}" for name, text, source in rows]


def contradictions(settings: Settings, environment: Mapping[str, str]) -> list[str]:
    """Return a sentence for whatever would not work, or not as it was meant."""
    return [
        *_refused(lambda: is_shared(settings.database_url)),
        *_refused(lambda: secret_keys.load(settings) if _has_secrets(settings) else None),
        *_refused(lambda: check_is_shared(settings) if settings.worker_hosts else None),
        *_refused(lambda: settings.trusted_networks),
        *_refused(lambda: price_table.load(Path(settings.price_table)) if settings.price_table else None),
        *_refused(lambda: credentials.load(settings)),
        *_refused(lambda: logs.check(settings.log_format)),
        *_refused(lambda: setup.is_wanted(environment)),
        *_numbers(settings),
        *_store(settings, environment),
        *_of_others(settings),
    ]


def _refused(check: Callable[[], object]) -> list[str]:
    """Return what a check that is also made at a start has against the settings."""
    try:
        check()
    except (InvalidSetting, SprueError, OSError) as error:
        return [str(error)]
    return []


def _has_secrets(settings: Settings) -> bool:
    """Whether secrets can be looked at without making any."""
    try:
        return bool(settings.secret_file) or is_shared(settings.database_url)
    except InvalidSetting:
        return False


def _numbers(settings: Settings) -> list[str]:
    return [
        f"{variable(each.name)} is {value}, and no number of ours is below 0"
        for each in fields(Settings)
        if isinstance(value := getattr(settings, each.name), int | float) and value < 0
    ]


def _store(settings: Settings, environment: Mapping[str, str]) -> list[str]:
    found = []
    if settings.store:
        from server.storage.object_store import ObjectStore

        found += _refused(lambda: ObjectStore(settings.store, settings.store_public_url, environment))
    elif settings.store_public_url:
        found.append(
            f"{variable('store_public_url')} is set, and no store: callers fetch from this server "
            f"unless {variable('store')} names a bucket"
        )
    return found


def _of_others(settings: Settings) -> list[str]:
    """Return what does not suit a server that others reach, or one that only a program does."""
    found = []
    is_reached = not is_loopback(settings.host) or bool(settings.site_url)
    if settings.local_key and is_reached:
        found.append(f"{variable('local_key')} is for a server that its own machine alone reaches")
    if settings.pack_folder and not settings.local_key:
        found.append(
            f"{variable('pack_folder')} is for a program that starts this server for itself, by "
            f"{variable('local_key')}; packs of accounts are kept in the database"
        )
    if settings.new_account_plan not in PLANS:
        found.append(
            f"{variable('new_account_plan')} is {settings.new_account_plan!r}, which is no plan; "
            f"plans are {', '.join(PLANS)}"
        )
    return found


def _shown(name: str, value: object) -> str:
    """Return a value as it is shown: of a URL without its password."""
    text = str(value)
    if name != "database_url" or not text:
        return text
    try:
        return make_url(text).render_as_string(hide_password=True)
    except Exception:  # it is none, which stands among the contradictions
        return HIDDEN


if __name__ == "__main__":
    sys.exit(main())
