"""Where a part comes from: a file of the caller's machine, a URL, or what was sent ahead."""

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import ListRoots
from mcp_types import ListRootsResult

from server.agent.origin import Origin

PART_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_READ_BYTES = 200 * 1024**2
"""Of a file on the caller's machine; the server has a limit of its own, which it tells."""
NOT_HERE = (
    "This server reads no files of your machine. Send the part by upload_part: as a URL, as base64 up to 2 "
    "MB, or "
    "without arguments, which tells a command that sends a file of any size."
)


@dataclass(frozen=True, slots=True)
class PartSource:
    """A part for a form: what goes into it, and what tells this part from others."""

    form: dict[str, str]
    file: tuple[str, bytes] | None
    digest: str


def ask_roots(ctx: Context[object, object]) -> ListRoots | ListRootsResult:
    """Ask the client for its roots where it has any; others get none."""
    capabilities = ctx.client_capabilities
    if ctx.headers is not None or capabilities is None or capabilities.roots is None:
        return ListRootsResult(roots=[])
    return ListRoots()


def source(part: str, roots: ListRootsResult, origin: Origin) -> PartSource:
    """Find a part by what a caller names it: an id of `upload_part`, a URL, or on stdio a path.

    Raises
    ------
    ToolError
        It is none, or lies where tools may not read.
    """
    named = part.strip()
    if PART_ID.fullmatch(named):
        return PartSource({"part_id": named}, None, named)
    if re.match(r"https?://", named):
        return PartSource({"blob_url": named, "filename": name_in_url(named)}, None, "")
    if not origin.is_local:
        raise ToolError(NOT_HERE)
    path = readable(named, folders_of(roots))
    content = path.read_bytes()
    return PartSource({}, (path.name, content), hashlib.sha256(content).hexdigest())


def name_in_url(url: str) -> str:
    """Return the name of the file that a URL ends in."""
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    if not name:
        raise ToolError(f"{url[:80]!r} ends in no file name; pass filename, such as part.step, besides.")
    return name


def folders_of(roots: ListRootsResult) -> list[Path]:
    """Return the folders that a client names as its roots; the working folder where it names none."""
    named = []
    for root in roots.roots:
        parts = urlsplit(str(root.uri))
        if parts.scheme == "file":
            named.append(Path(url2pathname(unquote(parts.path))))
    return named or [Path.cwd()]


def readable(named: str, folders: Sequence[Path]) -> Path:
    """Return a file below one of some folders; links are followed before that is looked at.

    Raises
    ------
    ToolError
        It is elsewhere, not there, no file, or too large.
    """
    if "\x00" in named:
        raise ToolError("A path holds no zero bytes.")
    allowed = [Path(os.path.realpath(each)) for each in folders]
    wanted = Path(named).expanduser()
    tried = [wanted] if wanted.is_absolute() else [each / wanted for each in allowed]
    shown = ", ".join(str(each) for each in allowed)
    for each in tried:
        real = Path(os.path.realpath(each))
        if not any(real == folder or real.is_relative_to(folder) for folder in allowed):
            raise ToolError(
                f"{named[:200]!r} is not below a folder that this client shares. Shared are: {shown}. Copy "
                "the part "
                "there, or have the client share its folder as a root."
            )
        if real.is_file():
            if real.stat().st_size > MOST_READ_BYTES:
                raise ToolError(f"{named[:200]!r} is larger than {MOST_READ_BYTES // 1024**2} MB.")
            return real
    raise ToolError(f"There is no file {named[:200]!r}; paths are taken from {shown}.")
