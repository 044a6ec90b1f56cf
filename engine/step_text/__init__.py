"""What a STEP file says as text: whether it is one, its units, accuracy, placements, and a size to doubt."""
