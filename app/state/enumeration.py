"""What a message of the server enumerates at length, clause by clause: nobody reads that in one piece."""

import re

LEAST_CLAUSES = 4
"""A sentence of fewer is no list."""
_SENTENCES = re.compile(r"(?<=\.) (?=[A-Z])")


def split_off(message: str) -> tuple[str, tuple[str, ...]]:
    """Return a message without its long enumeration, and the clauses of that; most have none."""
    lead: list[str] = []
    clauses: list[str] = []
    for sentence in _SENTENCES.split(message):
        parts = sentence.removesuffix(".").split("; ")
        if len(parts) < LEAST_CLAUSES or clauses:
            lead.append(sentence)
        else:
            clauses = [f"{each[:1].upper()}{each[1:]}" for each in parts]
    return (" ".join(lead), tuple(clauses)) if lead else (message, ())
