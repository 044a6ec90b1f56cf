"""What a server answers about castings, typed; as `models.py` has analyses."""

from msgspec import Struct


class CastBox(Struct, frozen=True, kw_only=True):
    """Sides of a box, as quoting has them."""

    x_mm: float
    y_mm: float
    z_mm: float


class CastGeometry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Size of a part, as quoting has it; what is not known is not sent."""

    volume_cm3: float
    surface_area_cm2: float
    bounding_box: CastBox
    n_bodies: int | None = None
    form: str | None = None
    """What an analysis says that the part looks like."""

    @property
    def sides_mm(self) -> tuple[float, float, float]:
        """Sides of the box."""
        return self.bounding_box.x_mm, self.bounding_box.y_mm, self.bounding_box.z_mm


class Converted(Struct, frozen=True, kw_only=True):
    """A part that can be cast."""

    geometry: CastGeometry
    glb_url: str
    glb_base64: str
    notes: tuple[str, ...] = ()


class Material(Struct, frozen=True, kw_only=True):
    """A casting material."""

    id: str
    name: str
    description: str
    density_kg_m3: float
    cost_per_kg: float
    maximum_part_size_mm: str
    maximum_part_mass_kg: float | None = None
    """None: not sent."""
    family: str | None = None
    currency: str | None = None


class Finish(Struct, frozen=True, kw_only=True):
    """A post-processing option."""

    id: str
    name: str
    description: str
    pricing_model: str
    cost_per_unit: float
    lead_time_days: int | None = None
    suits: tuple[str, ...] | None = None
    """Families of material it can be done to, empty for all; None: not sent."""
    currency: str | None = None


class Breakdown(Struct, frozen=True, kw_only=True):
    """What a unit price consists of."""

    metal_cost: float
    shell_cost: float
    labor_cost: float
    post_processing_cost: float
    margin: float


class PatternOption(Struct, frozen=True, kw_only=True):
    """One way to make the patterns of an order."""

    method: str
    name: str
    cost: float


class Tooling(PatternOption, frozen=True, kw_only=True):
    """How the patterns of an order are made; its cost is charged once, beside the price of the parts."""

    sentence: str = ""
    """Which way is cheaper at this quantity."""
    methods: tuple[PatternOption, ...] = ()


class Price(Struct, frozen=True, kw_only=True):
    """What castings cost."""

    unit_price: float
    total_price: float
    breakdown: Breakdown
    lead_time_days: int
    is_lead_time_by_arrangement: bool = False
    """Whether the order takes longer than `lead_time_days`."""
    tooling: Tooling | None = None
    """None: not sent."""
    total_with_tooling: float | None = None
    currency: str | None = None
    notes: tuple[str, ...] = ()
    """What whoever orders should know of this price."""


class Choice(Struct, frozen=True):
    """What a price is for."""

    material_id: str
    quantity: int
    option_ids: tuple[str, ...] = ()


class Quote(Price, frozen=True, kw_only=True):
    """A price that the server keeps."""

    id: str
    status: str
    file_name: str | None = None
    geometry: CastGeometry | None = None
    material_id: str | None = None
    quantity: int | None = None
    post_processing_option_ids: tuple[str, ...] | None = None
    analyses: tuple[str, ...] = ()
    created_at: str | None = None


class QuotePage(Struct, frozen=True, kw_only=True):
    """Quotes, newest first."""

    quotes: tuple[Quote, ...]
    has_more: bool = False
