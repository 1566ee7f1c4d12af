"""Mail: messages that carry games written, and what came taken in."""
