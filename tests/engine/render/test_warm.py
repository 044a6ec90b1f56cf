"""What is compiled at set-up is all that a picture needs."""

from engine.heatmaps import thickness
from engine.render import camera, picture, raster, scene, warm
from tests.support import analyses, layer_limits

KERNELS = (raster.cover, raster.shade, raster.stroke, raster.lay, raster.paint)


def test_after_warming_up_a_picture_compiles_nothing_more() -> None:
    warm.warm()
    before = [list(kernel.signatures) for kernel in KERNELS]
    assert all(before)
    tray = analyses.tray()
    built = scene.build(tray.assessed.prepared.mesh)
    aimed = camera.frame(built.mesh.vertices, size=(120, 90))
    marking = picture.Marking(faces=[0], edges=[(0, 1)])
    for heatmap in (None, thickness.color(tray, layer_limits.judged(tray, fail=1.5, warn=2.5))):
        picture.draw(built, aimed, heatmap, marking)
    assert [list(kernel.signatures) for kernel in KERNELS] == before
