"""The short report of a turn, as outcomes declare it."""

from __future__ import annotations

from pbem.kit.hexgame.words.report import SENTENCES

news = SENTENCES.news
