"""The pages at `/docs/operations/ID`: one operation each, with its request, answers, errors and examples."""

from typing import Any

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.operations import Operations
from server.reference.page import by_tag, page

PARAMETER = "operation_id"


class OperationPage(OpenAPIRenderPlugin):
    """One operation: request, answers, errors, and examples in three languages."""

    def __init__(self, operations: Operations) -> None:
        super().__init__(path=f"/operations/{{{PARAMETER}:str}}")
        self._operations = operations

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page of an operation; raise NotFoundException where there is none of its name."""
        every = self._operations.of(openapi_schema)
        for index, operation in enumerate(every):
            if operation.name == request.path_params[PARAMETER]:
                return page(
                    "operation.html",
                    groups=by_tag(every),
                    current=operation.name,
                    operation=operation,
                    before=every[index - 1] if index else None,
                    after=every[index + 1] if index + 1 < len(every) else None,
                )
        raise NotFoundException
