"""What a package is tried with: an analysis, a server that is asked, a window that is looked at."""

import json
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import anyio
from bare_system import HOME, CheckFailed, inside, run, running
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ListRootsResult, Root
from PIL import Image

PART = f"{HOME}/Gehäuse für Ölpumpe.step"
"""A path with spaces and letters beyond ASCII."""
N_FACES = 72
"""Of the sample part, as `tests/support/sample_parts.py` draws it."""
DISPLAY = ":87"
SHOWN = {"DISPLAY": DISPLAY, "LIBGL_ALWAYS_SOFTWARE": "1"}
DATA = f"{HOME}/data"
LONGEST_CALL_S = 240
FEWEST_COLORS = 200
"""A window that drew nothing has a few dozen."""


def analysis(root: Path, command: Sequence[str], variables: Mapping[str, str], offline: bool = False) -> None:
    """Analyze the sample part on the command line; `offline` without any network."""
    inside(root, [*command, "analyze", PART, "--out", f"{HOME}/out", "--no-pictures"], variables, offline)
    expect(json.loads((root / HOME.lstrip("/") / "out/result.json").read_text("utf-8")))


def server(root: Path, command: Sequence[str], variables: Mapping[str, str], port: int, log: Path) -> None:
    """Start a server, make a key, and have it analyze the part over HTTP."""
    key = inside(root, [*command, "keys", "create", "--data-dir", DATA], variables).strip()
    site = f"http://127.0.0.1:{port}"
    api = f"{site}/api/v1/dfm"
    serve = [*command, "serve", "--host", "127.0.0.1", "--port", str(port), "--data-dir", DATA]
    with running(root, serve, log, variables):
        _until(lambda: bool(_answer(f"{site}/healthz")), 60, f"no answer; see {log}")
        part = root / PART.lstrip("/")
        form = ["-H", f"X-API-Key: {key}", "-F", f"file=@{part}", f"{api}/analyze"]
        job = json.loads(run(["curl", "-sS", "--noproxy", "*", *form]))["job_id"]
        status = f"{api}/jobs/{job}"
        _until(lambda: _answer(status, key).get("status") in ("done", "failed"), 180, f"no end; see {log}")
        expect(_answer(f"{status}/result", key))


def agent(words: Sequence[str], part: str, log: Path) -> None:
    """Have an agent host run these words, which start `sprue mcp`, and ask for one analysis.

    The client is the protocol's own; it shares the part's folder.
    """
    program, *rest = words
    with log.open("w", encoding="utf-8") as written:
        answer = anyio.run(_called, StdioServerParameters(command=program, args=rest), part, written)
    said = "".join(each.text for each in answer.content if each.type == "text")
    if answer.is_error or (answer.structured_content or {}).get("status") != "done":
        raise CheckFailed(f"sprue mcp answers: {said[:300]}")
    print(said.splitlines()[0], flush=True)


async def _called(parameters: StdioServerParameters, part: str, log: TextIO) -> CallToolResult:
    async def roots(_: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=Path(part).parent.as_uri())])

    with anyio.fail_after(LONGEST_CALL_S):
        async with Client(stdio_client(parameters, errlog=log), list_roots_callback=roots) as client:
            return await client.call_tool("analyze", {"part": part, "wait_s": LONGEST_CALL_S - 60})


def window(root: Path, command: Sequence[str], picture: Path, log: Path) -> None:
    """Open the part in the desktop program on a screen of its own, and take a picture of it."""
    journal = root / HOME.lstrip("/") / ".local/state/sprue/log/engine.log"
    journal.unlink(missing_ok=True)
    with screen(), running(root, [*command, "app", PART], log, SHOWN):
        began = time.monotonic()
        _until(lambda: bool(_windows()), 60, f"no window; see {log}")
        print(f"{time.monotonic() - began:6.1f} s  until there is a window", flush=True)
        _until(lambda: _has_result(journal), 180, f"no result; see {log} and {journal}")
        print(f"{time.monotonic() - began:6.1f} s  until the part is judged", flush=True)
        time.sleep(10)  # it is drawn, and its findings are listed
        picture.unlink(missing_ok=True)
        run(["scrot", "--overwrite", str(picture)], {"DISPLAY": DISPLAY})
    with Image.open(picture) as image:
        n_colors = len(image.convert("RGB").getcolors(maxcolors=1 << 24))
    if n_colors < FEWEST_COLORS:
        raise CheckFailed(f"the window has {n_colors} colors only; see {picture}")


@contextmanager
def screen() -> Iterator[None]:
    """Have a screen outside, which is reached by the network that all share."""
    size = ["-screen", "0", "1440x900x24"]
    server = subprocess.Popen(["Xvfb", DISPLAY, *size, "-ac", "-nolisten", "unix"], stderr=subprocess.DEVNULL)
    time.sleep(2)
    try:
        yield
    finally:
        server.kill()
        server.wait()


def expect(result: Mapping[str, Any]) -> None:
    """Raise where a result is not that of the sample part."""
    n_faces = result.get("stats", {}).get("n_faces")
    if n_faces != N_FACES:
        raise CheckFailed(f"the part has {n_faces} faces, drawn with {N_FACES}: {str(result)[:300]}")


def _has_result(journal: Path) -> bool:
    return journal.is_file() and ": done" in journal.read_text("utf-8", "replace")


def _windows() -> str:
    try:
        return run(["xdotool", "search", "--onlyvisible", "--name", "Sprue"], {"DISPLAY": DISPLAY}).strip()
    except CheckFailed:
        return ""


def _answer(url: str, key: str = "") -> dict[str, Any]:
    """Return an answer; an empty one where there is none."""
    request = urllib.request.Request(url, headers={"X-API-Key": key} if key else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except OSError:
        return {}


def _until(holds: Callable[[], bool], limit_s: float, otherwise: str) -> None:
    end = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > end:
            raise CheckFailed(f"{otherwise} ({limit_s:g} s)")
        time.sleep(0.2)
