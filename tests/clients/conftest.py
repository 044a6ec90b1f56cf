"""One server with the real kernel behind it, its document, and what an account without units needs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

import resources
from tests.contract import parts
from tests.contract.conftest import SERVE_LAZY, Site, send, served

BUILD = Path(__file__).parents[2] / "build" / "clients"
"""Where clients are made; `make setup` puts the npm packages of the one for TypeScript there."""
TIMEOUT_S = 240.0


@dataclass(frozen=True, slots=True)
class Called:
    """A server, and what a client is given to go the whole way with it."""

    document: dict[str, Any]
    file: Path
    """The document, as a generator reads it."""
    arguments: tuple[str, str]
    keys: dict[str, str]

    def operations(self) -> set[str]:
        """Return the ids of all operations."""
        items = self.document["paths"].values()
        return {operation["operationId"] for item in items for operation in item.values()}

    def journey(self, *command: str | Path, folder: Path, **environment: str) -> dict[str, Any]:
        """Run a journey; return what it saw."""
        found: dict[str, Any] = json.loads(
            run(*command, *self.arguments, folder=folder, **self.keys, **environment)
        )
        return found


@pytest.fixture(scope="session")
def called(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Called]:
    """Serve with room for files of 1 MB, and make a key whose account has no unit left."""
    folder = tmp_path_factory.mktemp("clients")
    part = parts.everything(folder)
    with served(folder / "data", SERVE_LAZY, max_upload_mb="1") as site:
        keys = {"SPRUE_API_KEY": site.key("enterprise"), "SPRUE_USED_UP_KEY": used_up(site, part)}
        file = folder / "openapi.json"
        file.write_bytes(httpx.get(f"{site.url}/docs/openapi.json").content)
        yield Called(json.loads(file.read_bytes()), file, (site.url, str(part)), keys)


def used_up(site: Site, part: Path) -> str:
    """Return a key with which no unit is left, of a plan that ends there."""
    key = site.key("free", overage=False)
    with site.client(key) as client:
        assert send(client, "/dfm/quick-info", part).status_code == 200
    site.use_up("dfm.quick_info", 10**6)
    return key


def run(*command: str | Path, folder: Path, status: int = 0, **environment: str) -> str:
    """Run a program to its end; return what it printed. It ends with `status` and complains of nothing."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={"PATH": str(Path(sys.executable).parent), "NO_COLOR": "1", "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == status, done.stdout[-4000:] + done.stderr[-4000:]
    assert done.stderr == ""
    return done.stdout


def assert_whole_journey(seen: dict[str, Any]) -> None:
    """Check what a client read of the block with everything against its drawing, `parts.everything`."""
    assert seen["box_mm"] == pytest.approx([140, 90, 32], abs=0.01)
    unit_price, total_price, quantity, currency = seen["quote"]
    assert unit_price > 0
    assert total_price == pytest.approx(unit_price * 25)
    assert (quantity, currency) == (25, "USD")
    assert seen["tier"] == "enterprise"
    assert seen["waited"] == "done"
    assert seen["attached"] is True
    assert seen["holes_mm"] == pytest.approx([6], abs=0.01)
    assert sorted(seen["packs"]) == sorted(path.stem for path in resources.path("rulepacks").glob("*.json"))
    assert seen["artifact"] == "glTF"
    assert seen["queued"] == ["queued", True]
    assert seen["pull"] == [1, 0, 0]
    casting = json.loads(resources.path("rulepacks/casting.json").read_text("utf-8"))
    assert seen["webhook"] == [["job.completed"], "webhook.test", True, "paused", 204, []]
    assert seen["judged"] == ["casting", "sand", len(casting["rules"])]


def assert_errors(refused: dict[str, Any]) -> None:
    """Check that every error came as the type that the document gives its status, with its code."""
    assert refused.pop("upgrade").endswith("/dashboard/api")
    assert refused == {
        "unknown key": ["Problem", 401, "invalid_api_key"],
        "used up": ["QuotaProblem", 402, "quota_exceeded"],
        "unknown job": ["Problem", 404, "job_not_found"],
        "too large": ["Problem", 413, "body_too_large"],
        "too many": ["Problem", 422, "invalid_request"],
    }
