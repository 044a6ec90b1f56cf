"""What the quoting routes answer with, as the documentation tells it.

Quotes are passed on as they were kept; only what callers may rely on stands here.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from server.quoting.schemas import Geometry, Quantity

Money = Annotated[float, Meta(description="in the currency that `currency` names, to the cent")]
Days = Annotated[int, Meta(ge=0, description="working days")]


class Material(Struct):
    """A metal that is cast."""

    id: Annotated[str, Meta(description="`material_id` of a quote")]
    name: Annotated[str, Meta(description="for people")]
    description: Annotated[str, Meta(description="what it is good for")]
    density_kg_m3: Annotated[float, Meta(gt=0, description="in kg/m³")]
    cost_per_kg: Annotated[
        float, Meta(ge=0, description="of the metal, in the currency that `currency` names")
    ]
    maximum_part_size_mm: Annotated[str, Meta(description="sides of the largest part, as people write them")]
    maximum_part_mass_kg: Annotated[float, Meta(gt=0, description="what is poured at most; an extension")]
    family: Annotated[str, Meta(description="the kind of metal: what goes with it; an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]


class Materials(Struct):
    """Materials that can be cast."""

    materials: Annotated[list[Material], Meta(description="every one")]


class PostProcessingOption(Struct):
    """One thing that can be done to a casting."""

    id: Annotated[str, Meta(description="one of `post_processing_option_ids` of a quote")]
    name: Annotated[str, Meta(description="for people")]
    description: Annotated[str, Meta(description="what is done")]
    pricing_model: Annotated[str, Meta(description="what `cost_per_unit` is multiplied by")]
    cost_per_unit: Annotated[float, Meta(ge=0, description="in the currency that `currency` names")]
    lead_time_days: Days
    suits: Annotated[list[str], Meta(description="families of materials it is meant for; an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]


class PostProcessing(Struct):
    """What can be done to a casting."""

    post_processing_options: Annotated[list[PostProcessingOption], Meta(description="every one")]


class Breakdown(Struct):
    """What a unit price consists of."""

    metal_cost: Money
    shell_cost: Money
    labor_cost: Money
    post_processing_cost: Money
    margin: Money


class ToolingMethod(Struct):
    """One way to come by the patterns."""

    method: Annotated[str, Meta(description="for programs")]
    name: Annotated[str, Meta(description="for people")]
    cost: Money
    lead_time_days: Days
    is_lead_time_by_arrangement: Annotated[bool, Meta(description="whether it is none that is promised")]


class Tooling(Struct):
    """Patterns of an order; an extension."""

    method: Annotated[str, Meta(description="the cheaper one at this quantity, for programs")]
    name: Annotated[str, Meta(description="for people")]
    cost: Money
    complexity: Annotated[float, Meta(description="1 for a plain part; what a die costs grows with it")]
    die_cheaper_from: Annotated[
        int | None, Meta(description="quantity from which a wax die costs less; null: at none")
    ]
    sentence: Annotated[str, Meta(description="which is used and why")]
    methods: Annotated[list[ToolingMethod], Meta(description="all there are")]


class Price(Struct, kw_only=True):
    """What a part costs."""

    unit_price: Money
    total_price: Money
    breakdown: Breakdown
    lead_time_days: Days
    is_lead_time_by_arrangement: Annotated[
        bool | UnsetType, Meta(description="whether `lead_time_days` is none that is promised; an extension")
    ] = UNSET
    tooling: Annotated[
        Tooling | UnsetType, Meta(description="charged once an order, beside the parts; an extension")
    ] = UNSET
    total_with_tooling: Annotated[
        float | UnsetType,
        Meta(
            description="`total_price` and the tooling, in the currency that `currency` names; an extension"
        ),
    ] = UNSET
    quoted_as_one_casting: Annotated[
        str | UnsetType | None,
        Meta(
            description="what the part is (7 bodies, sheet) where it is priced as one casting; an extension"
        ),
    ] = UNSET
    quantity: Quantity
    weight_kg: Annotated[float, Meta(description="of one part")]
    parts_per_tree: Annotated[int, Meta(ge=1, description="cast together; an extension")]
    notes: Annotated[list[str], Meta(description="the same in sentences")]
    price_table_version: Annotated[str, Meta(description="of the prices it was reckoned by; an extension")]
    currency: Annotated[str, Meta(description="ISO 4217")]
    material_id: Annotated[str, Meta(description="as it was asked for")]
    post_processing_option_ids: Annotated[list[str], Meta(description="as they were asked for")]


class Prices(Struct):
    """What was asked, choice by choice, each with its price."""

    prices: Annotated[list[Price], Meta(description="in the order of the choices")]


class Quote(Price, kw_only=True):
    """A price that is kept."""

    id: Annotated[str, Meta(description="`quote_id` of an analysis")]
    status: Literal["draft"]
    file_name: Annotated[str, Meta(description="what the part is called")]
    geometry: Geometry
    analyses: Annotated[list[str], Meta(description="ids of the jobs attached to it")]
    created_at: Annotated[str, Meta(description="UTC, ISO 8601")]


class QuoteAnswer(Struct):
    """One quote."""

    quote: Quote


class QuotePage(Struct):
    """Quotes, newest first."""

    quotes: Annotated[list[Quote], Meta(description="one page of them")]
    has_more: Annotated[bool, Meta(description="whether there is a further page")]
