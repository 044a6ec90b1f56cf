"""A window context with a part on it, and no server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.state.settings import Settings
from app.views.window_context import WindowContext
from tests.app.views.inspect import parts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


class Shipped:
    """A server that has packs, and nothing else."""

    def saved_modules(self) -> tuple[dict[str, object], ...]:
        return ()

    def modules(self) -> tuple[dict[str, object], ...]:
        return (parts.CASTING,)


@pytest.fixture
def context(qapp: object, tmp_path: Path) -> Iterator[WindowContext]:
    """Return a window context with a part that was judged, looked at as a sand casting."""
    context = WindowContext(Settings(tmp_path))
    context.client = Shipped()  # type: ignore[assignment]
    context._become(parts.judged())
    context.choose_verdict("casting", "sand")
    yield context
    context.close()
