"""A part's life, with a server that does as the test says."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import Accepted, Event, Job, Result
from app.state import session
from app.state.session import Session, Stage, Stale
from tests.app.state.answers import result

GONE = Failure(Reason.MISSING, "No such job.", "Analyze again.", status=404)
TOO_LONG = Failure(Reason.MESHING_TOO_LONG, "Meshing took too long.", "Coarser.", status=504)


def job(status: str, *log: str) -> Job:
    return Job(job_id="7", status=status, log=log)


class Server:
    """Stands in for the client."""

    def __init__(self) -> None:
        self.events: list[Event | Failure] = [
            Event(job=job("queued")),
            Event(job=job("running")),
            Event(id=1, line="reading"),
            Event(job=job("done"), is_last=True),
        ]
        self.polled: list[Job | Failure] = []
        self.results: list[Result | Failure] = [result()]
        self.can_remove = True
        self.conflicts = 0
        self.removed: list[str] = []
        self.recomputed: list[Any] = []

    def analyze(self, path: Path, options: Any, *, progress: Any, cancel: Cancel) -> Accepted:
        progress(5, 10)
        progress(10, 10)
        return Accepted(job_id="7", status="queued")

    def follow(self, job_id: str, *, cancel: Cancel) -> Iterator[Event]:
        for event in self.events:
            if cancel.is_asked:
                raise Failure(Reason.CANCELLED, "Cancelled.", "")
            if isinstance(event, Failure):
                raise event
            yield event

    def job(self, job_id: str, *, cancel: Cancel) -> Job:
        return next_answer(self.polled)

    def result(self, job_id: str, *, cancel: Cancel) -> Result:
        return next_answer(self.results)

    def recompute(self, job_id: str, options: Any) -> None:
        if self.conflicts:
            self.conflicts -= 1
            raise Failure(Reason.CONFLICT, "The job is not finished yet.", "Wait.", status=409)
        self.recomputed.append(options)

    def remove(self, job_id: str) -> bool:
        self.removed.append(job_id)
        return self.can_remove


def next_answer(answers: list[Any]) -> Any:
    answer = answers.pop(0)
    if isinstance(answer, Failure):
        raise answer
    return answer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr(session, "POLL_S", 0.0)
    return Server()


@pytest.fixture
def part(server: Server, tmp_path: Path) -> Session:
    path = tmp_path / "part.step"
    path.write_bytes(b"ISO-10303-21;")
    return Session(server, path)  # type: ignore[arg-type]


def stages(part: Session) -> list[Stage]:
    seen: list[Stage] = []
    part.changed.subscribe(lambda now: seen.append(now.stage))
    return seen


def test_a_part_goes_from_chosen_to_done(part: Session) -> None:
    seen = stages(part)
    assert part.now.stage is Stage.CHOSEN
    end = part.analyze()
    assert list(dict.fromkeys(seen)) == [Stage.UPLOADING, Stage.QUEUED, Stage.RUNNING, Stage.DONE]
    assert end is part.now
    assert end.result is not None
    assert (end.log, end.n_sent, end.job_id) == (("reading",), 10, "7")


def test_what_the_part_looks_like_is_sent_before_the_result_and_forgotten_with_the_next_analysis(
    server: Server, part: Session
) -> None:
    server.events.insert(2, Event(shape="/shape"))
    server.results.append(result())
    seen: list[tuple[str | None, bool]] = []
    part.changed.subscribe(lambda now: seen.append((now.shape, now.result is None)))
    part.analyze()
    assert ("/shape", True) in seen
    del server.events[2], seen[:]
    assert part.analyze().shape is None
    assert seen[0][0] is None


def test_a_file_that_cannot_be_read_is_never_sent(server: Server, tmp_path: Path) -> None:
    part = Session(server, tmp_path / "part.iges")  # type: ignore[arg-type]
    end = part.analyze()
    assert end.stage is Stage.FAILED
    assert end.failure is not None
    assert end.failure.reason is Reason.FILE
    assert end.n_sent == 0


@pytest.mark.parametrize("why", [Reason.MISSING, Reason.UNREACHABLE, Reason.TIMEOUT])
def test_a_server_that_says_no_events_is_asked(server: Server, part: Session, why: Reason) -> None:
    server.events = [Event(job=job("running")), Failure(why, "No events.", "")]
    server.polled = [job("running", "reading"), job("done", "reading", "meshing")]
    end = part.analyze()
    assert end.stage is Stage.DONE
    assert end.log == ("reading", "meshing")


def test_a_key_that_was_revoked_meanwhile_ends_it(server: Server, part: Session) -> None:
    server.events = [Failure(Reason.KEY, "API key has been revoked.", "Enter another.")]
    end = part.analyze()
    assert (end.stage, end.failure) == (Stage.FAILED, server.events[0])


def test_a_job_that_failed_says_why_and_what_to_do(server: Server, part: Session) -> None:
    server.events = [Event(job=job("error"), is_last=True)]
    server.results = [TOO_LONG]
    end = part.analyze()
    assert (end.stage, end.failure) == (Stage.FAILED, TOO_LONG)


def test_a_job_that_somebody_removed_is_gone(server: Server, part: Session) -> None:
    server.events, server.polled = [Event(is_last=True)], [GONE]
    end = part.analyze()
    assert (end.stage, end.failure) == (Stage.FAILED, GONE)


def test_cancelling_ends_the_job_on_the_server(server: Server, part: Session) -> None:
    part.changed.subscribe(lambda now: part.cancel() if now.stage is Stage.RUNNING else None)
    end = part.analyze()
    assert (end.stage, end.goes_on_unseen) == (Stage.CANCELLED, False)
    assert server.removed == ["7"]
    assert end.failure is None


def test_where_the_server_cannot_end_it_that_is_said(server: Server, part: Session) -> None:
    server.can_remove = False
    part.changed.subscribe(lambda now: part.cancel() if now.stage is Stage.RUNNING else None)
    assert part.analyze().goes_on_unseen


def test_cancelling_what_does_not_run_does_nothing(part: Session) -> None:
    part.cancel()
    assert part.analyze().stage is Stage.DONE
    part.cancel()
    assert part.now.stage is Stage.DONE


def test_the_old_result_stays_stale_until_the_new_one_is_there(server: Server, part: Session) -> None:
    old = part.analyze().result
    new = result(a=[])
    server.results = [new]
    seen: list[tuple[bool, frozenset[Stale]]] = []
    part.changed.subscribe(lambda now: seen.append((now.result is old, now.stale)))
    end = part.recompute({"pull": "1,0,0"})
    assert seen[0] == (True, frozenset({Stale.PULL}))
    assert (end.result, end.stale, end.stage) == (new, frozenset(), Stage.DONE)
    assert server.recomputed == [{"pull": "1,0,0"}]


def test_a_recompute_that_fails_or_is_cancelled_keeps_the_result_and_the_job(
    server: Server, part: Session
) -> None:
    old = part.analyze().result
    server.results = [TOO_LONG]
    failed = part.recompute({"pull": "1,0,0"})
    assert (failed.stage, failed.result, failed.stale) == (Stage.FAILED, old, {Stale.PULL})
    part.changed.subscribe(lambda now: part.cancel() if now.stage is Stage.RUNNING else None)
    ended = part.recompute({"pull": "1,0,0"})
    assert (ended.stage, ended.result, ended.stale) == (Stage.CANCELLED, old, {Stale.PULL})
    assert server.removed == []


def test_a_run_that_was_cancelled_is_waited_for_before_the_next_and_its_result_is_not_taken(
    server: Server, part: Session
) -> None:
    part.analyze()
    server.conflicts = 1
    server.polled = [job("running"), job("done")]
    new = result()
    server.results = [new]
    end = part.recompute({"pull": "0,1,0"})
    assert (end.stage, end.result) == (Stage.DONE, new)
    assert server.recomputed == [{"pull": "0,1,0"}]
    assert server.polled == []


def test_a_part_can_be_computed_again_over_an_engine_that_was_started_anew(
    server: Server, part: Session
) -> None:
    part.analyze()
    anew = Server()
    part.move_to(anew)  # type: ignore[arg-type]
    assert part.recompute({"pull": "1,0,0"}).stage is Stage.DONE
    assert anew.recomputed == [{"pull": "1,0,0"}]
    assert server.recomputed == []


def test_a_file_that_the_server_cannot_use_is_to_be_exported_anew(server: Server, part: Session) -> None:
    server.events = [Failure(Reason.INVALID, "The file is not a STEP file.", "Correct it.", status=422)]
    end = part.analyze()
    assert f"{end.failure}" == f"The file is not a STEP file. {session.EXPORT_ANEW}"


def test_changed_rules_make_a_result_stale_and_changing_them_back_undoes_that(part: Session) -> None:
    part.mark(Stale.RULES)
    assert part.now.stale == frozenset()
    part.analyze()
    part.mark(Stale.RULES)
    part.mark(Stale.PULL)
    part.mark(Stale.RULES, is_stale=False)
    assert part.now.stale == {Stale.PULL}


def test_a_defect_of_our_own_does_not_leave_the_part_busy(server: Server, part: Session) -> None:
    server.results = []
    with pytest.raises(IndexError):
        part.analyze()
    assert part.now.stage is Stage.FAILED
    assert part.now.failure is session.DEFECT
    server.results = [result()]
    assert part.analyze().stage is Stage.DONE


def test_one_thing_at_a_time(server: Server, part: Session) -> None:
    refused: list[Exception] = []

    def again(now: session.Progress) -> None:
        if now.stage is Stage.RUNNING and not refused:
            thread = threading.Thread(target=lambda: refused.append(_error(part.analyze)))
            thread.start()
            thread.join(5)

    part.changed.subscribe(again)
    assert part.analyze().stage is Stage.DONE
    assert isinstance(refused[0], RuntimeError)
    with pytest.raises(RuntimeError):
        Session(server, part.path).recompute({"pull": "1,0,0"})  # type: ignore[arg-type]


def _error(call: Any) -> Exception:
    try:
        call()
    except RuntimeError as error:
        return error
    raise AssertionError("it was let in")


def test_the_unit_that_was_chosen_for_a_file_without_one_is_sent_with_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []

    def analyze(path: Path, options: Any, *, progress: Any, cancel: Cancel) -> Accepted:
        sent.append((path, options))
        return Accepted(job_id="7", status="queued")

    monkeypatch.setattr(server, "analyze", analyze)
    path = tmp_path / "part.stl"
    path.write_bytes(b"solid")
    for unit, options in (("in", {"pull": "cardinal", "unit": "in"}), ("", {"pull": "cardinal"})):
        server.results = [result()]
        Session(server, path, unit_of=lambda _, unit=unit: unit).analyze({"pull": "cardinal"})
        assert sent.pop() == (path, options)  # the file itself, as it is
