"""The pull: which way a mold opens, what it frees, and what needs a slide."""
