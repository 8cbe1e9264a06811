import type { Bytes } from "./bytes.ts";
import { fromBase64, joined, toBase64 } from "./bytes.ts";
import { treeHeadIn } from "./log_head.ts";
import type { TreeHead } from "./merkle.ts";
import { isConsistent, isSame } from "./merkle.ts";
import type { NoteKey } from "./notes.ts";
import {
  COSIGNATURE_KEY,
  noteKeyId,
  SIGNATURE_DASH,
  signedText,
} from "./notes.ts";
import type { NoteSigner } from "./signed_note.ts";

/** A witness of the logs of others (C2SP tlog-witness). */
export interface Witnessing {
  readonly name: string;
  readonly signer: NoteSigner;
  /** The keys of the logs that it signs; each key of one log counts. */
  readonly logs: readonly NoteKey[];
  /** The head of a log that it signed last. */
  last(log: string): TreeHead | undefined;
  /** Stores a head for good: its signature is given out after that. */
  keep(log: string, head: TreeHead): void;
  /** The time in seconds. */
  now(): number;
}

/** The answer of a witness. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: "text/plain; charset=utf-8" | "text/x.tlog.size";
  readonly text: string;
}

/** More lead from no size of a log to another. */
const PROOF_LINES_MAX = 63;
const TIME_BYTES = 8;

/** Signs a log if it extends the one that was signed before: `POST add-checkpoint`. */
export async function addCheckpoint(
  witness: Witnessing,
  body: string,
): Promise<WitnessAnswer> {
  const asked = readAsked(body);
  if (!asked) return answer(400);
  const { old, proof, note } = asked;
  const [log = ""] = note.split("\n", 1);
  const keys = witness.logs.filter(({ name }) => name === log);
  if (keys.length === 0) return answer(404);
  const texts = await Promise.all(keys.map((key) => signedText(note, key)));
  const text = texts.find((it) => it !== undefined);
  if (text === undefined) return answer(403);
  const head = treeHeadIn(text, log);
  if (!head || old > head.size) return answer(400);
  // Nothing waits from here to the end: no other request can come in between.
  const last = witness.last(log);
  const size = last?.size ?? 0;
  const isOther =
    last !== undefined && old === head.size && !isSame(last.root, head.root);
  if (old !== size || isOther) {
    return { status: 409, type: "text/x.tlog.size", text: `${size}\n` };
  }
  const goesOn =
    last === undefined || size === 0
      ? proof.length === 0
      : isConsistent(last, head, proof);
  if (!goesOn) return answer(422);
  witness.keep(log, head);
  return answer(200, cosignature(witness, text));
}

/** The parts of a request; undefined for one that is malformed. */
function readAsked(body: string) {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, end).split("\n");
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  if (end < 0 || old === undefined || lines.length > PROOF_LINES_MAX) return;
  const proof = lines.map(hashIn).filter((it) => it !== undefined);
  if (proof.length !== lines.length) return undefined;
  return { old: Number(old), proof, note: body.slice(end + 2) };
}

function hashIn(line: string): Bytes | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(line) ? fromBase64(line) : undefined;
}

/** The line of a witness under a note (C2SP tlog-cosignature). */
function cosignature({ name, signer, now }: Witnessing, text: string): string {
  const time = now();
  const signed = signer.signText(`cosignature/v1\ntime ${time}\n${text}`);
  const stamp = new Uint8Array(TIME_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  const key = joined(Uint8Array.of(COSIGNATURE_KEY), signer.publicKey);
  const value = toBase64(joined(noteKeyId(name, key), stamp, signed));
  return `${SIGNATURE_DASH} ${name} ${value}\n`;
}

function answer(status: WitnessAnswer["status"], text = ""): WitnessAnswer {
  return { status, type: "text/plain; charset=utf-8", text };
}
