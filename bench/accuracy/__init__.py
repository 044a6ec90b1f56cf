"""Accuracy: how much of what is known to be in a part recognition finds, and what it finds beside it.

`make accuracy` runs it. Four questions, a table each:

* generated: parts drawn from numbers, with exact truth and near twins (`tests/support/generated`);
* labelled: public blocks with a class for every face (`labelled.py`);
* mutators: the same parts spelled, turned, scaled and meshed another way must give the same answer;
* real: the same question asked of real parts.

The figures reached are kept in `accepted.json`; a run that falls below one of them fails.
"""
