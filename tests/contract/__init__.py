"""The promises of the interface, asked of a running server over HTTP."""
