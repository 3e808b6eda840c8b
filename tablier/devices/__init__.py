"""The devices of a table: real and simulated cameras, their calibration, and the address a page listens on."""
