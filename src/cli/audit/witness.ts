import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockInode } from "../../../packages/database-file/src/inode_lock.ts";
import type { NoteKey } from "../../../packages/verify/src/notes.ts";
import {
  COSIGNATURE_KEY,
  ED25519_KEY,
  readNoteKey,
} from "../../../packages/verify/src/notes.ts";
import { verifierKey } from "../../../packages/verify/src/signed_note.ts";
import { witnessNameIn } from "../../../packages/verify/src/witness.ts";
import { openWitnessFolder } from "../../../packages/verify/src/witness_folder.ts";
import type { Witnessing } from "../../../packages/verify/src/witnessing.ts";
import { addCheckpoint } from "../../../packages/verify/src/witnessing.ts";

/** A checkpoint with its proof has less than a tenth of it. */
const BODY_BYTES_MAX = 65_536;

/** The settings of a witness. */
export interface WitnessOptions {
  readonly name: string;
  readonly log: readonly string[];
  readonly listen: string;
}

/** Serves as the witness of a folder until it is stopped. */
export async function serveWitness(folder: string, options: WitnessOptions) {
  const { witness, key, lock } = openWitness(folder, options);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: Number(options.listen),
    maxRequestBodySize: BODY_BYTES_MAX,
    fetch: (request) => answerTo(witness, request),
  });
  return {
    key,
    port: server.port,
    async stop() {
      await server.stop(true);
      lock.release();
    },
  };
}

function openWitness(folder: string, { name, log }: WitnessOptions) {
  const logs = log.map(readLogKey);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockInode(join(folder, "lock"));
  if (lock.is !== "taken") {
    throw new Error(`Another process is the witness of ${folder}.`);
  }
  const opened = openWitnessFolder(folder);
  const key = verifierKey(name, opened.signer.publicKey, COSIGNATURE_KEY);
  if (witnessNameIn(key) === undefined) {
    throw new Error("--name has no spaces and no +.");
  }
  const now = () => Math.floor(Date.now() / 1_000);
  return { key, lock, witness: { ...opened, name, logs, now } };
}

function readLogKey(text: string): NoteKey {
  try {
    const key = readNoteKey(text);
    if (key.type === ED25519_KEY) return key;
  } catch {
    // Said below, as of a key of another kind.
  }
  throw new Error(
    `--log is the key of a log, such as inbox.a.example/log+1a2b3c4d+A…, not ${text}.`,
  );
}

async function answerTo(
  witness: Witnessing,
  request: Request,
): Promise<Response> {
  const isAsked = new URL(request.url).pathname.endsWith("/add-checkpoint");
  if (!isAsked) return new Response(null, { status: 404 });
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const asked = await request.text();
  const { status, type, text } = await addCheckpoint(witness, asked);
  return new Response(text, { status, headers: { "content-type": type } });
}
