"""What all heatmaps share."""

from engine import heatmaps
from tests.support import analyses, khronos, layer_limits


def test_the_khronos_validator_finds_no_error_in_any_heatmap():
    tray = analyses.tray()
    with_fin = analyses.with_features(tray, analyses.fin(tray))
    limits = layer_limits.judged(tray, fail=1.5, warn=2.5)
    assert len(heatmaps.HEATMAPS) > 3
    assert khronos.validate(*(heatmaps.paint(each, with_fin, limits) for each in heatmaps.HEATMAPS)) == []
