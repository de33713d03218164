"""Queens."""
