"""Dependencies are named in one place and checked by Litestar: by name at the start, by type at the call."""

from typing import Any

import pytest
from litestar import Router, get
from litestar.di import NamedDependency
from litestar.exceptions import ImproperlyConfiguredException
from litestar.testing import create_test_client

from server.dependencies import provide


class Bell:
    sound = "ding"


@get("/bell")
async def ring(bell: NamedDependency[Bell]) -> str:
    return bell.sound


def client_with(**values: object) -> Any:
    return create_test_client(Router("/", route_handlers=[ring], dependencies=provide(**values)))


def test_a_handler_gets_the_value_of_its_name_and_type() -> None:
    with client_with(bell=Bell(), other=1) as client:
        assert client.get("/bell").text == "ding"


def test_a_value_of_another_type_never_reaches_the_handler() -> None:
    with client_with(bell="ding") as client:
        assert client.get("/bell").status_code == 500


def test_a_name_that_nobody_provides_stops_the_application() -> None:
    with pytest.raises(ImproperlyConfiguredException, match="bell"):
        client_with(gong=Bell())
