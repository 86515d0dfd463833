"""What pi keeps beside its sessions, read and never written: settings, trust, model lists.

`json_files` opens a file; `trust`, `settings_files`, `model_files` and `prices` know what each one is for;
`home` puts them together for one project.
"""

from pitui.pi_home.home import PiHome, load
from pitui.pi_home.json_files import Problem
from pitui.pi_home.trust import Trust

__all__ = ["PiHome", "Problem", "Trust", "load"]
