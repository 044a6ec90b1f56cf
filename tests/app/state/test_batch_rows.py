"""How urgent the parts of a batch are, under which process, and why."""

from pathlib import Path

import pytest

from app.client.models import Result
from app.state import batch_rows
from app.state.batch import Batch
from app.state.batch_rows import ANY
from app.state.session import Session
from tests.app.state.answers import feature, result
from tests.app.state.test_batch import FAILING, Server
from tests.app.views.inspect import parts

WARNING = [{"fid": "1", "severity": "warning"}]


def part(folder: Path, name: str, answer: Result | None = None) -> Session:
    """Return a part that was judged so; None: that waits."""
    (folder / name).write_text("solid")
    server = Server()
    made = Batch(server)  # type: ignore[arg-type]
    made.add([folder / name])
    if answer is not None:
        server.result = lambda *_, **__: answer  # type: ignore[method-assign]
    if answer is not None or "broken" in name:
        made.work()
    return made.parts[0]


def urgency(one: Session) -> tuple[int, int, int]:
    return batch_rows.urgency_of_part(one, batch_rows.judgment(one))


def test_what_could_not_be_judged_comes_first_and_what_waits_last(tmp_path: Path) -> None:
    gate = parts.read({"module_key": "injection", "name": "Molding", "configurations": [parts.MOLD]})
    broken, unsuited = part(tmp_path, "broken.step"), part(tmp_path, "bulk.step", gate)
    fails = part(tmp_path, "fails.step", result(feature("1", "HOLE"), only=FAILING))
    passes = part(tmp_path, "passes.step", result(feature("1", "HOLE"), only=[]))
    waits = part(tmp_path, "waits.step")
    wanted = [broken, unsuited, fails, passes, waits]
    assert sorted(reversed(wanted), key=urgency) == wanted


def test_a_part_is_as_bad_as_under_what_suits_it_best(tmp_path: Path) -> None:
    fails = part(tmp_path, "fails.step", result(feature("1", "HOLE"), strict=FAILING, mild=FAILING))
    passes = part(tmp_path, "one.step", result(feature("1", "HOLE"), strict=FAILING, mild=[]))
    assert urgency(fails)[0] == batch_rows.FAILS
    assert urgency(passes)[0] == batch_rows.PASSES


def test_of_a_pack_the_best_is_shown_and_of_a_configuration_itself(tmp_path: Path) -> None:
    judged = batch_rows.judgment(part(tmp_path, "cover.step", parts.judged()))
    assert judged is not None
    best, sand = judged.under(("casting", ANY)), judged.under(("casting", "sand"))
    assert best is not None
    assert sand is not None
    assert (best.configuration_key, sand.severity) == ("investment", "fail")
    assert judged.under(("forging", ANY)) is None


def test_each_pack_is_offered_and_each_of_its_configurations() -> None:
    offered = [(one.pack, one.variant) for one in batch_rows.offered(parts.judged())]
    assert offered == [
        ("Casting", ""),
        ("Casting", "Sand casting, aluminum"),
        ("Casting", "Investment casting, steel"),
        ("Injection molding", ""),
        ("Injection molding", "Two mold halves"),
    ]


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("broken.step", None, "=broken.step holds no solid."),
        ("waits.step", None, ""),
        ("passes.step", parts.judged(), ""),
        ("webs.step", parts.grouped(), "Minimum web: 3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm."),
    ],
)
def test_the_reason_is_a_sentence_of_what_is_wrong(
    tmp_path: Path, name: str, answer: Result | None, reason: str
) -> None:
    one = part(tmp_path, name, answer)
    assert batch_rows.reason(one, batch_rows.judgment(one)) == reason
