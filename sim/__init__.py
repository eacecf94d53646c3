"""The simulated robot: physics of walls, grips and motors behind the node's seam.

`sim_driver.SimDriver` is the driver. What it hides from control goes out as the stream `truth`.
"""
