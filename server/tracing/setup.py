"""Whether traces are wanted: by the variables that every program with OpenTelemetry understands."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec

from server.settings import InvalidSetting
from server.tracing import spans

EXPORTER = "OTEL_TRACES_EXPORTER"
ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
DISABLED = "OTEL_SDK_DISABLED"
OTLP, NONE = "otlp", "none"
HTTP = "http/protobuf"


def is_wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether traces are recorded: where an endpoint is named, or the exporter `otlp`.

    Raises
    ------
    InvalidSetting
        They are wanted in a way that there is not, or what exports them is not installed.
    """
    if environment.get(DISABLED, "").strip().lower() == "true":
        return False
    exporter = environment.get(EXPORTER, "").strip().lower()
    endpoints = {name: environment[name] for name in ENDPOINTS if environment.get(name)}
    if exporter == NONE or not (exporter or endpoints):
        return False
    if exporter not in ("", OTLP):
        raise InvalidSetting(f"{EXPORTER} is {exporter!r}; traces go by {OTLP}, or {NONE}")
    for name in PROTOCOLS:
        if environment.get(name, HTTP) not in ("", HTTP):
            raise InvalidSetting(f"{name} is {environment[name]!r}; traces are sent by {HTTP} alone")
    for name, url in endpoints.items():
        if not url.startswith(("http://", "https://")):
            raise InvalidSetting(f"{name} is {url!r}; it begins with http:// or https://")
    if not _is_installed():
        raise InvalidSetting(
            f"{next(iter(endpoints), EXPORTER)} asks for traces, and what sends them is not installed: "
            "pip install 'sprue[otel]'"
        )
    return True


@contextmanager
def running(service: str, version: str, environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Record and send spans within the block, where the environment asks for them.

    Parameters
    ----------
    service, version : str
        What this process is called, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` does, and which
        version it is.

    Raises
    ------
    InvalidSetting
        As of `is_wanted`, before the block.
    """
    if not is_wanted(environment):
        yield
        return
    from server.tracing.recorder import OpenTelemetry

    recorder = OpenTelemetry(service, version)
    try:
        with spans.recorded_by(recorder):
            yield
    finally:
        recorder.close()


def _is_installed() -> bool:
    try:
        return (
            find_spec("opentelemetry.sdk") is not None
            and find_spec("opentelemetry.exporter.otlp") is not None
        )
    except ModuleNotFoundError:
        return False
