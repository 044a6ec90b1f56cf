"""Server-sent events become what happened to a job."""

from app.client import events

STREAM = """\
: still here

event: status
data: {"job_id": "7", "status": "running", "error": null}

id: 3
event: log
data: {"line": "meshing 72 faces"}

event: weather
data: {"line": "rain"}

event: log
data: {"line":

event: shape
data: {"glb_url": "https://x.test/artifacts/7/1/shape.glb?sig=1"}

event: shape
data: {}

event: done
data: {"job_id": "7", "status": "done"}

"""


def test_lines_and_states_are_read_and_what_makes_no_sense_is_skipped() -> None:
    state, line, shape, last = events.parse(STREAM.splitlines())
    assert state.job is not None
    assert (state.job.status, state.is_last) == ("running", False)
    assert (line.id, line.line) == (3, "meshing 72 faces")
    assert (shape.shape, shape.job) == ("https://x.test/artifacts/7/1/shape.glb?sig=1", None)
    assert last.job is not None
    assert (last.job.status, last.is_last) == ("done", True)


def test_an_event_that_is_cut_off_is_not_emitted() -> None:
    whole = ["event: deleted", "data: {}", ""]
    assert [one.is_last for one in events.parse(whole)] == [True]
    assert list(events.parse(whole[:-1])) == []
