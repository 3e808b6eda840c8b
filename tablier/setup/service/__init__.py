"""The table as a service of the system: its unit, its user, and how they are installed (docs/service.md)."""
