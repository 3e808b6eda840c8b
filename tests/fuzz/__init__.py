"""Coverage-guided fuzzing of every parser of outside data, with its corpus as ordinary tests (docs/security.md)."""
