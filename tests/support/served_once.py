"""An application that is made, started and asked before servers are forked.

What a server does for the first time takes it twice as long: libraries compile patterns, statements and
templates, and look for what they may use.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.progress import Progress
from server.settings import Settings
from tests.server.application import client_of
from tests.server.databases import put_tables


def serve(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Start an application, ask it something, and end it."""
    with TemporaryDirectory() as folder:
        put_tables(Path(folder))
        with client_of(Settings(data_dir=Path(folder), site_url="http://sprue.test")) as client:
            client.get("/healthz").raise_for_status()
    return {}
