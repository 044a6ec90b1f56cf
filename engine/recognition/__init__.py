"""Recognition: the recognizers run in order, and rivals for the same faces are settled by stated reasons.

`recognize.recognize_all` is the one way in; `reconcile.REASONS` is the table of who wins and why.
"""
