"""The running table: its loop, the engine behind it, and how both are wired to devices, storage and people."""
