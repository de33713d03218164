"""The version, in a module that imports nothing, so that builds can read it."""

VERSION = "0.1.0"
