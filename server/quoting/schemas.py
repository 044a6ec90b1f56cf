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

LARGEST_QUANTITY = 100_000
"""As `largest_quantity` of the price table that is shipped, which a test compares."""

Positive = Annotated[float, Meta(gt=0, le=LARGEST)]
Quantity = Annotated[
    int,
    Meta(ge=1, le=LARGEST_QUANTITY, description="how many are cast"),
]
Finishes = Annotated[
    list[str], Meta(max_length=MOST_OPTIONS, description="ids of options from GET /post-processing")
]


class ConvertForm(Struct, kw_only=True):
    """The form of `POST /convert`."""

    file: Annotated[UploadFile | None, Meta(description=ACCEPTED)] = None
    unit: Annotated[
        str | None,
        Meta(description="of a file that has none, as STL: `mm` (default), `cm`, `m` or `in`; an extension"),
    ] = None


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
    glb_url: Annotated[str, Meta(description="link to the preview, which needs no key")]
    glb_base64: Annotated[str, Meta(description="the same GLB in base64")]
    notes: Annotated[list[str], Meta(description="what is to be known of the file")]


class QuoteRequest(Struct, kw_only=True):
    """The body of `POST /quotes`."""

    file_name: Annotated[str, Meta(min_length=1, max_length=300, description="what the part is called")]
    geometry: Geometry
    material_id: Annotated[str, Meta(description="the id of a material from GET /materials")]
    quantity: Quantity
    post_processing_option_ids: Finishes | None = None


class Choice(Struct, kw_only=True):
    """One way to have a part made."""

    material_id: Annotated[str, Meta(description="the id of a material from GET /materials")]
    quantity: Quantity
    post_processing_option_ids: Finishes | None = None


class PreviewRequest(Struct, kw_only=True):
    """The body of `POST /quotes/preview`."""

    geometry: Geometry
    choices: Annotated[
        list[Choice],
        Meta(min_length=1, max_length=MOST_CHOICES, description="each is priced by itself"),
    ]
