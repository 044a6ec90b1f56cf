"""From quotes to what goes over the wire."""

from collections.abc import Sequence
from typing import Any

from server.quoting.repository import Quote


def quote(found: Quote, analyses: Sequence[str] = ()) -> dict[str, Any]:
    """Present a quote with the analyses that are attached to it."""
    return {
        "id": found.id,
        "status": found.status,
        **found.price,
        "currency": found.currency,
        "file_name": found.file_name,
        "geometry": found.geometry,
        "material_id": found.material_id,
        "post_processing_option_ids": found.option_ids,
        "analyses": list(analyses),
        "created_at": found.created_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
