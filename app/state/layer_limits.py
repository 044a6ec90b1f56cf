"""The limits that a layer is colored by: as the server resolved them, never read off a pack."""

from app.client.models import LayerLimits, Result


def of_result(result: Result, layer: str, verdict: tuple[str, str] | None) -> LayerLimits | None:
    """Return the limits of a layer under a verdict, given as the keys of its pack and its configuration.

    None without a verdict, or where the server does not send them.
    """
    for pack in result.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) == verdict:
                return configuration.result.limits.get(layer)
    return None
