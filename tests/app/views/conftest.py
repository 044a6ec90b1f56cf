"""What the tests of all windows share."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def _no_widget_outlives_its_test() -> Iterator[None]:
    """Delete what a test has left to be deleted: each look that is chosen later would be given to it, too."""
    yield
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
