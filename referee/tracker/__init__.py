"""Readings into acts: what was thrown, moved, marked and declared, decided when the evidence is clear."""
