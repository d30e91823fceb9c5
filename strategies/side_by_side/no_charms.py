"""No charms: simple, but never uses its lucky charm.

A Stubborn player who may not withdraw still does, rather than fail the mission.
"""

BASE = "simple"
WEIGHTS = {"charms": 0}
