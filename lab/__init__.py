"""What combines rooms to learn something: the diff of recordings."""
