"""Draws the icons that Windows and macOS take out of the one picture that the project keeps.

    python packaging/desktop/icons.py FOLDER

writes `sprue.ico` and `sprue.icns` into the folder. The bundle's recipe does it on those systems.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

PICTURE = Path(__file__).with_name("app.sprue.Sprue.svg")
LARGEST = 1024
"""Pixels along a side of the largest icon of macOS."""
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
"""Pixels along a side: those that Windows asks for at 100 to 200 %, and the large one of its folders."""


def write(folder: Path) -> tuple[Path, Path]:
    """Write both files into a folder and return their paths."""
    drawn = _draw(LARGEST)
    ico, icns = folder / "sprue.ico", folder / "sprue.icns"
    drawn.save(ico, sizes=[(size, size) for size in ICO_SIZES])
    drawn.save(icns)
    return ico, icns


def _draw(size: int) -> Image.Image:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(PICTURE)).render(painter)
    painter.end()
    buffer = QBuffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # its stubs know paths alone
    return Image.open(io.BytesIO(buffer.data().data()))


if __name__ == "__main__":
    for file in write(Path(sys.argv[1])):
        print(file)
