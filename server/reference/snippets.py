"""A call of an operation as people write it: with curl, in Python by httpx, in JavaScript by fetch.

Each stands by itself: it sends the example of the document, stops at an error, and prints what came back.
"""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Any
from urllib.parse import urlencode

from server.reference.document import Document

KEY_HEADER = "X-API-Key"
JSON, MULTIPART = "application/json", "multipart/form-data"
EVENTS = "text/event-stream"
FILE = "file"
WIDTH = 76
"""Characters of a line of JSON; it is set in by a few more."""
WORD_IN_PYTHON = {"true": "True", "false": "False", "null": "None"}
PYTHON_TIMEOUT_S = 60
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b[a-z]+\b')
"""A text, or a word outside of texts."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """An example in one language."""

    language: str
    """As highlighters and `id`s have it."""
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A request, filled in by the examples of the document."""

    method: str
    url: str
    headers: Mapping[str, str]
    """But for the key."""
    needs_key: bool
    kind: str
    """Media type of the body; empty where there is none."""
    body: Mapping[str, Any]
    answer: str
    """Media type of what comes back; empty where nothing does."""
    target: str
    """Name of the file to write, where a file comes back."""


def snippets(site_url: str, path: str, method: str, operation: Document) -> tuple[Snippet, ...]:
    """Return the call of an operation in each language."""
    call = _call(site_url, path, method, operation)
    return (
        Snippet("shell", "curl", curl(call)),
        Snippet("python", "Python", python(call)),
        Snippet("javascript", "JavaScript", javascript(call)),
    )


def pretty(value: Any, step: int = 2, margin: int = 0) -> str:
    """Write JSON, each list and object on one line where it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if margin + len(line) <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    inner, outer = " " * (margin + step), " " * margin
    if isinstance(value, list):
        parts = [pretty(each, step, margin + step) for each in value]
        opening, closing = "[", "]"
    else:
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {pretty(each, step, margin + step)}"
            for name, each in value.items()
        ]
        opening, closing = "{", "}"
    return opening + "\n" + ",\n".join(inner + part for part in parts) + "\n" + outer + closing


def curl(call: Call) -> str:
    """Write a call for a shell."""
    words = ["curl --fail-with-body"]
    if call.answer == EVENTS:
        words.append("--no-buffer")
    if call.method not in ("GET", "POST") or (call.method == "POST" and not call.kind):
        words.append(f"-X {call.method}")
    if call.needs_key:
        words.append(f'-H "{KEY_HEADER}: $SPRUE_API_KEY"')
    words += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in call.headers.items()]
    if call.kind == JSON:
        body = pretty(call.body)
        words += [f"-H 'Content-Type: {JSON}'", f"-d {shlex.quote(body)}"]
    elif call.kind:
        words += [
            f"-F {shlex.quote(f'{name}=@{value}' if name == FILE else f'{name}={value}')}"
            for name, value in call.body.items()
        ]
    if call.target:
        words.append(f"-o {shlex.quote(call.target)}")
    return " \\\n  ".join([*words, shlex.quote(call.url) if "?" in call.url else call.url]) + "\n"


def python(call: Call) -> str:
    """Write a call for Python."""
    headers = [f'"{KEY_HEADER}": os.environ["SPRUE_API_KEY"]'] if call.needs_key else []
    headers += [f"{_double(name)}: {_double(value)}" for name, value in call.headers.items()]
    arguments = [_double(call.url)]
    if headers:
        arguments.append(f"headers={{{', '.join(headers)}}}")
    texts = {name: str(value) for name, value in call.body.items() if name != FILE}
    if call.kind == JSON:
        arguments.append(f"json={_literal(call.body)}")
    elif call.kind:
        if FILE in call.body:
            arguments.append(f'files={{"file": open({_double(call.body[FILE])}, "rb")}}')
        if texts:
            arguments.append(f"data={_literal(texts)}")
    if call.answer == EVENTS:
        arguments = [f'"{call.method}"', *arguments, "timeout=None"]
        called = "with httpx.stream(\n" + indent(",\n".join(arguments), "    ") + ",\n) as answer:\n"
        act = "    for line in answer.iter_lines():\n        print(line)\n"
    else:
        arguments.append(f"timeout={PYTHON_TIMEOUT_S}")
        called = f"answer = httpx.{call.method.lower()}(\n" + indent(",\n".join(arguments), "    ") + ",\n)\n"
        called += "answer.raise_for_status()\n"
        act = _python_use(call)
    imports = ["import os\n\n"] if call.needs_key else []
    return "".join([*imports, "import httpx\n\n", called, act])


def javascript(call: Call) -> str:
    """Write a call for JavaScript, as Node.js runs it."""
    lines = []
    headers = [f'"{KEY_HEADER}": process.env.SPRUE_API_KEY'] if call.needs_key else []
    headers += [f"{_quoted(name)}: {_quoted(value)}" for name, value in call.headers.items()]
    options = [] if call.method == "GET" else [f'method: "{call.method}"']
    if call.kind == JSON:
        headers.append(f'"Content-Type": "{JSON}"')
    if headers:
        options.append(f"headers: {{ {', '.join(headers)} }}")
    if call.kind == JSON:
        options.append(f"body: JSON.stringify({pretty(call.body)})")
    elif call.kind:
        if FILE in call.body:
            lines.append('import { readFile } from "node:fs/promises";\n\n')
        lines.append("const form = new FormData();\n")
        for name, value in call.body.items():
            shown = _quoted(str(value))
            sent = f"new File([await readFile({shown})], {shown})" if name == FILE else shown
            lines.append(f"form.append({_quoted(name)}, {sent});\n")
        options.append("body: form")
    if call.target:
        lines.append('import { writeFile } from "node:fs/promises";\n\n')
    if options:
        lines.append(f"const answer = await fetch({_quoted(call.url)}, {{\n")
        lines.append(indent(",\n".join(options), "  ") + ",\n});\n")
    else:
        lines.append(f"const answer = await fetch({_quoted(call.url)});\n")
    lines.append("if (!answer.ok) throw new Error((await answer.json()).error);\n")
    lines.append(_javascript_use(call))
    return "".join(lines)


def _call(site_url: str, path: str, method: str, operation: Document) -> Call:
    values: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
    for parameter in operation.get("parameters", ()):
        values[parameter["in"]][parameter["name"]] = parameter.get("example", "")
    query = f"?{urlencode(values['query'])}" if values["query"] else ""
    contents = operation.get("requestBody", {}).get("content", {})
    kind = next(iter(contents), "")
    good = next(answer for status, answer in operation["responses"].items() if status[0] == "2")
    answers = good.get("content", {})
    answer = next(iter(answers), "")
    is_file = bool(answer) and answers[answer]["schema"].get("format") == "binary"
    return Call(
        method,
        f"{site_url}{path.format_map(values['path'])}{query}",
        values["header"],
        bool(operation.get("security")),
        kind,
        contents[kind]["example"] if kind else {},
        answer,
        values["path"]["name"] if is_file else "",
    )


def _python_use(call: Call) -> str:
    """Return what is done with an answer in Python."""
    if call.target:
        return f'with open({_double(call.target)}, "wb") as file:\n    file.write(answer.content)\n'
    if call.answer == JSON:
        return "print(answer.json())\n"
    return "print(answer.text)\n" if call.answer else ""


def _javascript_use(call: Call) -> str:
    """Return what is done with an answer in JavaScript."""
    if call.target:
        return f"await writeFile({_quoted(call.target)}, Buffer.from(await answer.arrayBuffer()));\n"
    if call.answer == EVENTS:
        return (
            "for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {\n"
            "  process.stdout.write(text);\n}\n"
        )
    if call.answer == JSON:
        return "console.log(await answer.json());\n"
    return "console.log(await answer.text());\n" if call.answer else ""


def _literal(value: Any) -> str:
    """Write a value in Python: as JSON, but for three words."""
    return _WORD.sub(lambda found: WORD_IN_PYTHON.get(found[0], found[0]), pretty(value, step=4))


def _double(text: str) -> str:
    """Write a text in Python."""
    return json.dumps(str(text), ensure_ascii=False)


def _quoted(text: str) -> str:
    """Write a text in JavaScript."""
    return json.dumps(str(text), ensure_ascii=False)
