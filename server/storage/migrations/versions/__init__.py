"""One file a step, each named for what it brings."""
