"""Mutants: whether the tests notice when a constant of the engine is moved.

Every numeric constant of a module (a threshold, a share, an angle) is moved up and down, one at a time, in a
copy of the tree; the tests nearest to the module run in a process of their own. A mutant that they all pass
survives: nothing says on which side of that constant a part falls. The way out is a drawn part on either side
of it, or a reason in `accepted.json` (a speed knob that changes no answer, a tolerance of exact arithmetic).

No mutation-testing library fits. mutmut 3 changes code inside functions alone, never a constant of a module.
cosmic-ray adds 1 to every literal and takes 1 away, after which a share or cosine is none any more; it edits
the checkout itself, and knows neither which tests are nearest nor that compiled functions (numba) keep the
constants they were compiled with. What is left of the work is small: `constants` says what moves where,
`nearest` which tests look, `runner` runs them, `results` keeps what came of it.
"""
