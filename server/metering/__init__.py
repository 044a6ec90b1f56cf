"""What was used: plans, periods, and units counted exactly."""
