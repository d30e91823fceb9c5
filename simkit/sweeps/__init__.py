"""Difficulty sweeps: grids of settings as data, planned, played, kept on disk, extended, on one machine or many."""
