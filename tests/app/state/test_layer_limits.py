"""Limits that a layer is colored by."""

import msgspec

from app.client.models import Result, Verdict
from app.state import layer_limits
from tests.app import sent_limits
from tests.app.state import answers

VERDICT = ("cnc", "3-axis")


def judged(**limits: object) -> Result:
    result = answers.result(**{"3-axis": [], "5-axis": []})
    (pack,) = result.packs
    first, *others = pack.configurations
    verdict: Verdict = msgspec.structs.replace(first.result, limits=limits)
    first = msgspec.structs.replace(first, result=verdict)
    pack = msgspec.structs.replace(pack, configurations=(first, *others))
    return msgspec.structs.replace(result, packs=(pack,))


def test_the_limits_of_a_layer_are_those_that_came_with_the_verdict() -> None:
    thin = sent_limits.sent(0.5, 1.5)
    result = judged(thickness=thin, draft=sent_limits.sent(None, 3.0, layer="draft"))
    assert layer_limits.of_result(result, "thickness", VERDICT) is thin
    assert layer_limits.of_result(result, "draft", VERDICT) is not thin


def test_without_a_verdict_or_a_word_of_the_server_there_are_none() -> None:
    result = judged(thickness=sent_limits.sent(0.5, 1.5))
    assert layer_limits.of_result(result, "thickness", None) is None
    assert layer_limits.of_result(result, "thickness", ("cnc", "4-axis")) is None
    assert layer_limits.of_result(result, "thickness", ("cnc", "5-axis")) is None
    assert layer_limits.of_result(result, "features", VERDICT) is None
