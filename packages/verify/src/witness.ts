import { COSIGNATURE_KEY, cosignedAt, readNoteKey } from "./notes.ts";
import { verifierKey } from "./signed_note.ts";

/** A cosignature that was checked. */
export interface Cosignature {
  /** The line of the note that it is. */
  readonly line: string;
  /** In milliseconds, by the clock of the witness. */
  readonly signedAt: number;
}

/** The log that a witness is asked to sign, and how it is reached. */
export interface AskedOfWitness {
  readonly size: number;
  readonly note: string;
  /** The hashes, as base64, that lead from the log at an older size to this one. */
  prove(from: number): Promise<readonly string[]>;
  /** Posts a body to the `add-checkpoint` of the witness. */
  post(
    body: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
}

/** A witness does not sign; its words say why. */
export class NotSigned extends Error {}

const OK = 200;
const CONFLICT = 409;
const SIZE = /^(\d{1,15})\n?$/;
/** As it is kept, and once more after it said which size it goes on from. */
const TRIES = 2;

/**
 * Has a witness sign a log (C2SP tlog-witness), with the proof that it goes on from the one
 * which it signed last, of the size that is kept.
 * @throws NotSigned, or whatever kept it from being asked
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

/** When the witness of a key made a line under a note; undefined if it did not. */
export async function cosignatureTime(
  note: string,
  line: string,
  key: string,
): Promise<number | undefined> {
  const time = await cosignedAt(`${note}${line}\n`, readNoteKey(key));
  return time === undefined ? undefined : 1_000 * time;
}

/** Whose the key of a witness is; undefined for a text that is no such key. */
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

/** The note of a log with the signatures of those witnesses who signed just this one. */
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

/** Which witnesses are left alone, because they failed, and until when. */
export class WitnessPatience {
  readonly #waits: { readonly firstMs: number; readonly mostMs: number };
  readonly #failing = new Map<string, { times: number; until: number }>();

  /** @param waits After one failure, doubled by each one more, and at most. */
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
