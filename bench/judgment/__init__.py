"""How far Sprue agrees with a reviewer of real parts.

`parts` compares what a part looks like and the process that is first; `marks` compares what the right process
objects to with what a reviewer said of it; `sheets` draws what a reviewer looks at. The lines of the reviewer
are in `tests/corpus/judgments`, see the README there.
"""
