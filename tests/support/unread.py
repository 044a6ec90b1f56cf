"""Standard output that nobody reads any more, as behind `| head`."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout


@contextmanager
def printed() -> Iterator[None]:
    """Have what is printed go into a pipe whose reader is gone."""
    reader, writer = os.pipe()
    os.close(reader)
    with (
        io.TextIOWrapper(os.fdopen(writer, "wb", buffering=0), write_through=True) as pipe,
        redirect_stdout(pipe),
    ):
        yield
