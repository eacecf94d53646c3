"""The hardware node, its contract on the wire, and the drivers behind its seam.

The public face, which other rooms may import: `contract` (messages), `links` (sockets, publisher),
`driver` (the seam) and `run_directory` (where a robot's processes find each other).
"""
