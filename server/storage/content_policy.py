"""What a browser may do with a file that callers fetch: nothing, and with a report run our own viewer."""

import base64
import hashlib
from functools import cache

import resources

INERT = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""A report is a page of ours with names from the caller's file in it: it loads nothing."""


def of(name: str) -> str:
    """Return the policy for a file, by its name.

    A report stands alone: it has no part in the site it comes from, neither its cookies nor its other pages.
    """
    return _of_report() if name.endswith(".html") else INERT


@cache
def _of_report() -> str:
    """Allow a report its own scripts: these bytes, and not one more."""
    scripts = (resources.path(name).read_bytes() for name in resources.REPORT_SCRIPTS)
    digests = (hashlib.sha256(script).digest() for script in scripts)
    allowed = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    return f"{INERT}; script-src {allowed}; sandbox allow-scripts"
