"""`sprue mcp`: the engine of this machine is started, shared, replaced and ended; files stay below roots."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import trimesh
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import ElicitResult, ListRootsResult, Root
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from app.state import settings
from app.state.pack_library import NEW_PACK, PackLibrary
from server.agent.waiting import CANCELLED
from sprue import main
from tests.server.agent.stdio_client import ROOT, client_of, engine_in, text
from tests.server.asking import PLAIN
from tests.support import draw
from tests.support.forked import FORKED

NOTE = "engine.json"
LONGEST_END_S = 20.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a working folder with a plate of 60 x 40 x 5 mm that has a hole of 6 mm."""
    shape = draw.cut(draw.box((60, 40, 5)), draw.cylinder(3, 10, (20, 20, -1)))
    (tmp_path / "work").mkdir()
    draw.write_step(shape, tmp_path / "work" / "plate.step")
    (tmp_path / "elsewhere").mkdir()
    draw.write_step(shape, tmp_path / "elsewhere" / "plate.step")
    return tmp_path / "work"


@pytest.fixture(scope="module")
def engine_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run an engine for tests that neither end nor set it; give its folder."""
    data_dir = tmp_path_factory.mktemp("engine") / "data"
    with engine_in(data_dir):
        yield data_dir


def note(data_dir: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data_dir / NOTE).read_text())
    return found


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0].startswith("Z")


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + LONGEST_END_S
    while is_alive(pid):
        assert time.monotonic() < deadline, "the engine goes on without anybody"
        time.sleep(0.05)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_part_is_measured_without_a_key(folder: Path, engine_here: Path, mode: str) -> None:
    async def work() -> tuple[Any, Any]:
        async with client_of(folder, engine_here, mode=mode) as client:
            found = await client.call_tool("analyze", {"part": "plate.step", "process": "cnc/3-axis"})
            assert not found.is_error, text(found)
            asked = {"analysis": found.structured_content["analysis"], "quantity": "clearance"}
            return found, await client.call_tool("measure", asked | {"first": [23.0, 20.0, 2.5]})

    found, measured = anyio.run(work)
    assert found.structured_content["size_mm"] == [60.0, 40.0, 5.0]
    assert "HOLE" in found.structured_content["features"]
    assert measured.structured_content["value"] == pytest.approx(6.0, abs=1e-6)
    assert measured.structured_content["exact"]


def test_a_second_client_finds_the_engine_and_one_that_died_is_started_anew_and_ends_with_the_first(
    folder: Path,
) -> None:
    """The key of the engine is readable by the user alone."""
    data_dir = folder.parent / "data"

    async def work() -> None:
        async with client_of(folder, data_dir, mode="legacy") as first:
            assert not (await first.call_tool("usage", {})).is_error
            started = note(data_dir)
            assert (data_dir / NOTE).stat().st_mode & 0o077 == 0
            async with client_of(folder, data_dir) as second:
                sent = await second.call_tool("upload_part", {"path": "plate.step"})
                assert not sent.is_error, text(sent)
                assert note(data_dir) == started
            looked = await first.call_tool("quick_info", {"part": sent.structured_content["part"]})
            assert looked.structured_content["size_mm"] == [60.0, 40.0, 5.0]

            os.kill(started["pid"], signal.SIGKILL)
            wait_until_gone(started["pid"])
            again = await first.call_tool("quick_info", {"part": "plate.step"})
            assert not again.is_error, text(again)
            anew = note(data_dir)["pid"]
            assert anew != started["pid"]
        wait_until_gone(anew)

    anyio.run(work)
    assert not (data_dir / NOTE).exists()


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_cancelled_call_ends_its_analysis_and_whoever_asks_for_it_is_told(
    folder: Path, engine_here: Path, mode: str
) -> None:
    part = f"plate-{mode}.step"
    (folder / part).write_bytes((folder / "plate.step").read_bytes())

    def jobs() -> list[dict[str, Any]]:
        engine = note(engine_here)
        headers = {"X-API-Key": engine["key"]}
        answer = httpx.get(f"{engine['url']}/api/v1/dfm/jobs", headers=headers, verify=PLAIN)
        found: list[dict[str, Any]] = answer.json()["jobs"]
        return [each for each in found if each["filename"] == part]

    async def until(holds: Callable[[], bool]) -> None:
        with anyio.fail_after(LONGEST_END_S):
            while not holds():
                await anyio.sleep(0.05)

    async def work() -> Any:
        async with client_of(folder, engine_here, mode=mode) as client:
            await client.call_tool("usage", {})
            async with anyio.create_task_group() as group:
                fine = {"part": part, "max_edge_mm": 0.1}  # takes half a minute
                group.start_soon(client.call_tool, "analyze", fine)
                await until(lambda: [each["status"] for each in jobs()] == ["running"])
                [begun] = jobs()
                group.cancel_scope.cancel()
            await until(lambda: jobs() == [])
            return await client.call_tool("get_result", {"analysis": begun["job_id"]})

    refusal = anyio.run(work)
    assert refusal.is_error
    assert text(refusal) == CANCELLED


def test_a_call_that_takes_too_long_is_a_sentence(tmp_path: Path) -> None:
    """Over a server that accepts and never answers, with a limit that a test can wait for."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        words = ["--server", f"http://127.0.0.1:{silent.getsockname()[1]}"]
        parameters = StdioServerParameters(
            command=sys.executable,
            args=[*FORKED[1:], "tests.support.impatient_agent", *words],
            cwd=str(ROOT),
            env={**os.environ, "SPRUE_API_KEY": f"svc_live_{'0' * 40}"},
        )

        async def work() -> Any:
            async with Client(parameters) as client:
                return await client.call_tool("usage", {})

        answer = anyio.run(work)
    assert answer.is_error
    assert text(answer).startswith("usage took longer than its 0.5 seconds and was ended.")


def test_files_are_read_below_the_folders_that_the_host_shares(folder: Path, engine_here: Path) -> None:
    other = folder.parent / "elsewhere"

    async def roots(_: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=other.as_uri())])

    async def look(client: Client, part: Path) -> Any:
        return await client.call_tool("quick_info", {"part": str(part)})

    async def work() -> None:
        for mode in ("legacy", "auto"):
            async with client_of(folder, engine_here, mode=mode, list_roots_callback=roots) as client:
                assert not (await look(client, other / "plate.step")).is_error
                refused = await look(client, folder / "plate.step")
                assert refused.is_error
                assert f"Shared are: {other}" in text(refused)
        async with client_of(folder, engine_here) as client:  # it shares none
            assert not (await look(client, folder / "plate.step")).is_error
            assert (await look(client, other / "plate.step")).is_error

    anyio.run(work)


def test_packs_are_those_of_the_desktop_program_and_the_other_way_round(folder: Path) -> None:
    """By hand: the plate is 5 mm thick, where the pack of the desktop asks for 8."""
    variables = {"HOME": str(folder.parent / "home"), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""}
    library = PackLibrary(settings.user_folder(variables, sys.platform) / "packs")
    wall = {"name": "Standard", "parameters": {"wall_min_mm": 8.0}}
    library.save({**NEW_PACK, "key": "from-desktop", "configurations": {"standard": wall}})

    async def work() -> tuple[Any, Any]:
        async with client_of(folder, None, variables=variables) as client:
            listed = await client.call_tool("list_rule_packs", {})
            saved = await client.call_tool(
                "save_rule_pack", {"module": {**NEW_PACK, "key": "from-agent", "name": "Of an agent"}}
            )
            assert not saved.is_error, text(saved)
            asked = {"part": "plate.step", "process": "from-desktop", "packs": ["from-desktop", "from-agent"]}
            return listed, await client.call_tool("analyze", asked)

    listed, judged = anyio.run(work)
    assert "from-desktop (saved, version 1)" in text(listed)
    assert [one.name for one in library.packs] == ["My rules", "Of an agent"]
    [issue] = judged.structured_content["issues"]
    assert (issue["severity"], issue["value"], issue["pass_at"]) == ("warning", pytest.approx(5.0), 8.0)
    verdicts = {each["process"]: each["verdict"] for each in judged.structured_content["processes"]}
    assert verdicts["from-agent/standard"] == "pass"


def test_a_broken_a_huge_and_a_missing_file_are_sentences(folder: Path, engine_here: Path) -> None:
    (folder / "cut-short.step").write_bytes((folder / "plate.step").read_bytes()[:3000])
    (folder / "drawing.pdf").write_bytes(b"%PDF")
    with (folder / "huge.step").open("wb") as file:
        file.truncate(26 * 1024**2)

    async def work() -> dict[str, Any]:
        names = ("cut-short.step", "drawing.pdf", "huge.step", "nothing.step")
        async with client_of(folder, engine_here) as client:
            return {name: await client.call_tool("analyze", {"part": name}) for name in names}

    found = anyio.run(work)
    assert all(each.is_error for each in found.values())
    assert "Export the part as STEP again" in text(found["cut-short.step"])
    assert "Export the part as STEP and send that" in text(found["drawing.pdf"])
    assert "Take out details that do not matter for manufacture" in text(found["huge.step"])
    assert text(found["nothing.step"]).startswith("There is no file 'nothing.step'")


def test_every_resource_that_is_listed_is_read(folder: Path, engine_here: Path) -> None:
    async def work() -> dict[str, Any]:
        async with client_of(folder, engine_here) as client:
            listed = (await client.list_resources()).resources
            return {str(each.uri): (await client.read_resource(each.uri)).contents[0] for each in listed}

    found = anyio.run(work)
    packs = {uri: json.loads(each.text) for uri, each in found.items() if uri.startswith("sprue://packs/")}
    assert {f"sprue://packs/{each['key']}" for each in packs.values()} == packs.keys()
    assert len(packs) == 5
    assert all(each["rules"] for each in packs.values())


@pytest.mark.parametrize("version", [HANDSHAKE_PROTOCOL_VERSIONS[0], HANDSHAKE_PROTOCOL_VERSIONS[-1]])
def test_the_oldest_and_the_newest_version_with_a_handshake_are_spoken(
    folder: Path, engine_here: Path, version: str
) -> None:
    """Those between are spoken over HTTP, in `test_mount.py`."""
    started = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": started},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
    ]
    with subprocess.Popen(
        [*FORKED, "tests.support.lazy_agent", "--data-dir", str(engine_here)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **line}) + "\n")
        process.stdin.flush()
        begun, listed = (json.loads(process.stdout.readline())["result"] for _ in range(2))
        process.stdin.close()
    assert begun["protocolVersion"] == version
    assert len(listed["tools"]) == 17


async def analyses_of_a_block(
    folder: Path, engine: Path, callback: Any, *calls: dict[str, Any], mode: str = "auto"
) -> list[Any]:
    """Analyze a block of 3 x 2 x 1, whose file says no unit, for a client that asks by the callback."""
    trimesh.creation.box((3.0, 2.0, 1.0)).export(folder / "block.stl")
    async with client_of(folder, engine, mode=mode, elicitation_callback=callback) as client:
        found = [await client.call_tool("analyze", {"part": "block.stl", **each}) for each in calls]
    assert not any(each.is_error for each in found), found
    return [each.structured_content for each in found]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_person_is_asked_for_process_pull_and_unit_where_the_client_can(
    folder: Path, engine_here: Path, mode: str
) -> None:
    """On the same file nobody is asked where the call does not want it."""
    asked: list[Any] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params)
        content: dict[str, Any] = {"process": "cnc/3-axis", "pull": "0,1,0", "unit": "in"}
        return ElicitResult(action="accept", content=content)

    async def work() -> list[Any]:
        return await analyses_of_a_block(folder, engine_here, answer, {"ask_user": True}, {}, mode=mode)

    with_answer, unasked = anyio.run(work)
    [question] = asked
    assert set(question.requested_schema["properties"]) == {"process", "pull", "unit"}
    assert with_answer["size_mm"] == pytest.approx([76.2, 50.8, 25.4])
    assert (with_answer["process"], with_answer["pull"]) == ("cnc/3-axis", [0.0, 1.0, 0.0])
    assert unasked["size_mm"] == pytest.approx([3.0, 2.0, 1.0])


def test_where_a_client_cannot_ask_or_its_user_does_not_answer_the_call_says_it_all(
    folder: Path, engine_here: Path
) -> None:
    async def decline(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async def work() -> list[Any]:
        declining = {"ask_user": True, "process": "additive"}
        return [
            *await analyses_of_a_block(folder, engine_here, None, {"ask_user": True}, {"unit": "in"}),
            *await analyses_of_a_block(folder, engine_here, decline, declining),
        ]

    without_forms, said, declined = anyio.run(work)
    for each in (without_forms, declined):
        assert each["size_mm"] == pytest.approx([3.0, 2.0, 1.0])
    assert declined["process"].startswith("additive/")
    assert said["size_mm"] == pytest.approx([76.2, 50.8, 25.4])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--server", "sprue.example.com"], "is a URL such as https://"),
        (["--server", "https://sprue.example.com"], "set SPRUE_API_KEY"),
    ],
)
def test_what_is_missing_on_the_command_line_is_a_sentence(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SPRUE_API_KEY", raising=False)
    assert main(["mcp", *words]) == 2
    said, complained = capsys.readouterr()
    assert sentence in complained
    assert said == ""
