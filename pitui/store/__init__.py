"""pitui's own files, apart from its settings: what it remembers, and what it keeps safe."""
