"""`/mcp` of a server: keys, units, limits and errors are those of HTTP, told in sentences that help."""

import base64
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp.client.client import Client
from mcp_types import ElicitResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from server.agent import mount
from server.agent.tools import TOOLS
from server.settings import Settings
from tests.contract.conftest import SERVE_ACTING, Site, served
from tests.server import acting
from tests.server.agent.http_client import client_of
from tests.server.agent.stdio_client import text
from tests.server.application import Client as TestedClient
from tests.server.asking import PLAIN, assert_problem

PROTOCOLS = ("legacy", "auto")
"""The newest version with a handshake, and the newest without."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve with workers that act: what is tested here is told before a kernel is asked. Files are small."""
    folder = tmp_path_factory.mktemp("agents") / "data"
    with served(folder, SERVE_ACTING, max_upload_mb="0.001") as running:
        yield running


def use(site: Site, work: Callable[[Client], Awaitable[Any]], key: str | None = None, **options: Any) -> Any:
    """Do something with a client; it brings a key of an account of its own."""
    own = {"X-API-Key": key or site.key("free", overage=False)}
    headers = options.pop("headers", own)

    async def go() -> Any:
        async with client_of(site.url, headers, **options) as client:
            return await work(client)

    return anyio.run(go)


def part(act: str = "") -> dict[str, str]:
    return {"content_base64": base64.b64encode(acting.part(act)).decode(), "filename": "housing.step"}


async def analyzed(client: Client, act: str = "", **more: Any) -> Any:
    sent = await client.call_tool("upload_part", part(act))
    assert not sent.is_error, text(sent)
    return await client.call_tool("analyze", {"part": sent.structured_content["part"], **more})


@pytest.mark.parametrize("mode", PROTOCOLS)
@pytest.mark.parametrize("header", ["X-API-Key", "Authorization"])
def test_a_part_is_sent_and_analyzed_with_the_callers_key(site: Site, mode: str, header: str) -> None:
    key = site.key("free", overage=False)
    headers = {header: key if header == "X-API-Key" else f"Bearer {key}"}
    lines: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        lines.append(message or "")

    async def work(client: Client) -> Any:
        sent = await client.call_tool("upload_part", part())
        return await client.call_tool(
            "analyze",
            {"part": sent.structured_content["part"], "process": "casting/sand"},
            progress_callback=note,
        )

    answer = use(site, work, headers=headers, mode=mode)
    assert not answer.is_error, text(answer)
    assert answer.structured_content["verdict"] == "fail"
    assert "«housing.step»" in text(answer)
    assert lines == ["reading housing.step"]


@pytest.mark.parametrize("mode", PROTOCOLS)
@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({}, "Missing X-API-Key header. Give this server a key"),
        ({"X-API-Key": "nonsense"}, "Invalid API key format. Keys begin with svc_live_"),
        ({"X-API-Key": f"svc_live_{'0' * 40}"}, "Invalid API key. Check the key"),
        ({"Authorization": "Basic abc"}, "Missing X-API-Key header."),
    ],
)
def test_a_key_that_does_not_open_is_a_sentence(
    site: Site, mode: str, headers: dict[str, str], words: str
) -> None:
    answer = use(site, lambda client: client.call_tool("usage", {}), headers=headers, mode=mode)
    assert answer.is_error
    assert words in text(answer)
    assert f"{site.url}/dashboard/api" in text(answer) or "Missing" in text(answer)


def test_used_up_units_are_a_sentence_with_the_address_of_more(site: Site) -> None:
    key = site.key("free", overage=False)
    use(site, analyzed, key)
    site.use_up("dfm.analyze", 100)
    answer = use(site, lambda client: analyzed(client, "sleep 0"), key)
    assert answer.is_error
    assert "API quota exceeded for this billing period." in text(answer)
    assert f"More units: {site.url}/dashboard/api" in text(answer)


def test_whoever_asks_again_gets_the_same_analysis_and_is_counted_once(site: Site) -> None:
    key = site.key("free", overage=False)

    async def twice(client: Client) -> list[str]:
        return [(await analyzed(client)).structured_content["analysis"] for _ in range(2)]

    first = use(site, twice, key)
    assert len(set(first)) == 1
    assert use(site, twice, key) == first
    with site.client(key) as client:
        assert [each["used"] for each in client.get("/usage").json()["meters"]] == [0, 1]


def test_other_options_are_another_analysis(site: Site) -> None:
    async def both(client: Client) -> set[str]:
        answers = [await analyzed(client), await analyzed(client, pull="0,1,0")]
        return {each.structured_content["analysis"] for each in answers}

    assert len(use(site, both)) == 2


def test_quick_info_is_counted_once_however_often_it_is_asked_for(site: Site) -> None:
    key = site.key("free", overage=False)

    async def twice(client: Client) -> None:
        sent = await client.call_tool("upload_part", part())
        for _ in range(2):
            looked = await client.call_tool("quick_info", {"part": sent.structured_content["part"]})
            assert not looked.is_error, text(looked)

    use(site, twice, key)
    with site.client(key) as client:
        assert [each["used"] for each in client.get("/usage").json()["meters"]] == [1, 0]


def test_a_call_that_is_cancelled_ends_and_whoever_asks_again_pays_nothing_more(
    site: Site, tmp_path: Path
) -> None:
    key = site.key("free", overage=False)
    gate = tmp_path / "gate"

    async def give_up_and_ask_again(client: Client) -> Any:
        with anyio.move_on_after(1.0) as scope:
            await analyzed(client, f"wait-for {gate}")
        assert scope.cancelled_caught
        gate.touch()
        return await analyzed(client, f"wait-for {gate}")

    answer = use(site, give_up_and_ask_again, key)
    assert answer.structured_content["status"] == "done"
    with site.client(key) as client:
        assert client.get("/usage").json()["meters"][1]["used"] == 1


def test_what_takes_long_is_told_to_be_running_and_read_later(site: Site, tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def wait_twice(client: Client) -> tuple[Any, Any, Any]:
        running = await analyzed(client, f"wait-for {gate}", wait_s=0)
        analysis = running.structured_content["analysis"]
        early = await client.call_tool("get_result", {"analysis": analysis})
        gate.touch()
        await analyzed(client, f"wait-for {gate}")
        return running, early, await client.call_tool("get_result", {"analysis": analysis})

    running, early, late = use(site, wait_twice)
    assert running.structured_content["status"] == "running"
    assert "Call get_result" in text(running)
    assert early.is_error
    assert "Call get_result again" in text(early)
    assert not late.is_error


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("empty", "nothing that has a volume. Export a closed solid"),
        ("crash", "geometry kernel"),
        ("stumble", "Something went wrong on our side"),
    ],
)
def test_a_part_that_cannot_be_analyzed_is_a_sentence(site: Site, act: str, words: str) -> None:
    answer = use(site, lambda client: analyzed(client, act))
    assert answer.is_error
    assert words in text(answer)
    assert "secret" not in text(answer)


NOT_DONE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("upload_part", {"content_base64": "!!", "filename": "a.step"}, "is no base64"),
    ("upload_part", {"content_base64": "AAAA"}, "needs filename"),
    ("upload_part", {"content_base64": "A" * 2_900_000, "filename": "a.step"}, "more than 2 MB"),
    ("upload_part", {"content_base64": "AAAA", "filename": "a.pdf"}, "Export the part as STEP"),
    ("upload_part", {"url": "http://127.0.0.1/a.step"}, "Check that anybody can fetch the URL"),
    ("upload_part", {"path": "/etc/passwd"}, "reads no files of your machine"),
    ("analyze", {"part": "/etc/passwd"}, "reads no files of your machine"),
    ("analyze", {"part": "01a00000-0000-7000-8000-000000000000"}, "Call upload_part again"),
    ("get_result", {"analysis": "nobody"}, "There is no such job, or it has expired. Call analyze"),
    ("get_result", {"analysis": "x", "section": "weather"}, "section"),
    ("show", {"analysis": "../../x", "view": "top"}, "There is"),
    ("nothing", {}, "nothing"),
)


def test_what_cannot_be_done_says_what_to_do(site: Site) -> None:
    async def call(client: Client, tool: str, arguments: dict[str, str]) -> str:
        try:
            answer = await client.call_tool(tool, arguments)
        except Exception as error:  # an unknown tool is an error of the protocol
            return str(error)
        assert answer.is_error
        return text(answer)

    async def work(client: Client) -> list[str]:
        return [await call(client, tool, arguments) for tool, arguments, _ in NOT_DONE]

    for said, (tool, arguments, words) in zip(use(site, work), NOT_DONE, strict=True):
        assert words in said, (tool, arguments.keys())


def test_a_file_that_is_too_large_for_the_server_is_a_sentence(site: Site) -> None:
    huge = part("x" * 2000)
    answer = use(site, lambda client: client.call_tool("upload_part", huge))
    assert answer.is_error
    assert "The file is larger than" in text(answer)
    assert "Take out details that do not matter for manufacture" in text(answer)


def test_without_anything_to_send_there_is_a_command_that_sends_a_file(site: Site) -> None:
    answer = use(site, lambda client: client.call_tool("upload_part", {}))
    assert "curl -fsS" in text(answer)
    assert f"{site.url}/api/v1/dfm/parts" in answer.structured_content["command"]


def test_a_picture_comes_as_an_image_and_a_measure_as_numbers(site: Site) -> None:
    async def look(client: Client) -> tuple[Any, Any]:
        analysis = (await analyzed(client)).structured_content["analysis"]
        shown = await client.call_tool("show", {"analysis": analysis, "view": "top"})
        asked = {"analysis": analysis, "quantity": "thickness", "first": "Wall 4 mm"}
        return shown, await client.call_tool("measure", asked)

    shown, measured = use(site, look)
    [image] = [each for each in shown.content if each.type == "image"]
    assert image.mime_type == "image/png"
    assert base64.b64decode(image.data) == b"\x89PNG"
    assert "png" not in shown.structured_content
    assert (measured.structured_content["value"], measured.structured_content["unit"]) == (1.2, "mm")


def test_a_pack_is_saved_listed_and_judged_by(site: Site) -> None:
    module = {
        "key": "house",
        "name": "House",
        "configurations": {"shop": {"name": "S", "parameters": {}}},
        "rules": [],
    }

    async def work(client: Client) -> tuple[Any, Any, Any]:
        saved = await client.call_tool("save_rule_pack", {"module": module, "version": 0})
        assert not saved.is_error, text(saved)
        again = await client.call_tool("save_rule_pack", {"module": module, "version": 0})
        listed = await client.call_tool("list_rule_packs", {})
        judged = await analyzed(client, packs=["house"])
        assert not judged.is_error, text(judged)
        return again, listed, await client.call_tool("validate_rule_pack", {"module": {"key": "x"}})

    again, listed, wrong = use(site, work)
    assert again.is_error
    assert "at version 1, and not at 0" in text(again)
    assert "house (saved, version 1)" in text(listed)
    assert wrong.structured_content["problems"] == ["rules is missing", "name is missing"]


def test_a_person_is_asked_where_the_client_can_and_the_caller_wants(site: Site) -> None:
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(
            action="accept", content={"process": "cnc/3-axis", "pull": "cardinal", "unit": "mm"}
        )

    async def work(client: Client) -> tuple[Any, Any]:
        return await analyzed(client, ask_user=True), await analyzed(client)

    with_question, without = use(site, work, elicitation_callback=answer)
    assert len(asked) == 1
    assert with_question.structured_content["process"] == "cnc/3-axis"
    assert without.structured_content["process"] == "casting/sand"
    assert use(site, work)[0].structured_content["process"] == "casting/sand"  # this client shows no forms


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_every_version_with_a_handshake_is_spoken(site: Site, version: str) -> None:
    """What hosts of that year send, byte for byte: the client of today sends the newest alone."""
    headers = {"X-API-Key": site.key("free"), "Accept": "application/json, text/event-stream"}

    def ask(number: int, method: str, **params: Any) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        asking = headers if method == "initialize" else headers | {"MCP-Protocol-Version": version}
        response = httpx.post(
            f"{site.url}/mcp", json=body, headers=asking, follow_redirects=True, verify=PLAIN
        )
        assert response.status_code == 200, response.text
        [line] = [each for each in response.text.splitlines() if each.startswith(("data: {", "{"))]
        answer: dict[str, Any] = json.loads(line.removeprefix("data: "))["result"]
        return answer

    client = {"name": "test", "version": "1"}
    begun = ask(1, "initialize", protocolVersion=version, capabilities={}, clientInfo=client)
    assert begun["protocolVersion"] == version
    assert [each["name"] for each in ask(2, "tools/list")["tools"]] == [tool.name for tool in TOOLS]
    called = ask(3, "tools/call", name="usage", arguments={})
    assert called["content"][0]["text"].startswith("Plan free:")


def test_another_name_than_the_servers_own_is_refused(site: Site) -> None:
    response = httpx.post(f"{site.url}/mcp", json={}, headers={"Host": "evil.example"}, verify=PLAIN)
    assert response.status_code in (400, 421)


def test_names_of_a_server_are_those_of_its_address() -> None:
    public = mount.allowed(Settings(site_url="https://sprue.example.com/"))
    assert public["allowed_hosts"][0] == "sprue.example.com"
    assert public["allowed_origins"] == ["https://sprue.example.com"]
    assert "localhost:*" in mount.allowed(Settings())["allowed_hosts"]
    assert mount.allowed(Settings(host="0.0.0.0")) == {"enable_dns_rebinding_protection": False}


def test_a_server_without_what_agents_need_starts_and_says_what_to_install(
    serve: Callable[..., TestedClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve()
    monkeypatch.setattr(mount.importlib.util, "find_spec", lambda name: None)
    response = client.post("/mcp", json={})
    assert_problem(response, 501, "agents_not_installed", "install sprue[mcp]")
