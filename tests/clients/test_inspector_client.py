"""Clients of the protocol that nobody here wrote: its makers' inspector, and their conformance tests."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import resources
from server.agent.tools import TOOLS
from tests.clients.conftest import BUILD
from tests.contract.conftest import SERVE_ACTING, Site, served
from tests.support import forked

HERE = Path(__file__).parent / "inspector"
PART = resources.path("sample_parts/gear_housing.step")
FOLDER = BUILD / "inspector"
LOCK = "package-lock.json"
NODE = Path(sys.executable).with_name("node")
INSPECTOR = FOLDER / "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
CONFORMANCE = FOLDER / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
)
"""Those that ask for no tool that only servers made for these tests have."""
TIMEOUT_S = 120.0

pytestmark = pytest.mark.skipif(not INSPECTOR.is_file(), reason="`make setup` installs the inspector")


def inspect(*words: str, status: int = 0) -> Any:
    done = subprocess.run(
        [str(NODE), str(INSPECTOR), "--cli", *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("inspected") / "data", SERVE_ACTING) as running:
        yield running


def on_stdio(data_dir: Path, *words: str, status: int = 0) -> Any:
    command = [*forked.from_nowhere("tests.support.lazy_agent"), "--data-dir", str(data_dir)]
    return inspect("--cwd", str(PART.parent), *words, "--", *command, status=status)


def test_the_packages_are_those_of_the_lock() -> None:
    assert (FOLDER / LOCK).read_bytes() == (HERE / LOCK).read_bytes()


def test_every_tool_is_listed_with_schemas_that_other_hosts_take(tmp_path: Path) -> None:
    found = on_stdio(tmp_path, "--method", "tools/list", "--strict")
    assert [each["name"] for each in found["tools"]] == [tool.name for tool in TOOLS]
    assert all(each["inputSchema"]["type"] == "object" for each in found["tools"])
    assert all(each["outputSchema"]["type"] == "object" for each in found["tools"])


def test_a_part_is_looked_at_on_stdio(tmp_path: Path) -> None:
    found = on_stdio(
        tmp_path, "--method", "tools/call", "--tool-name", "quick_info", "--tool-arg", f"part={PART.name}"
    )
    assert not found.get("isError")
    assert found["structuredContent"]["size_mm"] == [164.0, 80.0, 34.0]


def test_the_same_over_http_with_a_key(site: Site) -> None:
    words = (f"{site.url}/mcp", "--method", "tools/call", "--tool-name", "usage")
    found = inspect(*words, "--header", f"X-API-Key: {site.key('free')}")
    assert found["structuredContent"]["plan"] == "free"


@pytest.fixture(scope="module")
def checked(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run all scenarios, which takes little longer than one; return the folder with what each found."""
    folder = tmp_path_factory.mktemp("conformance")
    done = subprocess.run(
        [str(NODE), str(CONFORMANCE), "server", "--url", f"{site.url}/mcp", "--output-dir", str(folder)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert "SUMMARY" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_server_conforms(checked: Path, scenario: str) -> None:
    [file] = checked.glob(f"server-{scenario}-20*/checks.json")
    checks = json.loads(file.read_text("utf-8"))
    assert checks
    assert [check for check in checks if check["status"] != "SUCCESS"] == []
