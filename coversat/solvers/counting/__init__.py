"""Counting exact covers by equivalent positions and by blocks that share no item."""
