"""What the tests over broken files share: a worker, and one question to it."""

from collections.abc import Callable, Iterator

import pytest

from engine.errors import InternalError, SprueError
from engine.isolate.worker import Worker, WorkerOptions
from tests.support import corpus, shared_fork_server
from tests.support.shared_fork_server import COARSE

TIME_LIMIT_S = 60.0


@pytest.fixture(scope="module")
def ask() -> Iterator[Callable[[str], corpus.Reply]]:
    """Return what a worker tells of a corpus file, or the sentence that refuses it.

    A defect of ours is raised.
    """
    shared_fork_server.take_over()
    with Worker(WorkerOptions(preload=COARSE.preload, is_forked=True)) as warm:

        def described(file: str) -> corpus.Reply:
            arguments = {"file": str(corpus.CORPUS / file)}
            try:
                return warm.run("engine.tasks:describe", arguments, time_limit_s=TIME_LIMIT_S), ""
            except InternalError:
                raise
            except SprueError as error:
                return None, str(error)

        yield described
