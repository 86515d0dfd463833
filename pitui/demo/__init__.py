"""Sample sessions of pitui's own making, for trying everything without a key, a network or pi.

`samples` lays them out as pi would have; the sessions themselves are the files in `sessions/`.
"""

from pitui.demo.samples import unpack

__all__ = ["unpack"]
