import { generateKeyPairSync, sign } from "node:crypto";
import { fromBase64Url } from "../../../../packages/verify/src/bytes.ts";
import type { TreeHead } from "../../../../packages/verify/src/merkle.ts";
import {
  COSIGNATURE_KEY,
  readNoteKey,
} from "../../../../packages/verify/src/notes.ts";
import { verifierKey } from "../../../../packages/verify/src/signed_note.ts";
import { addCheckpoint } from "../../../../packages/verify/src/witnessing.ts";
import { START } from "../../core_harness.ts";

/** When witnesses of these tests sign. */
export const WITNESSED_AT = START / 1_000;

/** A witness of its own on this machine (C2SP tlog-witness), which knows one log. */
export interface TestWitness extends Disposable {
  readonly key: string;
  /** The value of the setting that has it asked. */
  readonly setting: string;
  /** Bodies of what it was asked, the first one first. */
  readonly asked: string[];
  /** The log that it signed last. */
  head: TreeHead;
  /** The key of the log that it knows. */
  log: string;
  /** How it answers instead, if it does. */
  instead: ((right: Response) => Response | Promise<Response>) | undefined;
}

export function startWitness(name = "witness.example"): TestWitness {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signer = {
    publicKey: fromBase64Url(publicKey.export({ format: "jwk" }).x ?? ""),
    signText: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
  const key = verifierKey(name, signer.publicKey, COSIGNATURE_KEY);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      witness.asked.push(body);
      const isAsked = request.url.endsWith("/base/add-checkpoint");
      if (!isAsked || request.method !== "POST") {
        return new Response("", { status: 405 });
      }
      const { status, type, text } = await addCheckpoint(
        {
          name,
          signer,
          logs: [readNoteKey(witness.log)],
          last: () => witness.head,
          keep: (_log, head) => {
            witness.head = head;
          },
          now: () => WITNESSED_AT,
        },
        body,
      );
      const headers = { "content-type": type };
      const right = new Response(text, { status, headers });
      return (await witness.instead?.(right)) ?? right;
    },
  });
  const witness: TestWitness = {
    key,
    setting: `${key} http://127.0.0.1:${server.port}/base/`,
    asked: [],
    head: { size: 0, root: new Uint8Array(32) },
    log: "",
    instead: undefined,
    [Symbol.dispose]: () => void server.stop(true),
  };
  return witness;
}
