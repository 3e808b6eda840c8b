"""All files the table reads and writes: settings, journal, recordings, records, evidence."""
