"""No speeches: simple, but never makes a speech.

A Stubborn player who may not withdraw still does, rather than fail the mission.
"""

BASE = "simple"
WEIGHTS = {"speeches": 0}
