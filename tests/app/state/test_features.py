"""The feature tree."""

from app.client.models import Pattern
from app.state import feature_filter, features
from tests.app.state.answers import feature, result

HOLES = [feature("20", "HOLE"), feature("3", "HOLE"), feature("7", "HOLE")]
OTHERS = [feature("1", "WALL"), feature("2", "GUSSET"), feature("5", "FIN")]


def test_kinds_stand_in_their_order_and_unknown_ones_last() -> None:
    groups = features.tree([*OTHERS, *HOLES], {})
    assert [group.kind for group in groups] == ["HOLE", "FIN", "WALL", "GUSSET"]
    assert [group.severity for group in groups] == [None] * 4


def test_in_a_kind_the_worst_comes_first_and_then_the_faces_count() -> None:
    (group,) = features.tree(HOLES, {"20": "warning", "7": "fail"})
    assert [entry.feature.fid for entry in group.entries] == ["7", "20", "3"]
    assert group.severity == "fail"
    (calm,) = features.tree(HOLES, {})
    assert [entry.feature.fid for entry in calm.entries] == ["3", "7", "20"]


def test_features_of_a_pattern_stand_in_one_row_where_the_worst_of_them_stands() -> None:
    pattern = Pattern(kind="HOLE", label="2 × Ø6.6, mirrored", fids=("3", "20"))
    hole, fin = features.tree([*HOLES, OTHERS[2]], {"20": "fail"}, patterns=(pattern,))[:2]
    assert [entry.feature.fid for entry in hole.entries] == ["20", "3", "7"]
    mirrored, alone = hole.rows
    assert isinstance(mirrored, features.PatternEntry)
    assert (mirrored.label, mirrored.severity) == ("2 × Ø6.6, mirrored", "fail")
    assert [entry.feature.fid for entry in mirrored.entries] == ["20", "3"]
    assert (alone, fin.rows) == (hole.entries[2], fin.entries)


def test_two_patterns_of_one_label_are_two_rows_and_one_that_a_filter_left_alone_is_none() -> None:
    patterns = [
        Pattern(kind="HOLE", label="2 × Ø6.6, mirrored", fids=fids) for fids in (("3", "7"), ("20", "21"))
    ]
    holes = [*HOLES, feature("21", "HOLE")]
    (group,) = features.tree(holes, {}, patterns=patterns)
    assert [[entry.feature.fid for entry in row.entries] for row in group.rows] == [["3", "7"], ["20", "21"]]
    (left,) = features.tree(holes, {"7": "fail"}, feature_filter.parse("severity:fail"), patterns=patterns)
    assert left.rows == left.entries


def test_a_filter_hides_and_still_says_how_many_there_are() -> None:
    (group,) = features.tree([*HOLES, *OTHERS], {"7": "fail"}, feature_filter.parse("severity:fail"))
    assert [entry.feature.fid for entry in group.entries] == ["7"]
    assert group.n_all == 3


def test_a_finding_counts_for_its_feature_and_that_of_a_face_for_all_it_is_a_face_of() -> None:
    hole = {"fid": "1", "kind": "HOLE", "related_fids": ["1", "2"]}
    pocket = {"fid": "5", "kind": "POCKET", "related_fids": ["2", "5"]}
    of_hole = {"fid": "1", "kind": "HOLE", "related_fids": ["1", "2"], "severity": "fail"}
    of_face = {"fid": "2", "kind": "FACE", "severity": "warning"}
    both = result(hole, pocket, a=[of_hole], b=[of_face])
    assert features.severity_of_feature(both) == {"1": "fail", "5": "warning"}
    assert features.severity_of_feature(both, [("cnc", "a")]) == {"1": "fail"}
    assert features.severity_of_feature(both, [("cnc", "b")]) == {"1": "warning", "5": "warning"}
    assert features.severity_of_feature(result(hole, pocket, a=[])) == {}


def test_clicking_a_face_finds_the_smallest_feature_first_and_goes_outward() -> None:
    pocket, fillet = feature("5", "POCKET", "5", "6", "7"), feature("6", "FILLET", "6")
    assert features.owners([pocket, fillet], "6") == (fillet, pocket)
    assert features.owners([pocket, fillet], "7") == (pocket,)
    assert features.owners([pocket, fillet], "8") == ()


def test_a_selection_means_the_feature_of_exactly_these_faces_else_the_smallest_of_each():
    pocket = feature("1", "POCKET", "1", "2", "3")
    fillet = feature("2", "FILLET", "2")
    part = (pocket, fillet)
    assert features.of_selection(part, frozenset("123")) == (pocket,)
    assert features.of_selection(part, frozenset("2")) == (fillet,)
    assert features.of_selection(part, frozenset("23")) == (fillet, pocket)
    assert features.of_selection(part, frozenset()) == ()
    assert features.of_selection(part, frozenset("9")) == ()
