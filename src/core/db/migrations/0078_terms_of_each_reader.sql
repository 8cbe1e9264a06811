-- Each reader of a text has terms of their own (store/terms.ts): they are made of those of
-- the index of before, of which a word that was cut within a character is cut before it.
CREATE TABLE words_of_before AS
  SELECT t.doc AS id, group_concat(r.term || substr(t.term, 1, 64), ' ') AS terms
  FROM word_terms t JOIN (SELECT doc, term FROM word_terms WHERE col = 'readers') r ON r.doc = t.doc
  WHERE t.col = 'text' GROUP BY t.doc;
--> statement-breakpoint
DROP TABLE word_terms;
--> statement-breakpoint
DROP TABLE words;
--> statement-breakpoint
CREATE VIRTUAL TABLE words USING fts5(terms, content = "", contentless_delete = 1, detail = none, tokenize = "ascii");
--> statement-breakpoint
INSERT INTO words (rowid, terms) SELECT id, terms FROM words_of_before ORDER BY id;
--> statement-breakpoint
DROP TABLE words_of_before;
--> statement-breakpoint
CREATE VIRTUAL TABLE word_terms USING fts5vocab(words, instance);
