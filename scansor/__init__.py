"""The front door: the command line, thin."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("scansor")
except PackageNotFoundError:  # a bare checkout that nobody installed
    __version__ = "unknown"
