"""What operators ask the server."""
