"""Whether the server or the worker in this container answers: exit status 0 where it does.

A server answers at its own port; a worker at that for metrics, where `SPRUE_METRICS_PORT` gives it one.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

COMMAND = Path("/proc/1/cmdline")
LIMIT_S = 4.0


def url(command: str, environment: Mapping[str, str]) -> str | None:
    """Return where the process answers; None for one that answers nowhere."""
    metrics = environment.get("SPRUE_METRICS_PORT", "0")
    if "\0worker\0" in command:
        return None if metrics == "0" else f"http://127.0.0.1:{metrics}/metrics"
    if "\0migrate\0" in command:
        return None
    return f"http://127.0.0.1:{environment.get('SPRUE_PORT', '8000')}/healthz"


def main() -> int:
    """Ask once."""
    asked = url(COMMAND.read_text("utf-8", "replace"), os.environ)
    if asked is None:
        return 0
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=LIMIT_S) as answer:
            return 0 if answer.status == 200 else 1
    except (URLError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
