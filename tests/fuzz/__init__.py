"""Every parser of outside data under coverage-guided fuzzing, and its corpus as ordinary tests (docs/security.md)."""
