"""What clients read without a tool, over both versions of the protocol, and what is not there."""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from server.agent.guide import GUIDE
from tests.contract.conftest import SERVE_ACTING, Site, served
from tests.server import acting
from tests.server.agent.http_client import client_of

PACKS = ("additive", "casting", "cnc", "injection", "sheet-metal")
MODULE: dict[str, Any] = {"key": "house", "name": "House rules", "configurations": {}, "rules": []}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("resources") / "data", SERVE_ACTING) as running:
        yield running


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_guide_rules_packs_results_and_pictures_are_read(site: Site, mode: str) -> None:
    async def work() -> tuple[set[str], set[str], dict[str, Any]]:
        async with client_of(site.url, {"X-API-Key": site.key("free")}, mode=mode) as client:
            analysis = await analyzed(client)
            saved = await client.call_tool("save_rule_pack", {"module": MODULE})
            assert not saved.is_error
            listed = {str(each.uri) for each in (await client.list_resources()).resources}
            templates = {
                each.uri_template for each in (await client.list_resource_templates()).resource_templates
            }
            wanted = {
                "sprue://guide",
                "sprue://rules/schema",
                "sprue://rules/example",
                "sprue://packs/casting",
                "sprue://packs/house",
                f"sprue://analyses/{analysis}/result",
                f"sprue://analyses/{analysis}/picture/top",
            }
            found = {}
            for uri in wanted:
                [found[uri.replace(analysis, "ID")]] = (await client.read_resource(uri)).contents
            return listed, templates, found

    listed, templates, found = anyio.run(work)
    packs = {f"sprue://packs/{key}" for key in PACKS}
    assert listed == {"sprue://guide", "sprue://rules/schema", "sprue://rules/example"} | packs
    assert templates == {
        "sprue://rules/{topic}",
        "sprue://packs/{key}",
        "sprue://analyses/{analysis}/result",
        "sprue://analyses/{analysis}/picture/{view}",
    }
    assert found["sprue://guide"].text == GUIDE
    assert "metrics_per_feature" in json.loads(found["sprue://rules/schema"].text)
    assert json.loads(found["sprue://rules/example"].text)["rules"]
    for key in ("casting", "house"):
        assert json.loads(found[f"sprue://packs/{key}"].text)["key"] == key
    assert json.loads(found["sprue://analyses/ID/result"].text)["filename"] == "housing.step"
    picture = found["sprue://analyses/ID/picture/top"]
    assert picture.mime_type == "image/png"
    assert base64.b64decode(picture.blob).startswith(b"\x89PNG")


NOT_THERE = {
    "sprue://rules/weather": "There are sprue://rules/schema and sprue://rules/example.",
    "sprue://packs/nobody": "list_rule_packs tells which there are.",
    "sprue://analyses/nobody/result": "Call analyze for the part again.",
    "sprue://analyses/nobody/picture/top": "Call analyze for the part again.",
    "sprue://weather": "weather",
}


def test_what_is_not_there_is_a_sentence(site: Site) -> None:
    async def work() -> None:
        async with client_of(site.url, {"X-API-Key": site.key("free")}) as client:
            for uri, words in NOT_THERE.items():
                with pytest.raises(MCPError, match=re.escape(words)):
                    await client.read_resource(uri)

    anyio.run(work)


async def analyzed(client: Client) -> str:
    part = {"content_base64": base64.b64encode(acting.part("")).decode(), "filename": "housing.step"}
    sent = await client.call_tool("upload_part", part)
    answer = await client.call_tool("analyze", {"part": sent.structured_content["part"]})
    return str(answer.structured_content["analysis"])
