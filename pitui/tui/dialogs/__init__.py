"""Questions on top of a screen: each answer is one frozen value, or None for a change of mind."""
