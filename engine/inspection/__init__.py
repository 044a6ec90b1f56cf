"""Questions about one place of a part that was analyzed: how far, how thick, what it looks like."""
