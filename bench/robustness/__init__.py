"""Robustness: whether every file that can be had is analyzed soundly, and alike however it is written.

Three questions of every file, each asked in a child process with limits on time and memory:

* does the analysis end, with a result or with a sentence that refuses the file;
* does the result hold together (`invariants.py`): exact measures against the mesh's, thickness against the
  body;
* does it stay the same when the kernel writes the part again (`variants.py`, `agreement.py`): plainly,
  mirrored, in inches, turned, as NURBS.

`explained.json` has the differences that are understood and stay, with the reason of each.
"""
