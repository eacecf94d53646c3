"""Where the robot is, from its sensors and the operator's start pose alone. No truth in here."""
