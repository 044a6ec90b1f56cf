"""Pages are filled by the first layout that does it, or by the best."""

import pytest

from engine.report.paper import fitting, looks
from engine.report.paper.fitting import LEAST_USED, LEAST_USED_OF_LAST


@pytest.mark.parametrize(
    ("filled", "missing"),
    [
        ((0.1,), 0.0),
        ((LEAST_USED, LEAST_USED_OF_LAST), 0.0),
        ((1.0, LEAST_USED - 0.2, 0.9), 0.2),
        ((1.0, 1.0, LEAST_USED_OF_LAST - 0.1), 0.1),
        ((LEAST_USED - 0.1, LEAST_USED - 0.3, 0.0), LEAST_USED_OF_LAST),
    ],
)
def test_the_emptiest_page_counts_and_the_last_may_be_emptier(filled, missing) -> None:
    assert fitting.missing(filled) == pytest.approx(missing)


class Trial:
    """Pages of which is known how full a layout fills them."""

    filled_of_scale: dict[float, tuple[float, ...]]
    tried: list[float]

    def __init__(self, *_arguments, **_named) -> None: ...

    def build(self, flowables) -> None:
        (scale,) = flowables
        Trial.tried.append(scale)
        self.filled = Trial.filled_of_scale.get(scale, (0.1, 0.1))


@pytest.fixture
def trials(monkeypatch):
    looks.set_up()
    Trial.tried = []
    monkeypatch.setattr(fitting, "Pages", Trial)
    monkeypatch.setattr(fitting, "flowables", lambda _report, setter, _notes: [setter.closeup_scale])
    monkeypatch.setattr(fitting, "LAYOUTS", ((1.0,), (0.9,), (1.1,)))
    return Trial


class Untitled:
    title = ""


def test_the_first_layout_that_fills_the_pages_is_taken_and_no_other_tried(trials) -> None:
    trials.filled_of_scale = {0.9: (0.9, 0.5), 1.1: (1.0, 1.0)}
    assert fitting.typesetter(Untitled(), (600.0, 800.0), "mm").closeup_scale == 0.9
    assert trials.tried == [1.0, 0.9]


def test_where_none_does_the_one_that_leaves_least_empty_is_taken(trials) -> None:
    trials.filled_of_scale = {1.0: (0.5, 0.5), 0.9: (0.7, 0.5), 1.1: (0.6, 0.5)}
    assert fitting.typesetter(Untitled(), (600.0, 800.0), "mm").closeup_scale == 0.9
    assert len(trials.tried) == 3
