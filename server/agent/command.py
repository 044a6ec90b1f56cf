"""The command `sprue mcp`: the tools over standard input and output, for an agent host on this machine."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

BAD_USAGE = 2
KEY = "SPRUE_API_KEY"
NOT_INSTALLED = "the Model Context Protocol is not installed; `pip install 'sprue[mcp]'` brings it"


def main(argv: Sequence[str] | None = None, prog: str = "sprue mcp") -> int:
    """Answer one agent host until it ends standard input; return the exit status."""
    arguments = _parser(prog).parse_args(argv)
    server_url = arguments.server.rstrip("/").removesuffix("/api/v1") if arguments.server else ""
    if server_url and (
        urlsplit(server_url).scheme not in ("http", "https") or not urlsplit(server_url).netloc
    ):
        print(
            f"{prog}: --server is {arguments.server!r}; it is a URL such as https://sprue.example.com",
            file=sys.stderr,
        )
        return BAD_USAGE
    if server_url and not os.environ.get(KEY):
        print(
            f"{prog}: {server_url} asks for a key; set {KEY}, which {server_url}/dashboard/api makes",
            file=sys.stderr,
        )
        return BAD_USAGE
    try:
        from server.agent import stdio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "httpx2", "pydantic"):
            raise
        print(f"{prog}: {NOT_INSTALLED}", file=sys.stderr)
        return BAD_USAGE
    return stdio.run(server_url, os.environ.get(KEY), arguments.data_dir)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Tools for agents over the Model Context Protocol, on standard input and output. The "
        "engine of this "
        "machine is started with them, and needs no key; files are read below the folders that the host "
        "shares, or the "
        "folder this was started in.",
        epilog=f"examples:\n  {prog}\n  {KEY}=svc_live_… {prog} --server https://sprue.example.com\n\n"
        "An agent host starts it by itself; its configuration has:\n"
        '  {"mcpServers": {"sprue": {"command": "sprue", "args": ["mcp"]}}}\n'
        "A server has the same tools at its address with /mcp behind.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--server", metavar="URL", help=f"a server to ask instead, with the key in {KEY}")
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder for the engine's data (default: the user's own)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
