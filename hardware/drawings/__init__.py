"""Drawings at 1:1: drilling template, sensor strips, markers."""
