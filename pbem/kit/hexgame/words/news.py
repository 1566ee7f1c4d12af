"""What of a turn is reported in short, as outcomes declare it."""

from __future__ import annotations

from pbem.kit.hexgame.words.report import SENTENCES

news = SENTENCES.news
