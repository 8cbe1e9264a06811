import { generateKeyPairSync, sign } from "node:crypto";
import {
  fromBase64,
  fromBase64Url,
} from "../../../../packages/verify/src/bytes.ts";
import { treeHeadIn } from "../../../../packages/verify/src/log_head.ts";
import type { TreeHead } from "../../../../packages/verify/src/merkle.ts";
import { isConsistent } from "../../../../packages/verify/src/merkle.ts";
import {
  readNoteKey,
  signedText,
} from "../../../../packages/verify/src/notes.ts";
import { verifierKey } from "../../../../packages/verify/src/signed_note.ts";
import { START } from "../../core_harness.ts";

const COSIGNATURE = 4;

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
  const raw = fromBase64Url(publicKey.export({ format: "jwk" }).x ?? "");
  const key = verifierKey(name, raw, COSIGNATURE);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      witness.asked.push(body);
      const isAsked = request.url.endsWith("/base/add-checkpoint");
      if (!isAsked || request.method !== "POST") return answer(405);
      const right = await cosign(witness, body, (text) => {
        const said = `cosignature/v1\ntime ${WITNESSED_AT}\n${text}`;
        const time = Buffer.alloc(8);
        time.writeBigUInt64BE(BigInt(WITNESSED_AT));
        const id = Buffer.from(key.split("+")[1] ?? "", "hex");
        const signature = sign(null, Buffer.from(said), privateKey);
        const whole = Buffer.concat([id, time, signature]).toBase64();
        return `\u2014 ${name} ${whole}\n`;
      });
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

async function cosign(
  witness: TestWitness,
  body: string,
  signed: (text: string) => string,
): Promise<Response> {
  const end = body.indexOf("\n\n");
  const [first = "", ...proof] = body.slice(0, end).split("\n");
  const note = body.slice(end + 2);
  const old = Number(/^old (\d+)$/.exec(first)?.[1] ?? Number.NaN);
  const key = readNoteKey(witness.log);
  if (note.split("\n")[0] !== key.name) return answer(404);
  const text = await signedText(note, key);
  const head = text && treeHeadIn(text, key.name);
  if (!text || !head) return answer(403);
  if (!(old <= head.size)) return answer(400);
  const { size } = witness.head;
  if (old !== size) return answer(409, `${size}\n`);
  const steps = proof.map(fromBase64);
  const goesOn =
    old === 0 ? proof.length === 0 : isConsistent(witness.head, head, steps);
  if (!goesOn)
    return old === head.size ? answer(409, `${size}\n`) : answer(422);
  witness.head = head;
  return answer(200, signed(text));
}

function answer(status: number, text = ""): Response {
  const type = status === 409 ? "text/x.tlog.size" : "text/plain";
  return new Response(text, { status, headers: { "content-type": type } });
}
