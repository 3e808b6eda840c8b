"""The table itself: settings, wiring, journal, command line."""
