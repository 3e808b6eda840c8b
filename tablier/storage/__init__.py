"""Everything the table reads from disk and writes to it: settings, journal, recordings, records, evidence."""
