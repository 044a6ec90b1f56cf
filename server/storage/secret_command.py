"""`sprue secrets`: print secrets for the hosts of an installation, or replace those of links and forms."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import OperationalError

from server.settings import InvalidSetting, Settings
from server.storage import migrate, secret_keys
from server.storage.database import reason
from server.storage.installation import Installation
from server.storage.secret_keys import SecretKeys

OK, BAD_USAGE = 0, 2

EXAMPLES = """\
examples:
  (umask 077; sprue secrets > /etc/sprue/secrets.toml)
  (umask 077; sprue secrets --data-dir /var/lib/sprue > /etc/sprue/secrets.toml)
  SPRUE_SECRET_FILE=/etc/sprue/secrets.toml sprue secrets --replace
"""


def main(argv: Sequence[str] | None = None, prog: str = "sprue secrets") -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Print new secrets for SPRUE_SECRET_FILE, which the hosts of a database share.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--data-dir",
        type=Path,
        metavar="DIR",
        help="print those of a data folder, whose keys stay valid",
    )
    what.add_argument(
        "--replace",
        action="store_true",
        help="print nothing, and have the database take the signing and the CSRF key of SPRUE_SECRET_FILE "
        "from now on: links and forms made with the keys before no longer work",
    )
    arguments = parser.parse_args(argv)
    try:
        if arguments.replace:
            asyncio.run(_replace(Settings.from_environment()))
        else:
            folder: Path | None = arguments.data_dir
            keys = SecretKeys.new() if folder is None else SecretKeys.of_folder(folder)
            sys.stdout.write(keys.as_file)
    except OperationalError as error:
        print(f"{prog}: {migrate.AWAY}: {reason(error)}", file=sys.stderr)
        return BAD_USAGE
    except (InvalidSetting, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    return OK


async def _replace(settings: Settings) -> None:
    installation = Installation(settings, secret_keys.load(settings))
    async with migrate.opened(settings) as database, database.writing() as connection:
        await installation.replace_secrets(connection)
