"""A picture of colors that the graphics card looks values up in, and the part's places on it."""

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import vtkTexture

from app.views.viewport import polydata


class LayerPicture:
    """One texture, changed in place."""

    def __init__(self) -> None:
        self.texture = vtkTexture()
        self.texture.InterpolateOff()  # a limit is a line, not a slope
        self.texture.MipmapOff()
        self.texture.RepeatOff()
        self.texture.SetWrap(vtkTexture.ClampToEdge)
        self.texture.SetColorModeToDirectScalars()

    def show(self, rows: NDArray[np.uint8]) -> None:
        """Show these rows, (R, N, 3)."""
        image = vtkImageData()
        image.SetDimensions(rows.shape[1], rows.shape[0], 1)
        image.GetPointData().SetScalars(polydata.raw_bytes(rows.reshape(-1, 3)))
        self.texture.SetInputData(image)
        self.texture.Modified()
