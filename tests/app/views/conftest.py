"""What the tests of all windows share."""

import os
import shutil
import subprocess
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


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Use the display there is, else start Xvfb, else skip."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    if shutil.which("Xvfb") is None:
        pytest.skip("there is neither a display nor Xvfb: pixels of the viewport are not tested")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            pytest.skip("Xvfb does not start here: pixels of the viewport are not tested")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)
