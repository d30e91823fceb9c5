"""The command line: one module a group of commands, thin; nothing heavy is imported before it is needed."""
