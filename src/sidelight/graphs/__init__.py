"""Feedback graphs."""
