"""Accuracy: how much of what is known to be in a part recognition finds, and what it finds beside it.

`make accuracy` runs it. Four questions, a table each, and one that every real file answers:

* generated: parts drawn from numbers, with exact truth and near twins (`tests/support/generated`);
* labelled: public blocks with a class for every face (`labelled.py`);
* mutators: the same parts spelled, turned, scaled and meshed another way must give the same answer;
* real: the same question asked of real parts;
* known: real files as they are must measure, hold together and have features as is known (`known.py`).

The figures reached are kept in `accepted.json`. A run that falls below one of them fails; so does one with
a real file that is otherwise than known. A quick run asks the first, the third of few parts, and the last of
the files that the suite does not check.
"""
