"""Decisions: what the joints shall do next, from the states alone. No truth, no clock."""
