"""What is sent of the limits of a layer."""

from engine import layer_document
from tests.support import analyses, layer_limits


def test_the_most_frequent_case_is_of_all_faces_that_no_other_names() -> None:
    tray = analyses.tray(1.2)
    sent = layer_document.document(layer_limits.judged(tray, fail=1.5, warn=2.5))
    most, thin = sent["cases"]
    fin = analyses.face_at(tray, (60, 40, 15))
    assert most["fids"] is None
    assert (most["fail"], most["warn"], most["red_below"], most["amber_below"]) == (1.5, 2.5, None, None)
    assert str(fin) in thin["fids"]
    assert (thin["red_below"], thin["amber_below"]) == (1.5, 2.5)
    assert sent["stops"] == thin["stops"]
    assert sent["stops"] != most["stops"]


def test_without_a_limit_there_is_one_case_and_the_process_is_named_all_the_same() -> None:
    sent = layer_document.document(layer_limits.judged(analyses.tray()))
    assert (sent["fail"], sent["warn"], sent["rules"]) == (None, None, [])
    assert sent["process"] == "Casting · Investment"
    assert len(sent["cases"]) == 1


def test_colors_beside_the_scale_are_reported_with_the_layer_that_has_them() -> None:
    tray = analyses.tray()
    colors = [
        (sent["no_value_color"], sent["undercut_color"])
        for sent in (
            layer_document.document(layer_limits.judged(tray, layer))
            for layer in ("thickness", "clearance", "draft")
        )
    ]
    assert colors[0][1] is None
    assert colors[1][0] != colors[0][0]
    assert colors[2] == (colors[0][0], "#7a1fa2")
