"""The screen: it paints pictures and carries messages, and computes nothing of its own.

`app` starts it; `keys` lists every key; `theme` gives meanings their colours; `view_state` is what a screen
shows; `messages` tell what happened; `screens`, `dialogs` and `widgets` are the parts.
"""
