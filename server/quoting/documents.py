"""What the quoting routes answer with, as the documentation tells it.

Quotes are passed on as they were kept; only what callers may rely on stands here.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from server.quoting.schemas import Geometry

Money = Annotated[float, Meta(description="in the currency that `currency` names, to the cent")]
Days = Annotated[int, Meta(ge=0, description="working days")]


class Material(Struct):
    """A metal that is cast."""

    id: Annotated[str, Meta(description="`material_id` of a quote")]
    name: str
    description: str
    density_kg_m3: Annotated[float, Meta(gt=0)]
    cost_per_kg: Annotated[
        float, Meta(ge=0, description="of the metal, in the currency that `currency` names")
    ]
    maximum_part_size_mm: Annotated[str, Meta(description="sides of the largest part, as people write them")]
    maximum_part_mass_kg: Annotated[float, Meta(gt=0, description="what is poured at most; an extension")]
    family: Annotated[str, Meta(description="the kind of metal: what goes with it; an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]


class Materials(Struct):
    """Materials that can be cast."""

    materials: list[Material]


class PostProcessingOption(Struct):
    """One thing that can be done to a casting."""

    id: Annotated[str, Meta(description="one of `post_processing_option_ids` of a quote")]
    name: str
    description: str
    pricing_model: Annotated[str, Meta(description="what `cost_per_unit` is multiplied by")]
    cost_per_unit: Annotated[float, Meta(ge=0, description="in the currency that `currency` names")]
    lead_time_days: Days
    suits: Annotated[list[str], Meta(description="families of materials it is meant for; an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]


class PostProcessing(Struct):
    """What can be done to a casting."""

    post_processing_options: list[PostProcessingOption]


class Breakdown(Struct):
    """What a unit price consists of."""

    metal_cost: Money
    shell_cost: Money
    labor_cost: Money
    post_processing_cost: Money
    margin: Money


class ToolingMethod(Struct):
    """One way to come by the patterns."""

    method: str
    name: str
    cost: Money
    lead_time_days: Days
    is_lead_time_by_arrangement: bool


class Tooling(Struct):
    """Patterns of an order; an extension."""

    method: str
    name: str
    cost: Money
    complexity: Annotated[float, Meta(description="1 for a plain part; what a die costs grows with it")]
    die_cheaper_from: Annotated[
        int | None, Meta(description="quantity from which a wax die costs less; null: at none")
    ]
    sentence: str
    methods: list[ToolingMethod]


class Price(Struct, kw_only=True):
    """What a part costs."""

    unit_price: Money
    total_price: Money
    breakdown: Breakdown
    lead_time_days: Days
    is_lead_time_by_arrangement: Annotated[
        bool | UnsetType, Meta(description="whether `lead_time_days` is none that is promised; an extension")
    ] = UNSET
    tooling: Tooling | UnsetType = UNSET
    total_with_tooling: Annotated[float | UnsetType, Meta(description="an extension")] = UNSET
    quoted_as_one_casting: Annotated[
        str | UnsetType | None,
        Meta(
            description="what the part is (7 bodies, sheet) where it is priced as one casting; an extension"
        ),
    ] = UNSET
    quantity: Annotated[int, Meta(ge=1)]
    weight_kg: Annotated[float, Meta(description="of one part")]
    parts_per_tree: Annotated[int, Meta(ge=1, description="cast together; an extension")]
    notes: list[str]
    price_table_version: Annotated[str, Meta(description="an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]
    material_id: str
    post_processing_option_ids: list[str]


class Prices(Struct):
    """What was asked, choice by choice, each with its price."""

    prices: list[Price]


class Quote(Price, kw_only=True):
    """A price that is kept."""

    id: str
    status: Literal["draft"]
    file_name: str
    geometry: Geometry
    analyses: Annotated[list[str], Meta(description="ids of the jobs attached to it")]
    created_at: Annotated[str, Meta(description="UTC, ISO 8601")]


class QuoteAnswer(Struct):
    """One quote."""

    quote: Quote


class QuotePage(Struct):
    """Quotes, newest first."""

    quotes: list[Quote]
    has_more: bool
