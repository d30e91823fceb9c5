"""`python -m simkit`."""

from simkit.cli.main import main

main()
