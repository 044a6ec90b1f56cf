"""What each body looks like it is made as, by evidence in numbers: measures, scores and sentences."""
