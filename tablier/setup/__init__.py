"""Getting a table ready: calibration, examination and the system service."""
