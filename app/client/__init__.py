"""Speaks with a server: calls, typed answers, one kind of failure."""

import sys

sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # its command line, which loads as long as it
