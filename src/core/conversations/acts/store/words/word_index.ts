import { sha256 } from "../../../../base/digest.ts";
import { LIMITS } from "../../../../base/limits.ts";
import { pace } from "../../../../base/pace.ts";
import type { Database } from "../../../../db/database.ts";
import { ConstraintError, storageErrorIn } from "../../../../db/failure.ts";
import { perDatabase } from "../../../../db/per_database.ts";
import { canRead } from "../../../model/audience.ts";
import { indexTermsOf } from "./index_terms.ts";
import type { IndexedThread, Said, SeqRange } from "./word_reads_store.ts";
import { wordReads } from "./word_reads_store.ts";
import type { Indexed, WordEntry } from "./word_store.ts";
import { wordStatements } from "./word_store.ts";

/** The progress of the index after a pass. */
export interface Reached {
  /** All that was committed up to this place of the journal can be found. */
  readonly place: number;
  readonly hasMore: boolean;
}

/** The search index, written after the commits, along the journal of changes. */
export interface WordIndex {
  /** Indexes some of what was committed since, in one commit. */
  pass(): Promise<Reached>;
  /** Waits, for a moment at most, until everything the account was told of can be found. */
  caughtUp(accountId: string): Promise<void>;
}

/** One at a time in this process; of two processes, the later one starts again. */
export const wordIndex = perDatabase((db: Database): WordIndex => {
  let running: Promise<Reached> | undefined;
  const pass = () => {
    running ??= triedPass(db).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    pass,
    async caughtUp(accountId) {
      const place = await wordReads(db).lacking(accountId);
      if (place === null) return;
      const giveUpAt = performance.now() + LIMITS.searchWaitMs;
      try {
        while ((await pass()).place < place) {
          if (performance.now() > giveUpAt) return;
        }
      } catch (error) {
        // Search goes on with the indexed words, as on a full disk.
        const isOfStore = storageErrorIn(error) !== undefined;
        if (!isOfStore && !(error instanceof ConstraintError)) throw error;
      }
    },
  };
});

async function triedPass(db: Database): Promise<Reached> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await passOver(db);
    } catch (error) {
      const isLost = error instanceof ConstraintError;
      if (!isLost || attempt >= LIMITS.commitAttemptsMax) throw error;
    }
  }
}

async function passOver(db: Database): Promise<Reached> {
  const reads = wordReads(db);
  const from = await reads.indexedTo();
  const changes = await reads.changes(from.place);
  const last = changes.at(-1);
  if (!last) return { place: from.place, hasMore: false };
  const firsts = new Map<string, number>();
  for (const { place, id } of changes) {
    if (id !== null && !firsts.has(id)) firsts.set(id, place);
  }
  const ids = [...firsts.keys()].slice(0, LIMITS.wordsThreadsMax);
  // The commit that deletes a conversation also removes it from the index.
  const works = await worksOn(db, await reads.threads(ids));
  const open = works.find((it) => !it.isDone);
  const [, beyond] = [...firsts][ids.length] ?? [];
  const until = open ? firsts.get(open.id) : beyond;
  const to = until === undefined ? last.place : until - 1;
  const entries = works.flatMap((it) => it.entries);
  const indexed = works.flatMap((it) => it.indexed ?? []);
  await db.commit(wordStatements(db, entries, indexed, { from, to }));
  const hasMore =
    until !== undefined || changes.length === LIMITS.wordsChangesMax;
  return { place: to, hasMore };
}

/** The words of a conversation that the index lacks. */
interface Work {
  readonly id: string;
  readonly entries: readonly WordEntry[];
  /** The state of the index afterwards; null if nothing is missing. */
  readonly indexed: Indexed | null;
  /** False if a later pass must continue it. */
  readonly isDone: boolean;
}

/** The same for several, with as much text as one pass takes; the rest stays open. */
async function worksOn(
  db: Database,
  threads: readonly IndexedThread[],
): Promise<readonly Work[]> {
  const plans: Plan[] = [];
  let count = 0;
  for (const thread of threads) {
    const plan = planOf(thread);
    count += plan.to - plan.from + 1;
    if (count > LIMITS.wordsAnewMax && plans.length > 0) break;
    plans.push(plan);
  }
  const texts = await wordReads(db).texts(plans.flatMap(stretchesOf));
  const said = Map.groupBy(texts, (it) => it.conversationId);
  const works: Work[] = [];
  let chars = 0;
  for (const plan of plans) {
    const room = LIMITS.wordsPassCharsMax - chars;
    if (room < 0) break;
    const { id } = plan.thread;
    const work = await workOn(plan, said.get(id) ?? [], room);
    for (const { terms } of work.entries) chars += terms.length;
    works.push(work);
    await pace.turn();
  }
  const left = threads[works.length];
  return left ? [...works, leftOpen(left)] : works;
}

function leftOpen({ id }: IndexedThread): Work {
  return { id, entries: [], indexed: null, isDone: false };
}

/** The messages of a conversation to index, beside the first one. */
interface Plan {
  readonly thread: IndexedThread;
  /** A digest of its readers. */
  readonly readers: string;
  /** Its title and names, which everyone in it can find. */
  readonly head: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Plans the new messages, or the newest if somebody has joined: a long thread is not indexed
 * again.
 */
function planOf(thread: IndexedThread): Plan {
  const { title, participants, count, indexed } = thread;
  const readers = sha256(
    participants.map(({ accountId }) => accountId ?? "").join(),
  );
  const names = participants
    .filter(({ role }) => role !== "bcc")
    .map(({ name }) => name);
  const fresh = (indexed?.messages ?? 0) + 1;
  const newest = count - LIMITS.wordsAnewMax + 1;
  const isKept = indexed === null || indexed.readers === readers;
  const from = Math.max(isKept ? fresh : Math.min(fresh, newest), 2);
  const to = Math.min(count, from + LIMITS.wordsAnewMax - 1);
  return { thread, readers, head: [title, ...names].join(" "), from, to };
}

function stretchesOf({ thread, head, readers, from, to }: Plan): SeqRange[] {
  const { id: conversationId, isDraft, indexed } = thread;
  const isHeadKept =
    !isDraft && indexed?.readers === readers && indexed.head === sha256(head);
  return [
    ...(isHeadKept ? [] : [{ conversationId, from: 1, to: 1 }]),
    ...(from <= to ? [{ conversationId, from, to }] : []),
  ];
}

async function workOn(
  plan: Plan,
  said: readonly Said[],
  room: number,
): Promise<Work> {
  const { thread, readers, head: names, from, to } = plan;
  const { id, isDraft, indexed, count } = thread;
  const first = said[0]?.seq === 1 ? said[0] : undefined;
  const others = first ? said.slice(1) : said;
  const text = [names, first?.text ?? ""].join(" ");
  // A draft's first message changes.
  const head = sha256(isDraft ? text : names);
  const hasReaders = indexed?.readers === readers;
  const entries: WordEntry[] = [];
  if (!hasReaders || indexed.head !== head) {
    const told = { seq: 1, text, audience: first?.audience ?? null };
    entries.push(entryOf(thread, told));
  }
  if (!hasReaders) entries.push(...bccEntries(thread));
  // Skip a message that a damaged file lacks.
  let messages = Math.max(to, from - 1);
  let left = room;
  for (const it of others) {
    if (left < 0) {
      messages = it.seq - 1;
      break;
    }
    const entry = entryOf(thread, it);
    left -= entry.terms.length;
    entries.push(entry);
    await pace.turn();
  }
  const isDone = messages >= count;
  const lacksNothing = entries.length === 0 && isDone;
  if (lacksNothing) return { id, entries, indexed: null, isDone };
  const has = { conversationId: id, messages, readers, head };
  return { id, entries, indexed: has, isDone };
}

function entryOf(
  { id, participants }: IndexedThread,
  message: Pick<Said, "seq" | "text" | "audience">,
): WordEntry {
  const { seq, text } = message;
  const readers = participants.flatMap(({ accountId, position }) =>
    accountId !== null && canRead(message, position) ? accountId : [],
  );
  const terms = indexTermsOf(text ?? "", readers);
  return { conversationId: id, seq, terms };
}

/** Only a bcc finds a conversation by their own name. */
function bccEntries({ id, participants }: IndexedThread): WordEntry[] {
  return participants.flatMap(({ position, accountId, role, name }) =>
    role === "bcc" && accountId !== null
      ? {
          ...{ conversationId: id, seq: -position },
          terms: indexTermsOf(name, [accountId]),
        }
      : [],
  );
}
