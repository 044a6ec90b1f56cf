"""What the quoting API takes and gives."""

from typing import Annotated

from litestar.datastructures import UploadFile
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.model.form import Form
from server.http.uploads import ACCEPTED

LARGEST = 1e9
"""Far beyond anything that is cast; it keeps sums within what decimal money can hold."""
MOST_OPTIONS = 50
MOST_CHOICES = 500
"""Prices that are asked for at once: every material at a score of quantities."""

Positive = Annotated[float, Meta(gt=0, le=LARGEST)]


class ConvertForm(Struct, kw_only=True):
    """The form of `POST /convert`."""

    file: Annotated[UploadFile | None, Meta(description=ACCEPTED)] = None


class BoundingBox(Struct):
    """Sides of an axis-aligned box."""

    x_mm: Positive
    y_mm: Positive
    z_mm: Positive


class Geometry(Struct):
    """A part's size, as `POST /convert` tells it."""

    volume_cm3: Positive
    surface_area_cm2: Positive
    bounding_box: BoundingBox
    n_bodies: (
        Annotated[int, Meta(ge=1, description="an extension, as POST /convert tells it; left out: not known")]
        | UnsetType
    ) = UNSET
    form: Annotated[
        Form | UnsetType, Meta(description="an extension: `form.form` of an analysis; left out: not known")
    ] = UNSET


class Converted(Struct):
    """What `POST /convert` answers."""

    geometry: Geometry
    glb_url: str
    glb_base64: str
    notes: list[str]


class QuoteRequest(Struct, kw_only=True):
    """The body of `POST /quotes`."""

    file_name: Annotated[str, Meta(min_length=1, max_length=300)]
    geometry: Geometry
    material_id: Annotated[str, Meta(description="the id of a material from GET /materials")]
    quantity: Annotated[int, Meta(ge=1)]
    post_processing_option_ids: Annotated[list[str], Meta(max_length=MOST_OPTIONS)] | None = None


class Choice(Struct, kw_only=True):
    """One way to have a part made."""

    material_id: Annotated[str, Meta(description="the id of a material from GET /materials")]
    quantity: Annotated[int, Meta(ge=1)]
    post_processing_option_ids: Annotated[list[str], Meta(max_length=MOST_OPTIONS)] | None = None


class PreviewRequest(Struct, kw_only=True):
    """The body of `POST /quotes/preview`."""

    geometry: Geometry
    choices: Annotated[list[Choice], Meta(min_length=1, max_length=MOST_CHOICES)]
