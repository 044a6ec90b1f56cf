"""Evidence that is looked for one kind at a time."""

from dataclasses import fields

import pytest

from engine.evidence import FINDERS, Search, gather
from engine.model.evidence import Evidence
from engine.progress import Progress
from tests.support import draw
from tests.support.drawn import recognized
from tests.support.failing import break_evidence


def test_every_kind_has_its_finder() -> None:
    assert set(FINDERS) == {kind.name for kind in fields(Evidence)}


def test_what_is_not_asked_for_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    context, recognition = recognized(draw.box((30, 20, 10)))
    search = Search(context, recognition, Progress())
    break_evidence(monkeypatch, "traps")
    assert search.turned == gather(context, recognition, Progress(outlives_failures=True)).turned == ()
    with pytest.raises(ZeroDivisionError):
        _ = search.traps
    with pytest.raises(AttributeError):
        _ = search.trap
