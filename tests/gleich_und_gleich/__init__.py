"""Tests of the game package `gleich_und_gleich`."""
