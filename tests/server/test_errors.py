"""Every error has its status."""

from engine import errors as engine_errors
from engine.errors import SprueError
from server import errors
from server.errors import ANSWER_OF_ERROR, ServerError, answer_of, sentence


def test_every_error_of_engine_and_server_stands_in_the_table() -> None:
    for base in (SprueError, ServerError):
        for kind in base.__subclasses__():
            if kind.__module__ in (engine_errors.__name__, errors.__name__):
                assert kind in ANSWER_OF_ERROR, kind


def test_a_code_means_one_thing() -> None:
    answers = set(ANSWER_OF_ERROR.values())
    assert len({answer.code for answer in answers}) == len(answers)


def test_a_derived_error_is_reported_as_its_base_and_a_stranger_as_a_defect() -> None:
    class Special(engine_errors.NoSolid):
        pass

    assert answer_of(Special("x")).code == "no_solid"
    assert answer_of(ValueError("x")).status == 500


def test_a_clause_becomes_a_sentence_and_a_sentence_stays_one() -> None:
    assert sentence(ValueError("the file is empty")) == "The file is empty."
    assert sentence(ValueError("Missing X-API-Key header.")) == "Missing X-API-Key header."
    assert sentence(engine_errors.InvalidOption("pull is 'up'")) == "pull is 'up'."
    assert sentence(engine_errors.UnsupportedFormat("bolt has no extension")) == "bolt has no extension."
    assert sentence(ValueError("is it in inches?")) == "Is it in inches?"
