import { COSIGNATURE_KEY, cosignedAt, readNoteKey } from "./notes.ts";
import { verifierKey } from "./signed_note.ts";

/** A checked cosignature. */
export interface Cosignature {
  /** Its line in the note. */
  readonly line: string;
  /** In milliseconds, by the clock of the witness. */
  readonly signedAt: number;
}

/** The log that a witness is asked to sign, and how to reach it. */
export interface AskedOfWitness {
  readonly size: number;
  readonly note: string;
  /** The hashes, as base64, that lead from an older size of the log to this one. */
  prove(from: number): Promise<readonly string[]>;
  /** Posts a body to the witness's `add-checkpoint`. */
  post(
    body: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
}

/** A witness refuses to sign, with its reason. */
export class NotSigned extends Error {}

const OK = 200;
const CONFLICT = 409;
const SIZE = /^(\d{1,15})\n?$/;
/** With the stored size, and again after it has named the size that it continues from. */
const TRIES = 2;

/**
 * Asks a witness to sign a log (C2SP tlog-witness), with the proof that it extends the last
 * one signed, whose size is stored.
 * @throws NotSigned, or the error that prevented the request
 */
export async function askWitness(
  { key, size: kept }: { readonly key: string; readonly size: number },
  { size, note, prove, post }: AskedOfWitness,
): Promise<Cosignature> {
  let old = kept;
  for (let tries = 1; ; tries++) {
    const proof = old === 0 ? [] : await prove(old);
    const lines = proof.map((it) => `${it}\n`).join("");
    const { status, text } = await post(`old ${old}\n${lines}\n${note}`);
    if (status === OK) {
      const signed = await cosignatureIn(text, note, key);
      if (signed) return signed;
      throw new NotSigned("Its answer has no signature of this log.");
    }
    const [, named] = (status === CONFLICT && SIZE.exec(text)) || [];
    if (named === undefined) throw new NotSigned(`It answered ${status}.`);
    const signed = Number(named);
    if (signed > size) {
      throw new NotSigned(
        `It has signed a log of size ${signed}, which this one has not reached: was the database set back?`,
      );
    }
    if (signed === old || tries === TRIES) {
      throw new NotSigned(`It has signed another log of size ${signed}.`);
    }
    old = signed;
  }
}

/** Finds a witness's signature of a note in its answer; undefined if there is none. */
async function cosignatureIn(
  answer: string,
  note: string,
  key: string,
): Promise<Cosignature | undefined> {
  for (const line of answer.split("\n")) {
    const signedAt = await cosignatureTime(note, line, key);
    if (signedAt !== undefined) return { line, signedAt };
  }
  return undefined;
}

/** When a witness signed a line under a note; undefined if it did not. */
export async function cosignatureTime(
  note: string,
  line: string,
  key: string,
): Promise<number | undefined> {
  const time = await cosignedAt(`${note}${line}\n`, readNoteKey(key));
  return time === undefined ? undefined : 1_000 * time;
}

/** The name of a witness by its key; undefined for an invalid key. */
export function witnessNameIn(key: string): string | undefined {
  try {
    const { name, type, publicKey } = readNoteKey(key);
    const isFit =
      /^\S+$/.test(name) &&
      type === COSIGNATURE_KEY &&
      verifierKey(name, publicKey, COSIGNATURE_KEY) === key;
    return isFit ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The note of a log with the signatures of the witnesses that signed this same note. */
export function cosignedNote(
  { size, note }: { readonly size: number; readonly note: string },
  witnesses: readonly {
    readonly size: number;
    readonly cosignature: string | null;
  }[],
): string {
  const lines = witnesses.map((it) =>
    it.size === size && it.cosignature !== null ? `${it.cosignature}\n` : "",
  );
  return note + lines.join("");
}

/** The witnesses that are not asked because they failed, and until when. */
export class WitnessPatience {
  readonly #waits: { readonly firstMs: number; readonly mostMs: number };
  readonly #failing = new Map<string, { times: number; until: number }>();

  /**
   * @param waits The pause after one failure, which each one more doubles, and the longest.
   */
  constructor(waits: { readonly firstMs: number; readonly mostMs: number }) {
    this.#waits = waits;
  }

  isDue(witness: string, now: number): boolean {
    return (this.#failing.get(witness)?.until ?? 0) <= now;
  }

  signed(witness: string): void {
    this.#failing.delete(witness);
  }

  failed(witness: string, now: number): void {
    const times = (this.#failing.get(witness)?.times ?? 0) + 1;
    const { firstMs, mostMs } = this.#waits;
    const until = now + Math.min(firstMs * 2 ** (times - 1), mostMs);
    this.#failing.set(witness, { times, until });
  }
}
