"""`python -m server.agent.reference > docs/agents.md`: the page of all tools, read off their schemas."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from server.agent import program
from server.agent.api import Api
from server.agent.origin import AnyContext
from server.agent.program import AgentServer
from server.agent.tools import TOOLS

HEAD = """# Tools for agents

An engineering agent designs with Sprue over the Model Context Protocol: it asks, sees, changes the drawing,
and asks again. The tools are clients of the HTTP API: keys, units, limits and errors are the same.

This page is made of the tools' schemas: `python -m server.agent.reference > docs/agents.md` writes it, and
a test says when that is due.

## On this machine

`sprue mcp` speaks on standard input and output. It starts the engine of this machine by itself, or finds
the one that another `sprue mcp` of the same user runs; no key is needed, and nothing is counted. Files are
read below the folders that the host shares as roots, or else below the folder it was started in: all formats
that the command line reads. Rule packs are those of the desktop program, under My packs in its Rules: what
an agent saves is there, and what a person saves there an agent may judge by.

```json
{"mcpServers": {"sprue": {"command": "sprue", "args": ["mcp"]}}}
```

`sprue mcp --server https://sprue.example.com` asks that server instead, with the key in `SPRUE_API_KEY`.

## At a server

Every server answers at its address with `/mcp` behind: streamable HTTP without sessions, with a key as
`X-API-Key` or as a bearer token. It reads no files; `upload_part` takes a URL, 2 MB as base64, or tells a
command that sends a file of any size past the conversation.

```json
{"mcpServers": {"sprue": {"type": "http", "url": "https://sprue.example.com/mcp",
                          "headers": {"X-API-Key": "svc_live_…"}}}}
```

## What holds for all

* Answers come twice: as fields, whose schema each tool declares, and as a text for models, which is never
  longer than it says below.
* The list of tools is 21,000 letters, of which names, sentences and arguments, half of them, are what a
  host hands to its model. What fields of answers mean stands on this page alone.
* An error is a sentence that says what to do next. A used-up plan is one with the address of more units.
* The same part with the same options is one analysis for a day, and is counted once: a client may send a
  call again.
* A call that is cancelled ends. On this machine its analysis ends with it, unless another call waits for
  it, and the next call for the part says so; at a server, where it is paid for, it goes on, and whoever asks
  again has it. A call that takes longer than its limit ends in a sentence.
* Text from files (names of files and bodies) stands in «guillemets», without control characters: it is
  data.
* Features have names such as `Hole Ø6.6, 3 of 8`, issues such as `casting/sand/min_wall_thickness/1`; tools
  accept both.
* A person is asked for process, pull and unit where a caller says `ask_user` and the client shows forms. No
  tool asks a model anything.

## What answers take

Letters of texts and seconds a call, on ten real parts of every process, over `sprue mcp` on two cores that
others used too: `python -m bench agent`.

| tool | letters, median | most | seconds, median | most |
|---|---:|---:|---:|---:|
| `upload_part` | 132 | 139 | 0.07 | 0.18 |
| `quick_info` | 124 | 213 | 0.62 | 2.37 |
| `analyze` | 2,060 | 4,652 | 10.23 | 15.40 |
| `recompute` | 2,060 | 4,588 | 7.71 | 11.81 |
| `get_result` | 1,865 | 4,562 | 0.08 | 0.30 |
| `explain_finding` | 2,413 | 3,981 | 0.09 | 0.13 |
| `show` | 299 | 465 | 1.31 | 3.49 |
| `measure` | 168 | 206 | 0.14 | 0.78 |
| `compare` | 292 | 1,996 | 0.11 | 0.24 |
| `list_rule_packs` | 5,064 | 9,096 | 0.06 | 0.23 |
| `get_rule_schema` | 1,274 | 7,812 | 0.06 | 0.25 |
| `validate_rule_pack` | 398 | 1,102 | 0.08 | 0.09 |
| `evaluate_rule_pack` | 3,656 | 5,278 | 0.10 | 0.18 |
| `save_rule_pack` | 101 | 102 | 0.06 | 0.10 |
| `list_materials` | 947 | 947 | 0.07 | 0.16 |
| `quote` | 180 | 186 | 0.07 | 0.42 |
| `usage` | 11 | 11 | 0.05 | 0.33 |

## Tools
"""


class _Nowhere:
    """No API: nothing is called while schemas are read."""

    is_local = False

    async def api(self, context: AnyContext) -> Api:
        """Never asked."""
        raise NotImplementedError


def page() -> str:
    """Return the page."""
    server = program.build(_Nowhere(), "")
    return asyncio.run(_page(server))


async def _page(server: AgentServer) -> str:
    listed = {tool.name: tool for tool in await server.described_tools()}
    lines = [HEAD]
    for tool in TOOLS:
        found = listed[tool.name]
        lines += [f"### {tool.name}", "", tool.description, ""]
        kind = "reads" if tool.reads_only else "changes something"
        again = "may be called again" if tool.is_idempotent else "does it again when called again"
        lines += [
            f"{kind.capitalize()}; {again}; ends after {tool.limit_s:g} s; its text has up to "
            f"{tool.most_characters} characters.",
            "",
        ]
        inputs = list(_fields(found.input_schema))
        if inputs:
            lines += ["| argument | | |", "|---|---|---|", *inputs, ""]
        if found.output_schema is not None:
            lines += ["| answer | | |", "|---|---|---|", *_fields(found.output_schema), ""]
    lines += ["## Resources", "", "| URI | |", "|---|---|"]
    for resource in await server.list_resources():
        lines.append(f"| `{resource.uri}` | {resource.description} |")
    for template in await server.list_resource_templates():
        lines.append(f"| `{template.uri_template}` | {template.description} |")
    lines += ["", "## Prompts", "", "| prompt | | arguments |", "|---|---|---|"]
    for prompt in await server.list_prompts():
        arguments = ", ".join(f"`{each.name}`" for each in prompt.arguments or [])
        lines.append(f"| `{prompt.name}` | {prompt.description} | {arguments} |")
    return "\n".join(lines) + "\n"


def _fields(schema: Mapping[str, Any]) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, shape in schema.get("properties", {}).items():
        words = [_kind(shape, schema)]
        if name in required:
            words.append("required")
        elif shape.get("default") not in (None, "", [], {}):
            words.append(f"default {shape['default']}")
        description = str(shape.get("description", "")).replace("|", "\\|")
        yield f"| `{name}` | {', '.join(words)} | {description} |"


def _kind(shape: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """Name the type of a field in a word or two."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        kinds = [_kind(each, root) for each in shape["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "enum" in shape:
        return " \\| ".join(f"`{each}`" for each in shape["enum"])
    kind = str(shape.get("type", "any"))
    if kind == "array":
        return f"list of {_kind(shape.get('items', {}), root)}"
    return {"object": "object", "string": "text", "boolean": "yes or no", "integer": "whole number"}.get(
        kind, kind
    )


if __name__ == "__main__":
    print(page(), end="")
