"""Frames of a table that does not exist: a scene, a style and a camera in, a picture and its exact truth out."""
