"""The bodies of an assembly: which are equal, what each is called, and what a result says of one alone."""

import msgspec

from app.client.models import JudgedBody, Result, Severity
from app.state import rule_rows


def alone(result: Result, body: JudgedBody) -> Result:
    """Return a result as if there were the first of these bodies alone: its verdicts and its features.

    Faces keep their numbers, so the picture is the same.
    """
    (solid, *_) = body.solids
    features = tuple(one for one in result.features.features if one.solid == solid)
    known = {(one.kind, one.fid) for one in features}
    patterns = result.patterns and tuple(
        one for one in result.patterns if all((one.kind, fid) in known for fid in one.fids)
    )
    return msgspec.structs.replace(
        result,
        features=msgspec.structs.replace(result.features, features=features),
        packs=body.packs,
        order=body.order,
        order_reason=body.order_reason,
        form=body.form,
        geometry=body.geometry or result.geometry,
        patterns=patterns,
        bodies=(),
    )


def name(body: JudgedBody) -> str:
    """Return what a body is called: as the file calls it, else by its number, counted from 1.

    A file that names its bodies by numbers, as many kernels do, says no more than that.
    """
    own = body.name.strip()
    return f"Body {body.solids[0] + 1}" if not own or own.isdigit() else own


def fids(body: JudgedBody, at: int | None = None) -> tuple[str, ...]:
    """Return the faces of all equal bodies, or of one of them; none where the server does not say."""
    if at is not None:
        return body.fids[at] if at < len(body.fids) else ()
    return tuple(fid for each in body.fids for fid in each)


def verdict(body: JudgedBody, chosen: tuple[str, str] | None) -> Severity | None:
    """Return what a configuration says of a body alone; None where it says nothing."""
    for pack in body.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) == chosen:
                return configuration.result.overall_severity
    return None


def counts(body: JudgedBody, chosen: tuple[str, str] | None) -> str:
    """Return how many rules of a configuration fail and warn: `2 fail, 1 warning`; empty where none does."""
    for pack in body.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) == chosen:
                n = rule_rows.counts(configuration.result)
                said: list[tuple[Severity, str]] = [("fail", "fail"), ("warning", "warn")]
                return ", ".join(f"{n[level]} {word}" for level, word in said if n[level])
    return ""
