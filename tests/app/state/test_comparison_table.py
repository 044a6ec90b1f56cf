"""The columns of a comparison's table; its lines are tested with the comparison."""

from app.state import comparison_table
from tests.app.state import test_comparison
from tests.app.state.revised import result


def test_a_comparison_of_nothing_has_a_head_alone() -> None:
    found = test_comparison.compare(result([], []), result([], []))
    assert comparison_table.csv_of(found) == ",".join(comparison_table.COLUMNS) + "\n"
