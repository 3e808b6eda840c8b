"""The running table: its loop, the engine behind it, and the wiring of both to devices, storage and people."""
