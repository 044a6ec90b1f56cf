"""The pages at `/docs/operations/ID`: one operation each, with its request, answers, errors and examples."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.contents import Contents
from server.reference.page import page_of_entry

PARAMETER = "operation_id"


class OperationPage(OpenAPIRenderPlugin):
    """One operation: request, answers, errors, and examples in three languages."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(path=f"/operations/{{{PARAMETER}:str}}")
        self._contents = contents

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page of an operation; raise NotFoundException where there is none of its name."""
        return page_of_entry(
            "operation",
            request.path_params[PARAMETER],
            self._contents.operations.of(openapi_schema),
            groups=self._contents.groups(openapi_schema),
        )
