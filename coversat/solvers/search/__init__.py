"""The direct searches: the published programs, independent of every reduction."""
