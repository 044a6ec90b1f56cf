"""Who asks: accounts, their keys, and the guard at the door of the API."""
