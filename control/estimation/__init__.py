"""Where the robot is, by its own sensors and the start pose that the operator gave."""
