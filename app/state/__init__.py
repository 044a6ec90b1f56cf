"""What the window shows, in plain Python: tested without a screen."""
