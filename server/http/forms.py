"""Forms of either kind: `multipart/form-data`, which files need, and `application/x-www-form-urlencoded`.

The framework reads one kind a route. Here a form of either kind becomes the same fields, and the
documentation tells of both.
"""

from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints
from urllib.parse import parse_qsl

from litestar import Request
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Reference,
    RequestBody,
    Schema,
)
from msgspec import Meta, Struct

from server.errors import InvalidForm
from server.http.uploads import MOST_TEXT_BYTES
from server.settings import Settings

MOST_FIELDS = 32
FILE = "file"
NUMBER = {"type": "number"}
"""For `Meta(extra_json_schema=…)` of a field that is sent as text, as all are, and holds a number."""
PLAIN, WITH_FILES = "application/x-www-form-urlencoded", "multipart/form-data"

Form = TypeVar("Form", bound=Struct)


async def read(request: Request[Any, Any, Any], shape: type[Form]) -> Form:
    """Return the fields of a form that `shape` knows; others are passed over.

    Every field of `shape` is text and optional, but for one called `file`.

    Raises
    ------
    InvalidForm
        A field comes twice, or there are too many, or a text is a file, or the file a text.
    """
    is_plain = request.content_type[0] == RequestEncodingType.URL_ENCODED
    sent = await _plain(request) if is_plain else (await request.form()).multi_items()
    fields: dict[str, str | UploadFile] = {}
    for name, value in sent:
        if name not in shape.__struct_fields__:
            continue
        if name in fields:
            raise InvalidForm(f"The field {name} comes more than once; please send it once.")
        if name == FILE and not isinstance(value, UploadFile):
            raise InvalidForm(f"The field {name} is text, and no file; files need a form of {WITH_FILES}.")
        if name != FILE and not isinstance(value, str):
            raise InvalidForm(f"The field {name} is a file, and should be text.")
        fields[name] = value
    return shape(**fields)


def documented(
    shape: type[Struct], required: tuple[str, ...] = (), lists_plain: bool = True
) -> type[Operation]:
    """Return what documents a route that reads such a form.

    Without `lists_plain` the plain kind is left to the description: of a required body of two kinds beside no
    optional parameter, openapi-python-client 0.29.1 makes a module that cannot be imported (its issue 1451).
    """

    @dataclass
    class FormOperation(Operation):
        """Tells of the form's fields."""

        def __post_init__(self) -> None:
            """Describe both kinds; a file comes with one of them alone."""
            fields = _schemas(shape)
            kinds = {WITH_FILES: fields}
            texts = {name: schema for name, schema in fields.items() if name != FILE}
            if texts and lists_plain:
                kinds[PLAIN] = texts
            self.request_body = RequestBody(
                content={
                    kind: OpenAPIMediaType(
                        Schema(type=OpenAPIType.OBJECT, properties=known, required=list(required) or None)
                    )
                    for kind, known in kinds.items()
                },
                required=True,
            )

    return FormOperation


async def _plain(request: Request[Any, Any, Any]) -> list[tuple[str, str]]:
    """Read a form without files, which is never long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_TEXT_BYTES:
            raise ClientException("The form is larger than 1 MB", status_code=413)
    try:
        return parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except UnicodeDecodeError:
        raise ClientException("The body holds text that is not UTF-8") from None
    except ValueError:
        raise InvalidForm(f"The form has more than {MOST_FIELDS} fields.") from None


def _schemas(shape: type[Struct]) -> dict[str, Reference | Schema]:
    """Describe each field by its annotation."""
    found: dict[str, Reference | Schema] = {}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        meta: Meta = hint.__metadata__[0]
        if name == FILE:
            found[name] = Schema(
                type=OpenAPIType.STRING,
                format=OpenAPIFormat.BINARY,
                content_media_type="application/octet-stream",
                max_length=Settings().max_upload_bytes,
                description=meta.description,
            )
        else:
            kind = OpenAPIType.NUMBER if meta.extra_json_schema == NUMBER else OpenAPIType.STRING
            found[name] = Schema(type=kind, description=meta.description)
    return found
