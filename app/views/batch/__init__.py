"""The Batch workspace: many parts, one line each."""
