"""People's rights: accounts with roles, sessions and limits (docs/security.md).

Sans I/O: times are arguments, in seconds.
"""
