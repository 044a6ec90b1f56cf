"""Routers are mounted as they are, and routes of two applications work with what is their own."""

from typing import Any

from litestar import Litestar, get
from litestar.di import NamedDependency, Provide
from litestar.testing import TestClient

from server.http.router import Router


@get("/name")
async def name(word: NamedDependency[str]) -> str:
    return word


def app(word: str) -> Litestar:
    async def provided() -> str:
        return word

    inner = Router("/inner", route_handlers=[name], dependencies={"word": Provide(provided)})
    return Litestar([Router("/outer", route_handlers=[inner])])


def answered(application: Litestar) -> Any:
    with TestClient(application) as client:
        return client.get("/outer/inner/name").text


def test_routes_of_two_applications_work_with_what_each_was_given() -> None:
    one, other = app("one"), app("other")
    assert (answered(one), answered(other), answered(one)) == ("one", "other", "one")


def test_a_router_is_mounted_without_a_copy() -> None:
    inner = Router("/inner", route_handlers=[name])
    Router("/outer", route_handlers=[inner])
    assert inner.owner is not None  # that of a copy would have been set
