"""A desk with a part on it, and no server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.state.settings import Settings
from app.views.desk import Desk
from tests.app.views.inspect import parts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


class Shipped:
    """A server that has packs, and nothing else."""

    def modules(self) -> tuple[dict[str, object], ...]:
        return (parts.CASTING,)


@pytest.fixture
def bench(qapp: object, tmp_path: Path) -> Iterator[Desk]:
    """Return a desk with a part that was judged, looked at as a sand casting."""
    desk = Desk(Settings(tmp_path))
    desk.client = Shipped()  # type: ignore[assignment]
    desk._become(parts.judged())
    desk.choose_verdict("casting", "sand")
    yield desk
    desk.close()
