import { and, eq, inArray, sql } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { slots } from "../../db/slots.ts";
import type { Statement } from "../../db/statement.ts";
import { statementOf } from "../../db/statement.ts";
import { wordRows } from "../../db/tables/word_schema.ts";
import { words } from "../../db/tables/words.ts";
import { canRead } from "../model/audience.ts";
import type { Conversation, Message, Participant } from "../model/model.ts";
import { LEFT_OUT } from "../model/parts.ts";
import { indexTermsOf } from "./index_terms.ts";

/** What one row of the index of words holds, and the accounts that may find it. */
interface Entry {
  readonly seq: number;
  readonly text: string;
  readonly readers: readonly Participant[];
  /** True if the index has had no such row. */
  readonly isNew: boolean;
}

/**
 * Puts into the index of words what is new or said otherwise, or has another reader. Of
 * what somebody joins, only the newest messages: a long thread is not written anew.
 */
export function wordStatements(
  db: Database,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const hasReaders =
    before !== null && readersKey(before) === readersKey(after);
  const hasHead = hasReaders && headOf(before) === headOf(after);
  const isKept = (message: Message | undefined, index: number) =>
    before?.messages[index] === message && hasReaders;
  const [first, ...others] = after.messages;
  const entries: Entry[] = [];
  const known = before?.messages.length ?? 0;
  if (!hasHead || !isKept(first, 0)) {
    const head = { seq: 1, audience: null, ...first };
    entries.push(entryOf(after, head, before === null));
  }
  for (const [index, message] of others.entries()) {
    if (isKept(message, index + 1) || message.parts === LEFT_OUT) continue;
    if (index < others.length - LIMITS.wordsAnewMax) continue;
    entries.push(entryOf(after, message, index + 1 >= known));
  }
  if (!hasReaders) entries.push(...bccEntries(after));
  return entries.flatMap((it) => putStatements(db, after.id, it));
}

/** Takes all of a conversation out of the index. */
export function forgetStatements(
  db: Database,
  conversationId: string,
): Statement[] {
  const { forget, forgetRows } = wordWrites(db);
  return [
    statementOf(forget, { conversationId }),
    statementOf(forgetRows, { conversationId }),
  ];
}

function readersKey({ participants }: Conversation): string {
  return participants.map((it) => (isReader(it) ? it.accountId : "")).join();
}

function isReader({ reached, accountId }: Participant): boolean {
  return reached && accountId !== null;
}

/** What is said of a conversation beside its messages, to everybody in it. */
function headOf({ title, participants }: Conversation): string {
  const names = participants
    .filter(({ role }) => role !== "bcc")
    .map(({ address, displayName }) => `${address} ${displayName}`);
  return [title, ...names].join(" ");
}

function entryOf(
  conversation: Conversation,
  message: Pick<Message, "seq" | "audience"> & Partial<Message>,
  isNew: boolean,
): Entry {
  const { seq, parts = [] } = message;
  const texts = parts.flatMap(({ text }) => text ?? []);
  const said = seq === 1 ? [headOf(conversation), ...texts] : texts;
  const readers = conversation.participants.filter(
    (it) => isReader(it) && canRead(message, it.position),
  );
  return { seq, text: said.join(" "), readers, isNew };
}

/** A bcc finds a conversation by its own name, and nobody else does. */
function bccEntries({ participants }: Conversation): Entry[] {
  return participants
    .filter((it) => it.role === "bcc" && isReader(it))
    .map((it) => ({
      seq: -it.position,
      text: `${it.address} ${it.displayName}`,
      readers: [it],
      isNew: false,
    }));
}

/**
 * Puts what an account brought along into the index, for that account alone: below all
 * that is said here, so that of many hits the newest are not those of an import.
 */
export function importedWords(
  db: Database,
  conversationId: string,
  { seq, text, accountId }: ImportedWords,
): Statement[] {
  const { take, addBelow, put } = wordWrites(db);
  const of = { conversationId, seq };
  return [
    statementOf(addBelow, of),
    statementOf(take, of),
    statementOf(put, { ...of, terms: indexTermsOf(text, [accountId]) }),
  ];
}

/** Words of what was imported, and whose they are. */
interface ImportedWords {
  readonly seq: number;
  readonly text: string;
  readonly accountId: string;
}

function putStatements(
  db: Database,
  conversationId: string,
  { seq, text, readers, isNew }: Entry,
): Statement[] {
  const { take, add, put } = wordWrites(db);
  const of = { conversationId, seq };
  return [
    statementOf(add, of),
    ...(isNew ? [] : [statementOf(take, of)]),
    statementOf(put, {
      ...of,
      terms: indexTermsOf(
        text,
        readers.flatMap(({ accountId }) => accountId ?? []),
      ),
    }),
  ];
}

/**
 * Has what is said here numbered above zero, also where nothing was said before an import:
 * a row's number is one above the highest there is.
 */
export function ownWordsAbove(db: Database): Statement {
  return statementOf(wordWrites(db).addZero, {});
}

const value = sql.placeholder;

/** Rows of imports are numbered from here on: the index is written faster in its order. */
const LOWEST = sql.raw(String(-(2 ** 52)));

const wordWrites = perDatabase(({ orm }: Database) => {
  const here = eq(wordRows.conversationId, value("conversationId"));
  const ofOne = orm
    .select({ id: wordRows.id })
    .from(wordRows)
    .where(and(here, eq(wordRows.seq, value("seq"))));
  const ofAll = orm.select({ id: wordRows.id }).from(wordRows).where(here);
  return {
    add: orm
      .insert(wordRows)
      .values(slots(wordRows, "conversationId", "seq"))
      .onConflictDoNothing()
      .prepare(),
    addBelow: orm
      .insert(wordRows)
      .values({
        id: sql`coalesce((select max(id) from ${wordRows} where id < 0), ${LOWEST}) + 1`,
        ...slots(wordRows, "conversationId", "seq"),
      })
      .onConflictDoNothing()
      .prepare(),
    addZero: orm
      .insert(wordRows)
      .values({ id: 0, conversationId: "", seq: 0 })
      .onConflictDoNothing()
      .prepare(),
    take: orm.delete(words).where(eq(words.rowid, ofOne)).prepare(),
    put: orm
      .insert(words)
      .values({ rowid: sql`${ofOne}`, ...slots(words, "terms") })
      .prepare(),
    forget: orm.delete(words).where(inArray(words.rowid, ofAll)).prepare(),
    forgetRows: orm.delete(wordRows).where(here).prepare(),
  };
});
