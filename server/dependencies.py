"""What a router gives to its handlers, by Litestar's dependency injection."""

from litestar.di import Provide


def provide(**values: object) -> dict[str, Provide]:
    """Return dependencies that are there already: a handler takes them by name as `NamedDependency[T]`.

    A name that no router gives is an error when the application is made; a value that is no `T` is one when
    the handler is called.
    """
    return {name: _always(value) for name, value in values.items()}


def _always(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)
