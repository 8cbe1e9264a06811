import { sql } from "drizzle-orm";
import type { Entry, Head } from "../../src/core/audit/chain.ts";
import { GENESIS } from "../../src/core/audit/chain.ts";
import { auditStore } from "../../src/core/audit/store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { HOUR_MS } from "../../src/core/base/time.ts";
import {
  newestQuery,
  snapshotOf,
} from "../../src/core/conversations/acts/store/snapshot.ts";
import { conversationStore } from "../../src/core/conversations/acts/store/store.ts";
import type { Conversation } from "../../src/core/conversations/model/model.ts";
import {
  stretchesHidden,
  withMessages,
} from "../../src/core/conversations/model/tally.ts";
import { problemIn } from "../core/audit/linked.ts";
import { unfoldRecords } from "../records.ts";
import { claim } from "./claim.ts";
import type { Facts } from "./facts.ts";
import { factsOf } from "./facts.ts";
import { checkPayment, checkWaiting } from "./facts_checks.ts";
import { isClosed } from "./folders.ts";
import { checkReceipt } from "./receipts.ts";
import type { Moved } from "./table.ts";
import { checkTable } from "./table.ts";
import type { World } from "./world.ts";

/** Facts about a conversation that the test knows from the steps before. */
export interface Known {
  readonly end: Head;
  readonly state: string | null;
  readonly version: number;
  readonly releases: number;
  /** False once a draft is deleted. */
  readonly isThere: boolean;
  /** Where the price stood; none without one. */
  readonly price: string;
}

const UNKNOWN: Known = {
  end: GENESIS,
  state: null,
  version: 0,
  releases: 0,
  isThere: false,
  price: "none",
};

/** The bodies of records, as they are stored. */
interface Body extends Moved {
  readonly requestId: string;
}

const DATA_VERSION = "pragma data_version";

/** Checks of one conversation that hold after each step. */
export class Checker {
  readonly #world: World;
  readonly #known = new Map<string, Known>();
  readonly #snapshot: ReturnType<typeof newestQuery>;
  /** The last audit record that was looked at, of any chain. */
  #seen = 0;
  /** The last entry of the ledger that was added up. */
  #booked = 0;
  /** SQLite's own count of what others than the reader have written. */
  #written: unknown;

  constructor(world: World) {
    this.#world = world;
    this.#snapshot = newestQuery(world.core.services.db.orm);
  }

  /**
   * True if anything at all was written since this was last asked: if not, whatever was
   * checked of the stored rows is as it was.
   */
  async isWritten(): Promise<boolean> {
    const { core } = this.#world;
    const [before] = await core.rows(DATA_VERSION);
    if (before?.[0] === this.#written) return false;
    // The test's own table is written, too.
    await unfoldRecords(core.services.db);
    const [after] = await core.rows(DATA_VERSION);
    this.#written = after?.[0];
    return true;
  }

  /** Conversations with a record since this was last asked. */
  async changed(): Promise<readonly string[]> {
    const { orm } = this.#world.core.services.db;
    const rows = await orm.values<[string, number]>(
      sql`select chain_id, max(place) from audit_records where place > ${this.#seen} and chain_id like 'cnv%' group by chain_id`,
    );
    for (const [, rowid] of rows) this.#seen = Math.max(this.#seen, rowid);
    return rows.map(([id]) => id);
  }

  /**
   * Checks what a step did to a conversation; gives the new event rows.
   * @param thorough Also compares what is kept in memory with what is stored.
   */
  async step(
    id: string,
    thorough = true,
  ): Promise<{ facts: Facts | undefined; before: Known; rows: Entry[] }> {
    const before = this.#known.get(id) ?? UNKNOWN;
    const facts = await factsOf(this.#world, id);
    const rows = await auditStore(this.#world.core.services.db).page(
      id,
      before.end.seq,
      1_000,
    );
    const problem = problemIn(before.end, rows);
    claim(!problem, `the chain verifies (${problem})`);
    const end: Head = rows.at(-1) ?? before.end;
    const bodies = rows.map(({ said }) => said as Body);
    const state = stateAfter(before, bodies);
    const releases = before.releases + releasesIn(bodies, facts);
    const most = facts?.inSteps ? STEPS_MAX + 1 : 1;
    claim(releases <= most, "a price or its step is released at most once");
    let { price } = before;
    if (facts) {
      for (const records of callsIn(rows)) {
        const said = records.map(({ said }) => said as Body);
        price = checkTable(facts, said, price);
      }
      checkRow(facts, before, state, rows);
      checkPayment(facts, releases);
      if (thorough) await this.#checkKept(id, facts.version);
    } else {
      const last = bodies.at(-1)?.type;
      claim(
        rows.length === 0 || last === "conversation.deleted_draft",
        "only a deleted draft is gone",
      );
    }
    const version = facts?.version ?? before.version;
    const isThere = facts !== undefined;
    this.#known.set(id, { end, state, version, releases, isThere, price });
    return { facts, before, rows };
  }

  /** Checks a conversation in which nothing was written: what is kept of it may differ all the same. */
  async unwritten(id: string): Promise<void> {
    const known = this.#known.get(id);
    if (known?.isThere) await this.#checkKept(id, known.version);
  }

  /** Checks that the copy in memory is as the database has it. */
  async #checkKept(id: string, version: number): Promise<void> {
    const { db } = this.#world.core.services;
    const row = await this.#snapshot.get({
      id,
      position: null,
      names: "[]",
      count: LIMITS.readMessagesMax,
      bytes: LIMITS.answerBytesMax,
    });
    claim(row !== undefined, "the conversation can be loaded");
    // Views of its parts are kept beside it, and stored nowhere.
    const { shown: _views, ...kept } = await conversationStore(db).load(
      id,
      version,
    );
    const { shown: _none, ...stored } = snapshotOf(row);
    await this.#checkTally(stored);
    if (Bun.deepEquals(kept, stored, true)) return;
    for (const key of Object.keys(stored) as (keyof typeof stored)[]) {
      claim(
        Bun.deepEquals(kept[key], stored[key], true),
        `${key} in memory ${JSON.stringify(kept[key])} is as stored ${JSON.stringify(stored[key])}`,
      );
    }
    claim(false, "memory has no more fields than the store");
  }

  /** Checks the tally of all messages against the messages. */
  async #checkTally(stored: Conversation): Promise<void> {
    const { id, messages, tally } = stored;
    const { kept } = tally;
    const counted = { ...withMessages(stored, messages).tally, kept };
    claim(
      Bun.deepEquals(tally, counted),
      `the messages of ${id} are ${JSON.stringify(counted)}, not ${JSON.stringify(tally)}`,
    );
    const { orm } = this.#world.core.services.db;
    const hidden = await orm.values(
      sql`select position, first, last, before from hidden_messages where conversation_id = ${id} order by position, first`,
    );
    const found = stretchesHidden(null, stored).map((it) => [
      it.position,
      it.first,
      it.last,
      it.before,
    ]);
    claim(
      Bun.deepEquals(hidden, found),
      `what is hidden of ${id} is ${JSON.stringify(found)}, not ${JSON.stringify(hidden)}`,
    );
  }

  /** Checks that the entries since the last time sum to zero, and so do all of them. */
  async checkSum(): Promise<void> {
    const { orm } = this.#world.core.services.db;
    const [row] = await orm.values<[number, number]>(
      sql`select coalesce(sum(amount), 0), coalesce(max(rowid), ${this.#booked}) from ledger_entries where rowid > ${this.#booked}`,
    );
    const [sum, last] = row ?? [0, this.#booked];
    claim(sum === 0, `what was booked sums to zero (${sum})`);
    this.#booked = last;
  }

  /** An order is open as long as its conversation, and of an offer at most two are. */
  async checkOrders(): Promise<void> {
    const rows = await this.#world.core.services.db.orm.values(sql`
      select o.conversation_id from orders o join conversations c on c.id = o.conversation_id
      where o.state <> case when c.state = 'completed' then 'done'
        when c.state in ('canceled', 'failed', 'rejected') then 'ended' else 'open' end
      union all select seller_id from orders where state = 'open' group by seller_id having count(*) > 2`);
    claim(rows.length === 0, `orders are counted as they are: ${rows}`);
  }

  /** After the clock's turn nothing is left that was due. */
  async checkNothingDue(): Promise<void> {
    const { db, clock } = this.#world.core.services;
    const now = clock();
    const funding = now - LIMITS.fundingHours * HOUR_MS;
    const rows = await db.orm.values(sql`
      select id from payments where status = 'held' and capture_before <= ${now}
      union all select id from checkpoints where status = 'open' and expires_at <= ${now}
      union all select id from conversations where state = 'auth-required' and state_at <= ${funding}`);
    claim(rows.length === 0, `nothing is overdue: ${rows}`);
  }
}

/** Walks the new records: each state change starts where the last one ended. */
function stateAfter(before: Known, bodies: readonly Body[]): string | null {
  let { state } = before;
  for (const { type, stateFrom, stateTo } of bodies) {
    if (stateFrom !== undefined || stateTo !== undefined) {
      claim(
        (stateFrom ?? null) === state,
        `${type} starts from ${state}, not ${stateFrom}`,
      );
    }
    if (stateTo !== undefined) {
      claim(stateTo !== state, `${type} changes the state`);
      claim(
        state === null || !isClosed(state),
        `${state} is left for ${stateTo}`,
      );
      state = stateTo;
    }
  }
  return state;
}

/** How many steps a price of the walk has (composed.ts). */
const STEPS_MAX = 3;

/** Each release comes with a receipt that the payee signed in the same batch. */
function releasesIn(bodies: readonly Body[], facts: Facts | undefined): number {
  const released = bodies.filter(({ type }) => type === "payment.released");
  if (released.length > 0) {
    const payeeId = facts?.payment?.payeeId;
    const signed = bodies.find(({ type }) => type === "receipt.signed");
    claim(payeeId !== undefined && payeeId !== null, "a release has a payee");
    const ends = ["dispute.settled", "dispute.ruled"];
    if (bodies.some(({ type }) => ends.includes(type))) return released.length;
    claim(signed?.actor.accountId === payeeId, "the payee signed the receipt");
    claim(facts?.signedBy === payeeId, "the receipt is stored as the payee's");
  }
  return released.length;
}

/** The records of each call: a person's, and those of the agents after it. */
function callsIn(rows: readonly Entry[]): readonly (readonly Entry[])[] {
  const idOf = ({ said }: Entry) => (said as Body).requestId;
  const calls: Entry[][] = [];
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1];
    if (previous && idOf(previous) === idOf(row)) calls.at(-1)?.push(row);
    else calls.push([row]);
  }
  return calls;
}

function checkRow(
  facts: Facts,
  before: Known,
  state: string | null,
  rows: readonly Entry[],
): void {
  const { version, participants, messages } = facts;
  claim(facts.state === state, `state ${facts.state} is what ${state} led to`);
  const calls = callsIn(rows);
  claim(
    version === before.version + calls.length,
    `version ${before.version} with ${calls.length} calls became ${version}`,
  );
  for (const [index, records] of calls.entries()) {
    const then = before.version + index + 1;
    for (const { event } of records) {
      claim(!event || event.version === then, "events carry the version");
    }
  }
  for (const participant of participants) {
    claim(
      participant.updatedAt >= facts.updatedAt,
      `participant ${participant.position} was touched with its conversation, or woken since`,
    );
  }
  claim(
    messages.every(({ seq }, index) => seq === index + 1),
    "messages are numbered without a gap",
  );
  checkReceipt(facts);
  checkWaiting(facts);
  if (isClosed(facts.state)) {
    const open = facts.checkpoints.filter(
      ({ status, act }) => status === "open" && act !== "refund",
    );
    claim(
      open.length === 0,
      "nothing but a refund waits in a closed conversation",
    );
  }
}
