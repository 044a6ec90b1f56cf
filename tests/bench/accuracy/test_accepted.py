"""Figures that drop are told, figures that are accepted stay until others are."""

from bench.accuracy import accepted

BEFORE = {"full": {"generated": {"HOLE": {"recall": 1.0, "precision": 0.97}}, "real": {"turned": 0.9}}}


def figures(recall: float) -> dict:
    return {"full": {"generated": {"HOLE": {"recall": recall, "precision": 0.97}}}}


def test_what_was_reached_again_is_no_drop():
    assert accepted.drops(figures(1.0), BEFORE) == []


def test_what_is_lower_is_reported_with_both_figures():
    (said,) = accepted.drops(figures(0.99), BEFORE)
    assert said == "full generated HOLE recall: 0.9900 is below the accepted 1.0000"


def test_what_is_gone_from_a_table_is_a_drop():
    assert len(accepted.drops({"full": {"generated": {}}}, BEFORE)) == 2


def test_a_table_that_was_not_measured_is_no_drop():
    assert accepted.drops({"full": {}}, BEFORE) == []


def test_without_accepted_figures_nothing_drops():
    assert accepted.drops(figures(0.1), {}) == []


def test_changes_say_old_and_new_both_ways():
    assert accepted.changes(figures(0.9), BEFORE) == ["full generated HOLE recall: 1.0000 → 0.9000"]
    assert accepted.changes({"full": {"real": {"turned": 0.9, "small": 1.0}}}, BEFORE) == [
        "full real small: none → 1.0000"
    ]


def test_accepting_replaces_the_tables_measured_and_no_others(tmp_path):
    path = tmp_path / "accepted.json"
    accepted.save(BEFORE, path)
    accepted.save(figures(0.12345), path)
    kept = accepted.load(path)
    assert kept["full"]["generated"]["HOLE"]["recall"] == 0.1235
    assert kept["full"]["real"] == {"turned": 0.9}
