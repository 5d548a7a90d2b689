"""The errors of the library, with the messages that the command line prints."""


class OdgearError(Exception):
    """Any error of the library."""


class InputError(OdgearError, ValueError):
    """A file or data that cannot be read in the given format."""


class ConfigurationError(OdgearError, ValueError):
    """Options that contradict each other, are out of range or name something unknown."""


class InfeasibleError(OdgearError):
    """The problem is well formed, but it has no solution, or none was found."""


class InternalError(OdgearError):
    """A defect of the library. Please report it."""
