"""The texture by which the graphics card colors a layer."""

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import vtkTexture

from app.views.viewport import polydata


class LayerTexture:
    """One VTK texture, changed in place."""

    def __init__(self) -> None:
        self.vtk_texture = vtkTexture()
        self.vtk_texture.InterpolateOff()  # a limit is a line, not a slope
        self.vtk_texture.MipmapOff()
        self.vtk_texture.RepeatOff()
        self.vtk_texture.SetWrap(vtkTexture.ClampToEdge)
        self.vtk_texture.SetColorModeToDirectScalars()

    def show(self, rows: NDArray[np.uint8]) -> None:
        """Set the texels, (R, N, 3) sRGB."""
        image = vtkImageData()
        image.SetDimensions(rows.shape[1], rows.shape[0], 1)
        image.GetPointData().SetScalars(polydata.raw_bytes(rows.reshape(-1, 3)))
        self.vtk_texture.SetInputData(image)
        self.vtk_texture.Modified()
