"""What hangs over, piece by piece: where it begins and ends, what holds it up, and how far that is away."""
