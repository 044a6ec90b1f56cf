"""Chromium without a screen, driven over its own pipe: what a page looks like and does to who uses it.

Chromium speaks its DevTools protocol on two file descriptors that it inherits: JSON messages, each ended by a
zero byte. So tests need the browser and nothing besides, and no port is opened.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What Chromium is called; the first is it without a screen and at half the cost."""
EXECUTABLE = next(filter(None, map(shutil.which, NAMES)), None)
TIMEOUT_S = 60.0
WEBGL = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
)
"""Flags for drawing in three dimensions, by the processor; the page around it is drawn as without them."""
NO_WEBGL = ("--disable-gpu", "--disable-3d-apis")
FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


class Refused(Exception):
    """Chromium answered a command with an error, or a script threw one."""


class Page:
    """One tab."""

    def __init__(self, pipe: "_Pipe", profile: str, session: str) -> None:
        self._pipe = pipe
        self._profile = profile
        self._session = session
        self.complaints: list[str] = []
        """What the page logged as an error, and what its content policy kept from loading."""
        self.requests: list[str] = []
        """Addresses that the page asked for, since `watch_requests`."""
        self.dialogs: list[str] = []
        """What the page asked; every question is answered with yes."""
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")

    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""
        with self._loading():
            self._call("Page.navigate", url=url)

    def watch_requests(self) -> None:
        """Note in `requests` what is asked for from now on."""
        self._call("Network.enable")

    def run_no_scripts(self) -> None:
        """Show pages from now on as to somebody who allows no scripts; `ask` works all the same."""
        self._call("Emulation.setScriptExecutionDisabled", value=True)

    def pixels(self, selector: str) -> bytes:
        """Return a picture of what the window shows of the first element of a selector, as PNG."""
        box = self.ask(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.x + scrollX, box.y + scrollY, box.width, box.height]; })()"
        )
        clip = dict(zip(("x", "y", "width", "height"), box, strict=True), scale=1)
        shot = self._call("Page.captureScreenshot", format="png", clip=clip)
        return base64.b64decode(shot["data"])

    def press(self, key: str) -> None:
        """Press and release a key that has a name, as `ArrowLeft`."""
        typed = {"text": "\r", "windowsVirtualKeyCode": 13} if key == "Enter" else {}
        self._call(
            "Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", key=key, code=key, **typed
        )
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def drag(self, selector: str, by: tuple[float, float]) -> None:
        """Drag from the middle of the first element of a selector with the mouse."""
        x, y = self.ask(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        self._call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **held)
        for step in range(1, 6):
            self._call(
                "Input.dispatchMouseEvent",
                type="mouseMoved",
                x=x + by[0] * step / 5,
                y=y + by[1] * step / 5,
                **held,
            )
        self._call("Input.dispatchMouseEvent", type="mouseReleased", x=x + by[0], y=y + by[1], **held)

    def ask(self, script: str) -> Any:
        """Return what an expression is in the page."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise Refused(found["exceptionDetails"].get("exception", {}).get("description", script))
        return found["result"].get("value")

    def text(self, selector: str = "body") -> str:
        """Return what is read in the first element of a selector; raise Refused when there is none."""
        found: str = self.ask(f"document.querySelector({json.dumps(selector)}).innerText")
        return found

    def fill(self, selector: str, text: str) -> None:
        """Click into a field and type."""
        self.click(selector)
        self._call("Input.insertText", text=text)

    def click(self, selector: str, loads: bool = False) -> None:
        """Click in the middle of the first element of a selector, with the mouse.

        What covers the element gets the click, as it would from a hand. With `loads`, wait until the page
        that the click leads to is loaded.
        """
        x, y = self.ask(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const box = e.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        if loads:
            with self._loading():
                self._press(x, y)
        else:
            self._press(x, y)

    def until(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        deadline = time.monotonic() + TIMEOUT_S
        while not self.ask(script):
            assert time.monotonic() < deadline, f"never true: {script}"
            time.sleep(0.05)

    def grant(self, origin: str, *permissions: str) -> None:
        """Let the pages of an origin do what a user would be asked for."""
        allowed = {"origin": origin, "permissions": list(permissions), "browserContextId": self._profile}
        self._pipe.ask("Browser.grantPermissions", None, **allowed)

    def resize(self, width: int, height: int = 800, scheme: str = "light", density: float = 1.0) -> None:
        """Show the page in a window of a size, light or dark, with so many pixels a point each way."""
        media = [{"name": "prefers-color-scheme", "value": scheme}]
        self._call("Emulation.setEmulatedMedia", features=media)
        size = {"width": width, "height": height, "deviceScaleFactor": density, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **size)

    def look(self, target: Path, width: int = 1280, height: int = 800, scheme: str = "light") -> None:
        """Take a picture of the whole page as it looks in a window of a size."""
        self.resize(width, height, scheme)
        shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        target.write_bytes(base64.b64decode(shot["data"]))

    def _press(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    @contextmanager
    def _loading(self) -> Iterator[None]:
        """Do something that leads to another page, and wait until that is loaded."""
        self._pipe.forget()
        yield
        self._pipe.until("Page.loadEventFired", self._heed)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._pipe.ask(method, self._session, self._heed, **parameters)

    def _heed(self, event: dict[str, Any]) -> None:
        """Take note of what the page says by itself."""
        parameters = event.get("params", {})
        match event.get("method"):
            case "Page.javascriptDialogOpening":
                self.dialogs.append(parameters["message"])
                self._pipe.send("Page.handleJavaScriptDialog", self._session, accept=True)
            case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                self.complaints.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(parameters["exceptionDetails"]["text"])


class Browser:
    """A running Chromium."""

    def __init__(self, pipe: "_Pipe") -> None:
        self._pipe = pipe

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Open a page in a profile of its own, which is empty: it has no cookies of any other."""
        profile = self._pipe.ask("Target.createBrowserContext", None)["browserContextId"]
        place = {"url": "about:blank", "browserContextId": profile}
        target = self._pipe.ask("Target.createTarget", None, **place)["targetId"]
        session = self._pipe.ask("Target.attachToTarget", None, targetId=target, flatten=True)["sessionId"]
        try:
            yield Page(self._pipe, profile, session)
        finally:
            self._pipe.ask("Target.disposeBrowserContext", None, browserContextId=profile)


@contextmanager
def browser(flags: tuple[str, ...] = ("--disable-gpu",)) -> Iterator[Page]:
    """Start Chromium, and give a page of it."""
    with running(flags) as started, started.page() as page:
        yield page


@contextmanager
def running(flags: tuple[str, ...] = ("--disable-gpu",)) -> Iterator[Browser]:
    """Start Chromium, with further flags: without them it draws no more than pages."""
    assert EXECUTABLE is not None, "there is no Chromium"
    to_browser, ours_out = os.pipe()
    ours_in, from_browser = os.pipe()

    def place() -> None:  # it reads from descriptor 3 and writes to 4
        commands, answers = os.dup(to_browser), os.dup(from_browser)
        os.dup2(commands, 3)
        os.dup2(answers, 4)

    with tempfile.TemporaryDirectory(prefix="sprue-chromium-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [EXECUTABLE, *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=place,
        )
        os.close(to_browser)
        os.close(from_browser)
        pipe = _Pipe(ours_in, ours_out)
        try:
            yield Browser(pipe)
        finally:
            process.terminate()
            process.wait(TIMEOUT_S)
            os.close(ours_in)
            os.close(ours_out)


class _Pipe:
    """Messages to and from the browser."""

    def __init__(self, descriptor_in: int, descriptor_out: int) -> None:
        self._in, self._out = descriptor_in, descriptor_out
        self._buffer = b""
        self._n = 0
        self._seen: set[str] = set()
        os.set_blocking(self._in, False)

    def send(self, method: str, session: str | None, **parameters: Any) -> int:
        """Send a command; return its number."""
        self._n += 1
        message = {"id": self._n, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        return self._n

    def ask(
        self, method: str, session: str | None, heed: Any = lambda event: None, **parameters: Any
    ) -> dict[str, Any]:
        """Send a command and return its answer; events on the way are heeded."""
        number = self.send(method, session, **parameters)
        while True:
            message = self._next()
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(f"{method}: {message['error']['message']}")
                found: dict[str, Any] = message["result"]
                return found
            self._note(message, heed)

    def forget(self) -> None:
        """Forget which events came."""
        self._seen.clear()

    def until(self, event: str, heed: Any) -> None:
        """Wait for an event, unless it came since the last `forget`."""
        while event not in self._seen:
            self._note(self._next(), heed)

    def _note(self, message: dict[str, Any], heed: Any) -> None:
        if "method" in message:
            self._seen.add(message["method"])
            heed(message)

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + TIMEOUT_S
        while b"\0" not in self._buffer:
            assert time.monotonic() < deadline, "Chromium does not answer"
            try:
                chunk = os.read(self._in, 1 << 20)
                assert chunk, "Chromium has ended"
                self._buffer += chunk
            except BlockingIOError:
                time.sleep(0.005)
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
