-- The terms of the index of words, one after another: it keeps nothing itself.
CREATE VIRTUAL TABLE word_terms USING fts5vocab(words, instance);
