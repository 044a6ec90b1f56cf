"""What a browser may do with a file that callers fetch: nothing, and with a report run our own viewer."""

import base64
import hashlib
from functools import cache

import resources

INERT = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""A report is a page of ours with names from the caller's file in it: it loads nothing."""
SCRIPTS = ("report/three.min.js", "report/viewer.js")
"""What a report may run: these bytes, and not one more."""


def of(name: str) -> str:
    """Return the policy for a file, by its name.

    A report stands alone: it has no part in the site it comes from, neither its cookies nor its other pages.
    """
    return _of_report() if name.endswith(".html") else INERT


@cache
def _of_report() -> str:
    digests = (hashlib.sha256(resources.path(name).read_bytes()).digest() for name in SCRIPTS)
    allowed = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    return f"{INERT}; script-src {allowed}; sandbox allow-scripts"
