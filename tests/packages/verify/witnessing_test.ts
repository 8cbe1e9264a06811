import { expect, test } from "bun:test";
import { generateKeyPairSync, sign } from "node:crypto";
import { fromBase64Url } from "../../../packages/verify/src/bytes.ts";
import { signLogHead } from "../../../packages/verify/src/log_head.ts";
import type { TreeHead } from "../../../packages/verify/src/merkle.ts";
import { leafHash, nodeHash } from "../../../packages/verify/src/merkle.ts";
import { readNoteKey } from "../../../packages/verify/src/notes.ts";
import { verifierKey } from "../../../packages/verify/src/signed_note.ts";
import { cosignatureTime } from "../../../packages/verify/src/witness.ts";
import { addCheckpoint } from "../../../packages/verify/src/witnessing.ts";

const LOG = "a.example/log";
const AT = 1_768_478_400;

function signer() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: fromBase64Url(publicKey.export({ format: "jwk" }).x ?? ""),
    signText: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
}

const [log, other, own] = [signer(), signer(), signer()];
const [one, two, three] = ["1", "2", "3"].map((it) =>
  leafHash(Buffer.from(it)),
) as [Uint8Array, Uint8Array, Uint8Array];
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const ROOTS = [one, nodeHash(one, two), nodeHash(nodeHash(one, two), three)];

const note = (
  size: number,
  { by = log, of = LOG, root = ROOTS[size - 1] } = {},
) => signLogHead(by, { origin: of, size, root: base64(root ?? one) });
const body = (
  old: number | string,
  proof: readonly Uint8Array[],
  text: string,
) => `old ${old}\n${proof.map((it) => `${base64(it)}\n`).join("")}\n${text}`;

/** A witness that has signed a log of this size. */
function witness(size: number) {
  const root = Uint8Array.from(ROOTS[size - 1] ?? []);
  let head: TreeHead | undefined = size === 0 ? undefined : { size, root };
  return {
    name: "b.example/witness",
    signer: own,
    logs: [readNoteKey(verifierKey(LOG, log.publicKey))],
    last: () => head,
    keep(_log: string, next: TreeHead) {
      head = next;
    },
    now: () => AT,
  };
}

// C2SP tlog-witness, "add-checkpoint".
test.each([
  ["the first of a log", 0, body(0, [], note(2)), 200],
  ["one that goes on", 2, body(2, [three], note(3)), 200],
  ["the same once more", 2, body(2, [], note(2)), 200],
  ["no request", 0, "old 0", 400],
  ["a size with a zero before it", 2, body("02", [three], note(3)), 400],
  ["a smaller log", 3, body(3, [], note(2)), 400],
  ["a hash that is none", 2, `old 2\nAAAA\n\n${note(3)}`, 400],
  [
    "more hashes than there can be",
    2,
    body(2, Array(64).fill(three), note(3)),
    400,
  ],
  ["an unknown log", 0, body(0, [], note(2, { of: "c.example/log" })), 404],
  ["the key of somebody else", 0, body(0, [], note(2, { by: other })), 403],
  ["another size before", 2, body(1, [two, three], note(3)), 409],
  [
    "another tree of the same size",
    2,
    body(2, [], note(2, { root: three })),
    409,
  ],
  ["a proof of something else", 2, body(2, [one], note(3)), 422],
  ["a proof from nothing", 0, body(0, [one], note(2)), 422],
])(
  "a witness answers %s as the standard says",
  async (_what, size, asked, status) => {
    const it = witness(size);
    const before = it.last();
    const answer = await addCheckpoint(it, asked);
    expect<number>(answer.status).toBe(status);
    if (status === 409) {
      expect(answer).toMatchObject({
        type: "text/x.tlog.size",
        text: `${size}\n`,
      });
    }
    if (status !== 200) return expect(it.last()).toBe(before);
    const key = verifierKey(it.name, own.publicKey, 4);
    const [, signed = ""] = asked.split(/\n\n(.*)/s);
    expect(answer.text).toEndWith("\n");
    const time = await cosignatureTime(signed, answer.text.trimEnd(), key);
    expect(time).toBe(AT * 1_000);
  },
);
