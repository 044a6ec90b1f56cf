"""Whether traces are wanted."""

import pytest

from server.settings import InvalidSetting
from server.tracing import setup, spans

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
COLLECTOR = "http://collector:4318"


@pytest.mark.parametrize(
    ("environment", "is_wanted"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "sprue", "OTEL_TRACES_SAMPLER": "always_on"}, False),
        ({ENDPOINT: COLLECTOR}, True),
        ({ENDPOINT: ""}, False),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{COLLECTOR}/v1/traces"}, True),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, True),
        ({"OTEL_TRACES_EXPORTER": "none", ENDPOINT: COLLECTOR}, False),
        ({"OTEL_SDK_DISABLED": "true", ENDPOINT: COLLECTOR}, False),
        ({"OTEL_SDK_DISABLED": "false", ENDPOINT: COLLECTOR}, True),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf", ENDPOINT: COLLECTOR}, True),
    ],
)
def test_they_are_wanted_where_the_usual_variables_say_where_to(
    environment: dict[str, str], is_wanted: bool
) -> None:
    assert setup.is_wanted(environment) is is_wanted


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER is 'zipkin'; traces go by otlp, or none"),
        (
            {ENDPOINT: COLLECTOR, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
            "OTEL_EXPORTER_OTLP_PROTOCOL is 'grpc'; traces are sent by http/protobuf alone",
        ),
        ({ENDPOINT: "collector:4318"}, f"{ENDPOINT} is 'collector:4318'; it begins with http"),
    ],
)
def test_what_there_is_not_is_a_sentence(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidSetting, match=sentence):
        setup.is_wanted(environment)


def test_without_the_extra_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "find_spec", lambda _: None)
    with pytest.raises(InvalidSetting, match=rf"{ENDPOINT} asks for traces.*pip install 'sprue\[otel\]'"):
        setup.is_wanted({ENDPOINT: COLLECTOR})
    assert not setup.is_wanted({})


def test_while_they_are_off_nothing_is_recorded() -> None:
    with setup.running("here", "1", {}), spans.span("work"):
        spans.note({"a": 1})
        spans.rename("other")
        spans.fail("no")
        assert (spans.traceparent(), spans.trace_id()) == (None, None)
