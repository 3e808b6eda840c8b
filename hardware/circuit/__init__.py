"""The wiring: harnesses as WireViz data, and their diagrams."""
