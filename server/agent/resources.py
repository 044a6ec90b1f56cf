"""What clients may read without a tool: the guide, the rule schema, packs, whole results and pictures."""

import base64
import json

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp_types import Resource

import resources
from server.agent.guide import GUIDE
from server.agent.origin import AnyContext
from server.agent.state import State, api_of
from server.agent.tools.rules import EXAMPLE

MARKDOWN, JSON, PNG = "text/markdown", "application/json", "image/png"
PACKS = "rulepacks"


def add_to(server: MCPServer[State]) -> None:
    """Register them."""
    server.resource(
        "sprue://guide",
        name="guide",
        title="How to work with Sprue",
        description="The loop of drawing and asking, names, and how rule packs are written.",
        mime_type=MARKDOWN,
    )(guide)
    server.resource(
        "sprue://rules/{topic}",
        name="rules",
        title="What rules are written with",
        description="Topic schema: selector sets, metrics, comparisons and forms of bounds, each with a "
        "sentence; "
        "topic example: a small pack that is right.",
        mime_type=JSON,
    )(rules)
    server.resource(
        "sprue://packs/{key}",
        name="pack",
        title="A rule pack",
        description="A shipped or saved rule pack as JSON, to be cloned and edited.",
        mime_type=JSON,
    )(pack)
    server.resource(
        "sprue://analyses/{analysis}/result",
        name="result",
        title="A whole result",
        description="All that an analysis found, as JSON; it may be megabytes, get_result reads it in pages.",
        mime_type=JSON,
    )(whole_result)
    server.resource(
        "sprue://analyses/{analysis}/picture/{view}",
        name="picture",
        title="A picture of an analyzed part",
        description="From iso, reverse, front, back, left, right, top or bottom.",
        mime_type=PNG,
    )(picture)


def of_templates() -> list[Resource]:
    """List what there is of templates whatever was analyzed, for people who pick from a list."""
    return [
        Resource(
            uri="sprue://rules/schema",
            name="rule schema",
            title="Rule schema",
            description="Selector sets, metrics, comparisons and forms of bounds, each with a sentence.",
            mime_type=JSON,
        ),
        Resource(
            uri="sprue://rules/example",
            name="rule pack example",
            title="A small rule pack",
            description="One rule that is right, with a parameter and all members.",
            mime_type=JSON,
        ),
        *(_shipped(path.stem) for path in sorted(resources.path(PACKS).glob("*.json"))),
    ]


def _shipped(key: str) -> Resource:
    return Resource(
        uri=f"sprue://packs/{key}",
        name=f"pack {key}",
        title=f"Rule pack {key}",
        description="A shipped rule pack, to be cloned and edited.",
        mime_type=JSON,
    )


def guide() -> str:
    """Return the guide."""
    return GUIDE


async def rules(topic: str, ctx: Context[State, object]) -> str:
    """Return the catalog, or an example."""
    if topic == "example":
        return json.dumps(EXAMPLE, ensure_ascii=False)
    if topic != "schema":
        raise ResourceNotFoundError("There are sprue://rules/schema and sprue://rules/example.")
    return await _json(ctx, "/dfm/rule-schema")


async def pack(key: str, ctx: Context[State, object]) -> str:
    """Return a rule pack."""
    try:
        api = await api_of(ctx)
        for each in (await api.get("/dfm/modules"))["modules"]:
            if each["key"] == key:
                return json.dumps(each, ensure_ascii=False)
        return json.dumps((await api.get(f"/dfm/packs/{key}"))["pack"]["module"], ensure_ascii=False)
    except ToolError as error:
        raise ResourceError(str(error)) from None


async def whole_result(analysis: str, ctx: Context[State, object]) -> str:
    """Return a result."""
    return await _json(ctx, f"/dfm/jobs/{analysis}/result")


async def picture(analysis: str, view: str, ctx: Context[State, object]) -> bytes:
    """Return a picture."""
    try:
        api = await api_of(ctx)
        drawn = await api.post(f"/dfm/jobs/{analysis}/pictures", json={"view": view})
    except ToolError as error:
        raise ResourceError(str(error)) from None
    return base64.b64decode(drawn["png_base64"])


async def _json(ctx: AnyContext, path: str) -> str:
    try:
        return json.dumps(await (await api_of(ctx)).get(path), ensure_ascii=False)
    except ToolError as error:
        raise ResourceError(str(error)) from None
