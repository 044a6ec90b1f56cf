"""The engine of this machine: found where another program of the user's runs it, else started."""

import json
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import anyio
import anyio.to_thread
import httpx2
from mcp.server.mcpserver.exceptions import ToolError

from server.agent.origin import PLAIN

FOLDER = "agent"
PACKS = "packs"
MOST_FOLDERS = 8
"""Engines of one user that run side by side, where one is there that does not answer."""
NOTE = "engine.json"
"""Tells others of this user where the engine is, and its key; readable by the user alone."""
START_S = 90.0
STOP_S = 8.0
PROBE_S = 2.0


class LocalEngine:
    """One server for tools on stdio.

    Parameters
    ----------
    data_dir : Path
        Where its data is; others of the same name with a number behind are tried where that is taken.
    pack_folder : Path, optional
        Where rule packs are that other programs of the user know too; with the data when None.
    command : sequence of str, optional
        What runs the server; Sprue's own when empty.
    """

    def __init__(self, data_dir: Path, pack_folder: Path | None = None, command: Sequence[str] = ()) -> None:
        self._data_dir = data_dir
        self._command = tuple(command) or (sys.executable, "-P", "-m", "server")
        self._variables = {"SPRUE_EXTRA_FORMATS": "1"}
        if pack_folder is not None:
            self._variables["SPRUE_PACK_FOLDER"] = str(pack_folder)
        self._lock = anyio.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None
        self._note: Path | None = None
        self._url = ""
        self._key = ""

    async def reach(self) -> tuple[str, str | None]:
        """Return address and key of an engine that answers; start one where there is none.

        Raises
        ------
        ToolError
            None can be started: a sentence, and where its log is.
        """
        async with self._lock:
            if self._url and await self._answers(self._url):
                return self._url, self._key
            await anyio.to_thread.run_sync(self.stop)
            if not await self._find():
                await anyio.to_thread.run_sync(self._start)
            return self._url, self._key

    def stop(self) -> None:
        """End the engine if it was started here; one of somebody else's goes on."""
        process, self._process = self._process, None
        self._url = self._key = ""
        if process is None:
            return
        if self._note is not None:
            with suppress(OSError):
                self._note.unlink()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
        if self._log is not None:
            self._log.close()

    async def _find(self) -> bool:
        """Look for one that another program of this user started; say whether it answers."""
        try:
            note = json.loads((self._data_dir / NOTE).read_text("utf-8"))
            url, key = str(note["url"]), str(note["key"])
        except (OSError, ValueError, KeyError, TypeError):
            return False
        if not url.startswith("http://127.0.0.1:") or not await self._answers(url):
            return False
        self._url, self._key = url, key
        return True

    async def _answers(self, url: str) -> bool:
        if self._process is not None and self._process.poll() is not None:
            return False
        try:
            async with httpx2.AsyncClient(timeout=PROBE_S, trust_env=False, verify=PLAIN) as client:
                return (await client.get(f"{url}/healthz")).status_code == 200
        except httpx2.HTTPError:
            return False

    def _start(self) -> None:
        for number in range(1, MOST_FOLDERS + 1):
            folder = (
                self._data_dir if number == 1 else self._data_dir.with_name(f"{self._data_dir.name}-{number}")
            )
            if self._start_in(folder):
                return
        raise ToolError(f"The engine does not start; {self._data_dir / 'engine.log'} tells why.")

    def _start_in(self, folder: Path) -> bool:
        """Start one in a folder; False where another works there, or it ends at once."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            log = (folder / "engine.log").open("w", encoding="utf-8")
        except OSError as error:
            raise ToolError(f"The engine cannot keep its data in {folder}: {error.strerror}.") from None
        key = f"svc_live_{secrets.token_urlsafe(32)}"
        outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
        how = ("--port", "0", "--announce", "--stop-with-stdin", "--data-dir", str(folder))
        process = subprocess.Popen(
            [*self._command, *how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=outside | _import_path() | self._variables | {"SPRUE_LOCAL_KEY": key},
        )
        announced = _announcement(process)
        if announced is None:
            process.kill()
            process.wait()
            log.close()
            return False
        self._process, self._log = process, log
        self._url, self._key = str(announced["url"]), key
        self._note = folder / NOTE if folder == self._data_dir else None
        if self._note is not None:
            _write_privately(self._note, json.dumps({"url": self._url, "key": key, "pid": process.pid}))
        return True


def data_dir() -> Path:
    """Return where the engine of this user's tools keeps its data."""
    if os.name == "nt":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library/Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return home / "sprue" / FOLDER


def pack_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return where the desktop program keeps this user's rule packs."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Sprue" / PACKS
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Sprue" / PACKS
    configured = environment.get("XDG_CONFIG_HOME", "")
    return (Path(configured) if configured.startswith("/") else home / ".config") / "sprue" / PACKS


def _import_path() -> dict[str, str]:
    """Have the child find our packages where we were found: in a checkout that is not where it works."""
    root = str(Path(__file__).parents[2])
    known = os.environ.get("PYTHONPATH", "")
    return {"PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root}


def _announcement(process: "subprocess.Popen[str]") -> dict[str, Any] | None:
    """Wait for the line that tells where it is; None where it ends or takes too long."""
    timer = threading.Timer(START_S, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found: dict[str, Any] = json.loads(line)
        return found
    except ValueError:
        return None
    finally:
        timer.cancel()


def _write_privately(path: Path, text: str) -> None:
    draft = path.with_suffix(".draft")
    with suppress(OSError):
        draft.unlink()
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(draft, path)
