import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { lockInode } from "../../../packages/database-file/src/inode_lock.ts";
import { terminalOf } from "../../../packages/terminal/src/answer.ts";
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

interface Options {
  readonly name: string;
  readonly log: readonly string[];
  readonly listen: string;
}

/** `svc witness` */
export function addWitnessCommand(svc: Command): void {
  svc
    .command("witness")
    .description("sign the logs of other services, as their witness")
    .argument("<folder>", "its key, and the heads of the logs that it signed")
    .requiredOption("--name <name>", "its name, such as b.example/witness")
    .requiredOption("--log <key...>", "key of a log, from GET /v1/audit/log")
    .option("--listen <port>", "port on this machine", "3100")
    .addHelpText(
      "after",
      `
It prints its key: the other service has it in LOG_WITNESSES, with the address at your proxy.

Example:
  svc witness ./witness --name b.example/witness --log 'inbox.a.example/log+1a2b3c4d+A…'`,
    )
    .action(async (folder: string, options: Options, command: Command) => {
      const { terminal } = terminalOf(command);
      const { witness, key, lock } = openWitness(folder, options);
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: Number(options.listen),
        maxRequestBodySize: BODY_BYTES_MAX,
        fetch: (request) => answerTo(witness, request),
      });
      terminal.out(`${key}\nThe witness is ready on port ${server.port}.\n`);
      const { promise, resolve } = Promise.withResolvers<void>();
      terminal.signal?.addEventListener("abort", () => resolve());
      await promise;
      await server.stop(true);
      lock.release();
    });
}

function openWitness(folder: string, { name, log }: Options) {
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
