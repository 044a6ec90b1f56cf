"""Server-sent events of a job, from lines of text to what happened."""

from collections.abc import Iterable, Iterator

import msgspec

from app.client.models import Event, Job

LAST = ("done", "error", "deleted")


class _Line(msgspec.Struct):
    line: str


class _Shape(msgspec.Struct):
    glb_url: str


def parse(lines: Iterable[str]) -> Iterator[Event]:
    """Yield events as they are complete; those of other names and those that make no sense are skipped."""
    name, data, event_id = "message", list[str](), None
    for line in lines:
        if not line:
            event = _event(name, "\n".join(data), event_id) if data else None
            if event is not None:
                yield event
            name, data, event_id = "message", [], None
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif field == "id":
            event_id = value


def _event(name: str, data: str, event_id: str | None) -> Event | None:
    number = int(event_id) if event_id is not None and event_id.isascii() and event_id.isdigit() else None
    if name == "deleted":
        return Event(is_last=True)
    try:
        if name == "log":
            return Event(id=number, line=msgspec.json.decode(data, type=_Line).line)
        if name == "shape":
            return Event(id=number, shape=msgspec.json.decode(data, type=_Shape).glb_url)
        if name == "status" or name in LAST:
            return Event(id=number, job=msgspec.json.decode(data, type=Job), is_last=name in LAST)
    except msgspec.DecodeError:
        return None
    return None
