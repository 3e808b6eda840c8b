"""The table as a system service: its unit, its user, and how they are installed (docs/service.md)."""
