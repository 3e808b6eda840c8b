"""Render frames of a simulated table: from a scene, a style and a camera to a picture and its exact truth."""
