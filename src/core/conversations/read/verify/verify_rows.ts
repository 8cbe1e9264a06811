/**
 * Is each row of a conversation what its records say? `rows_store.ts` reads the rows.
 * @module
 */
import type { Covered, Walked } from "../../../audit/walk.ts";
import { digestOf } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import { pace } from "../../../base/pace.ts";
import type { OwnerBatch } from "../../../db/owned_rows.ts";
import {
  COVERED,
  checkpointDigest,
  messageDigest,
  NAMES,
  participantsDigest,
} from "../../acts/store/covered.ts";
import type { StoredRow } from "./rows_store.ts";
import { rowsStore } from "./rows_store.ts";

/** A row that differs from its record, and that record's number. */
export interface RowFault {
  readonly seq: number;
  readonly problem: string;
}

/** Compares all rows of a conversation with what its chain last committed to. */
export async function verifyRows(
  batch: OwnerBatch,
  conversationId: string,
  walked: Walked,
): Promise<readonly RowFault[]> {
  const { seq } = walked.end;
  const tables = rowsStore(batch.db);
  const [row] = await listOf(batch.rows(tables.conversations, conversationId));
  if (GONE.has(walked.type ?? "")) {
    return row ? [{ seq, problem: "it was deleted" }] : [];
  }
  if (!row) return [{ seq, problem: "its rows are missing" }];
  const rows = new Rows(batch, conversationId, walked);
  await rows.compare(row, row.salt);
  return rows.faults;
}

/** Types of the last entry of a chain whose rows were removed. */
const GONE: ReadonlySet<string> = new Set([
  "conversation.deleted_draft",
  "conversation.erased",
]);

async function listOf<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  return await Array.fromAsync(rows);
}

class Rows {
  readonly faults: RowFault[] = [];
  readonly #batch: OwnerBatch;
  readonly #id: string;
  readonly #end: number;
  readonly #covered: Map<string, Covered>;

  constructor(batch: OwnerBatch, id: string, { covered, end }: Walked) {
    this.#batch = batch;
    this.#id = id;
    this.#end = end.seq;
    this.#covered = covered;
  }

  async compare(row: StoredRow, salt: string): Promise<void> {
    const tables = rowsStore(this.#batch.db);
    const own = (name: keyof typeof OWN) =>
      this.#batch.rows(tables[name], this.#id);
    this.#expect(NAMES.conversation, COVERED.conversation.of(salt, row));
    const people = await listOf(
      this.#batch.rows(tables.participants, this.#id),
    );
    this.#expect(NAMES.participants, participantsDigest(salt, people));
    for await (const it of own("payments")) {
      this.#expect(NAMES.payment, COVERED.payment.of(salt, it));
    }
    for await (const it of own("checkpoints")) {
      const digest = storedCheckpointDigest(salt, it);
      this.#expect(NAMES.checkpoint(String(it.id)), digest);
    }
    for await (const it of this.#batch.rows(tables.messages, this.#id)) {
      const commitment = COVERED.message.of(it.salt, it);
      this.#expect(NAMES.message(it.seq), messageDigest(commitment, it));
    }
    for await (const it of own("artifacts")) {
      const name = NAMES.artifact(Number(it.seq));
      this.#expect(name, COVERED.artifact.of(salt, it));
      await this.#content(it, name);
    }
    for (const [name, { seq }] of this.#covered) {
      if (name.startsWith("transfer ")) continue;
      this.faults.push({ seq, problem: `${name} is missing` });
    }
  }

  /** Hashes the bytes of a file again, a piece at a time. */
  async #content(file: StoredRow, name: string): Promise<void> {
    const { id, uri, length, size } = file;
    const store = rowsStore(this.#batch.db);
    const hasher = new Bun.CryptoHasher("sha256");
    if (length === null) hasher.update(String(uri ?? ""));
    for (let from = 0; from < Number(length); from += LIMITS.auditChunkBytes) {
      await pace.turn();
      hasher.update(await store.bytes(String(id), from));
    }
    const isWhole = length === null ? uri !== null : length === size;
    if (isWhole && hasher.digest("hex") === file.sha256) return;
    const problem = `the bytes of ${name} are not those that were added`;
    this.faults.push({ seq: this.#end, problem });
  }

  #expect(name: string, digest: string): void {
    const known = this.#covered.get(name);
    this.#covered.delete(name);
    if (known?.digest === digest) return;
    const isPlural = name === NAMES.participants;
    const problem = known
      ? `${name} ${isPlural ? "differ from their" : "differs from its"} record`
      : `${name} ${isPlural ? "have" : "has"} no record`;
    this.faults.push({ seq: known?.seq ?? this.#end, problem });
  }
}

const OWN = { payments: 1, checkpoints: 1, artifacts: 1 } as const;

/** The digest of a stored checkpoint, whose action is read again. */
function storedCheckpointDigest(salt: string, row: StoredRow): string {
  try {
    const { proposal, action } = row;
    const pendingMessage =
      typeof proposal === "string" ? JSON.parse(proposal) : null;
    const said = typeof action === "string" ? JSON.parse(action) : action;
    if (digestOf(said) !== row.actionDigest) return "";
    return checkpointDigest(salt, { ...row, pendingMessage });
  } catch {
    return "";
  }
}
