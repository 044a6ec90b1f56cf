"""The OpenAPI document at `/docs/openapi.json`: what the framework makes of the routes, with examples.

It tells the limit of files that this server has, and no shape that nothing is of. The examples stand in
`examples/`, one file an operation: values of its parameters, a body of each kind that it takes, and its
answers. They are those of the sample part, shortened; `{site_url}` is this server.
"""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from server.errors import ANSWER_OF_ERROR, ANSWER_OF_STATUS, Answer
from server.http import problems, uploads
from server.http.forms import FILE
from server.reference.page import HERE
from server.settings import MEBIBYTE

FOLDER = HERE / "examples"
ERRORS = "errors"
"""The file of what errors say: the code of each status, where an operation names no other; its sentence."""
REQUEST_ID = "req_7221df1a717b733ebdfd9c7f"
METHODS = ("get", "post", "put", "patch", "delete")
_REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')
ANSWER_OF_CODE: Mapping[str, Answer] = {
    answer.code: answer for answer in (*ANSWER_OF_ERROR.values(), *ANSWER_OF_STATUS.values())
}

Document = dict[str, Any]


class CompleteDocument:
    """The document with its examples, made once.

    Parameters
    ----------
    site_url : str
        Where this server is; links in examples begin with it.
    max_upload_mb : float
        Largest file it accepts, in units of 1024² bytes.
    """

    def __init__(self, site_url: str, max_upload_mb: float) -> None:
        self.site_url = site_url
        self._max_upload_mb = max_upload_mb
        self._made: Document | None = None

    def of(self, schema: Document) -> Document:
        """Return the document that the framework made, with examples."""
        if self._made is None:
            made = with_examples(schema, self.site_url)
            _set_limit_of_files(made, self._max_upload_mb)
            _drop_unused_shapes(made)
            self._made = made
        return self._made


class DocumentPage(JsonRenderPlugin):
    """The document as JSON."""

    def __init__(self, complete: CompleteDocument) -> None:
        super().__init__()
        self._complete = complete

    def render(self, request: Request[Any, Any, Any], openapi_schema: Document) -> bytes:
        """Render the document."""
        return self.render_json(request, self._complete.of(openapi_schema))


def operations_of(document: Document) -> Iterator[tuple[str, str, Document]]:
    """Yield (path, method, operation) in the order of the document."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def with_examples(document: Document, site_url: str) -> Document:
    """Return a copy of a document with an example of each parameter, body and answer."""
    made = copy.deepcopy(document)
    errors = _read(ERRORS, site_url)
    for path, _, operation in operations_of(made):
        known = _read(operation["operationId"], site_url)
        parameters = known.get("parameters", {})
        for parameter in operation.get("parameters", ()):
            if parameter["name"] in parameters:
                parameter["example"] = parameters[parameter["name"]]
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            if kind in known.get("request", {}):
                content["example"] = known["request"][kind]
        instance = path.format_map({name: str(value) for name, value in parameters.items()})
        for status, answer in operation["responses"].items():
            for content in answer.get("content", {}).values():
                if status in known.get("responses", {}):
                    content["example"] = known["responses"][status]
                elif status in errors["code_of_status"]:
                    stated = known.get("errors", {}).get(status, errors["code_of_status"][status])
                    content["example"] = _error(stated, errors["sentence_of_code"], instance, site_url)
    return made


def _set_limit_of_files(document: Document, max_upload_mb: float) -> None:
    for _, _, operation in operations_of(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            file = content["schema"].get("properties", {}).get(FILE)
            if file is not None:
                file["description"] = uploads.accepted(max_upload_mb)
                file["maxLength"] = int(max_upload_mb * MEBIBYTE)


def _drop_unused_shapes(document: Document) -> None:
    """Drop what nothing refers to, of which generators would make classes: what forms are read into.

    Operations and webhooks refer to shapes.
    """
    shapes: Document = document["components"]["schemas"]
    used: set[str] = set()
    waiting = [document["paths"], document.get("webhooks", {})]
    while waiting:
        found = {name for name in _REFERENCE.findall(json.dumps(waiting)) if name not in used}
        used |= found
        waiting = [shapes[name] for name in found]
    document["components"]["schemas"] = {name: shape for name, shape in shapes.items() if name in used}


def _error(stated: str | Document, sentences: Mapping[str, str], instance: str, site_url: str) -> Document:
    """Return the body of an error, by its code or by its code and sentence."""
    code = stated if isinstance(stated, str) else stated["code"]
    message = sentences[code] if isinstance(stated, str) else stated["error"]
    body = problems.members(ANSWER_OF_CODE[code], message, instance, REQUEST_ID)
    if code == "quota_exceeded":
        body |= {"upgrade_url": f"{site_url}/dashboard/api", "reason": "plan_limit"}
    return body


def _read(name: str, site_url: str) -> Document:
    found: Document = json.loads((FOLDER / f"{name}.json").read_text("utf-8").replace("{site_url}", site_url))
    return found
