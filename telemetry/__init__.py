"""What operators see and keep: the hub (relay and recorder), recordings, their summary and picture.

One channel carries it all: nodes, control and plants push to the hub what shall be recorded, and
the hub relays exactly that to viewers. What is seen is what is kept.
"""
