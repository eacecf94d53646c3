"""The one error root: every failure a user can cause or meet derives from it."""


class ScansorError(Exception):
    """A failure with one readable message: it names the thing, the value and the remedy."""
