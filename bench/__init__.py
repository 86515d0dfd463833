"""Measuring pitui, and making what it is shown with."""
