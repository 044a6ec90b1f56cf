"""The desktop program: views show what the state holds, and the state asks a server through the client."""
