import type { QueryCall } from "../../access/context.ts";
import type { Walked } from "../../audit/walk.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import type { Stretch } from "../model/tally.ts";
import { HiddenFrom } from "../model/tally.ts";
import type { StoredRow } from "./rows_store.ts";
import { rowsStore } from "./rows_store.ts";
import { checkpointDigest, DIGESTS, messageDigest, NAMES } from "./seals.ts";

/** Something that is not what a record says, and that record's number. */
export interface RowFault {
  readonly seq: number;
  readonly problem: string;
}

/**
 * Compares all rows of a conversation with what its chain last committed to,
 * reading them in pages.
 */
export async function verifyRows(
  call: QueryCall,
  conversationId: string,
  walked: Walked,
): Promise<readonly RowFault[]> {
  const row = await rowsStore(call.db).row(conversationId);
  if (GONE.has(walked.type ?? "")) {
    return row ? [{ seq: walked.end.seq, problem: "it was deleted" }] : [];
  }
  if (!row) return [{ seq: walked.end.seq, problem: "its rows are missing" }];
  const rows = new Rows(call, conversationId, walked);
  await rows.compare(row, String(row.salt));
  return rows.faults;
}

/** What a chain ends with whose rows were removed. */
const GONE: ReadonlySet<string> = new Set([
  "conversation.deleted_draft",
  "conversation.erased",
]);

class Rows {
  readonly faults: RowFault[] = [];
  readonly #call: QueryCall;
  readonly #id: string;
  readonly #walked: Walked;

  constructor(call: QueryCall, id: string, walked: Walked) {
    this.#call = call;
    this.#id = id;
    this.#walked = walked;
  }

  get #store() {
    return rowsStore(this.#call.db);
  }

  /** By the digests that the records hold. */
  async compare(row: StoredRow, salt: string): Promise<void> {
    this.#expect(NAMES.conversation, DIGESTS.conversation.of(salt, row));
    for (const it of await this.#store.payments(this.#id)) {
      this.#expect(NAMES.payment, DIGESTS.payment.of(salt, it));
    }
    const hidden: HiddenFrom[] = [];
    for (const it of await this.#store.participants(this.#id)) {
      hidden.push(new HiddenFrom(Number(it.position)));
      const name = NAMES.participant(Number(it.position));
      this.#expect(name, DIGESTS.participant.of(salt, it));
    }
    await this.#checkpoints(salt);
    const stretches = new Map<string, Stretch>();
    await this.#messages((it) => {
      const commitment = DIGESTS.message.of(it.salt, it);
      this.#expect(NAMES.message(it.seq), messageDigest(commitment, it));
      const audience = audienceOf(it);
      for (const from of hidden) {
        const found = from.next({ seq: it.seq, audience });
        if (found) stretches.set(nameOf(found), found);
      }
    });
    await this.#hidden(stretches);
    await this.#files((it) => {
      const name = NAMES.artifact(Number(it.seq));
      this.#expect(name, DIGESTS.artifact.of(salt, it));
    });
    for (const [name, { seq }] of this.#walked.held) {
      if (name.startsWith("transfer ")) continue;
      this.faults.push({ seq, problem: `${name} is missing` });
    }
  }

  async #checkpoints(salt: string): Promise<void> {
    let after = "";
    for (;;) {
      const page = await this.#store.checkpoints(this.#id, after);
      for (const it of page) {
        await pace.turn();
        after = String(it.id);
        const pendingMessage =
          typeof it.proposal === "string" ? JSON.parse(it.proposal) : null;
        const digest = checkpointDigest(salt, { ...it, pendingMessage });
        this.#expect(NAMES.checkpoint(after), digest);
      }
      if (page.length < LIMITS.auditRowsAtOnce) return;
    }
  }

  async #messages(
    check: (it: StoredRow & StoredMessage) => void,
  ): Promise<void> {
    let after = 0;
    for (;;) {
      const page = await this.#store.messages(this.#id, after);
      for (const it of page) {
        await pace.turn();
        after = it.seq;
        check(it);
      }
      if (page.length < LIMITS.auditRowsAtOnce) return;
    }
  }

  /** Which messages a page jumps over is a copy of who may read them. */
  async #hidden(wanted: Map<string, Stretch>): Promise<void> {
    const wrong = new Set<number>();
    let after = { position: -1, first: 0 };
    for (;;) {
      const page = await this.#store.hidden(this.#id, after);
      for (const it of page) {
        await pace.turn();
        after = it;
        const known = wanted.get(nameOf(it));
        wanted.delete(nameOf(it));
        const isRight = known?.last === it.last && known.before === it.before;
        if (!isRight) wrong.add(it.position);
      }
      if (page.length < LIMITS.auditRowsAtOnce) break;
    }
    for (const { position } of wanted.values()) wrong.add(position);
    for (const position of wrong) {
      const problem = `what ${NAMES.participant(position)} may not read is not what its messages say`;
      this.faults.push({ seq: this.#walked.end.seq, problem });
    }
  }

  async #files(check: (it: StoredRow) => void): Promise<void> {
    let after = 0;
    for (;;) {
      const page = await this.#store.artifacts(this.#id, after);
      for (const it of page) {
        await pace.turn();
        after = Number(it.seq);
        check(it);
        await this.#content(it);
      }
      if (page.length < LIMITS.auditRowsAtOnce) return;
    }
  }

  /** Hashes the bytes of a file again, a piece at a time. */
  async #content(file: StoredRow): Promise<void> {
    const { id, seq, uri, length, size } = file;
    const hasher = new Bun.CryptoHasher("sha256");
    if (length === null) hasher.update(String(uri ?? ""));
    for (let from = 0; from < Number(length); from += LIMITS.auditChunkBytes) {
      await pace.turn();
      hasher.update(await this.#store.bytes(String(id), from));
    }
    const isWhole = length === null ? uri !== null : length === size;
    if (isWhole && hasher.digest("hex") === file.sha256) return;
    const problem = `the bytes of ${NAMES.artifact(Number(seq))} are not those that were added`;
    this.faults.push({ seq: this.#walked.end.seq, problem });
  }

  #expect(name: string, digest: string): void {
    const known = this.#walked.held.get(name);
    this.#walked.held.delete(name);
    if (known?.digest === digest) return;
    const { seq } = known ?? this.#walked.end;
    const problem = known
      ? `${name} is not what was recorded`
      : `${name} is in no record`;
    this.faults.push({ seq, problem });
  }
}

function nameOf({ position, first }: Pick<Stretch, "position" | "first">) {
  return `${position} ${first}`;
}

function audienceOf({ audience }: StoredRow): readonly number[] | null {
  return typeof audience === "string" ? JSON.parse(audience) : null;
}

interface StoredMessage {
  readonly seq: number;
  readonly createdAt: number;
  readonly salt: string;
}
