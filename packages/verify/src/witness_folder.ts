import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fromBase64, fromBase64Url, toBase64, utf8 } from "./bytes.ts";
import type { LogHead } from "./log_head.ts";
import type { NoteSigner } from "./signed_note.ts";
import type { Witnessing } from "./witnessing.ts";

/** The key of a witness, and the heads that it signed: two files in a folder that one process has. */
export function openWitnessFolder(
  folder: string,
): Pick<Witnessing, "signer" | "last" | "keep"> {
  const [keyFile, headsFile] = [join(folder, "key"), join(folder, "heads")];
  if (!existsSync(keyFile)) {
    const { privateKey } = generateKeyPairSync("ed25519");
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    writeForGood(folder, keyFile, String(pem));
  }
  const heads = new Map<string, LogHead>();
  if (existsSync(headsFile)) {
    const kept: LogHead[] = JSON.parse(readFileSync(headsFile, "utf8"));
    for (const head of kept) heads.set(head.origin, head);
  }
  return {
    signer: signerOf(readFileSync(keyFile, "utf8")),
    last(origin) {
      const head = heads.get(origin);
      return head && { size: head.size, root: fromBase64(head.root) };
    },
    keep(origin, { size, root }) {
      const next = { origin, size, root: toBase64(root) };
      const all = [...heads.values()].filter((it) => it.origin !== origin);
      writeForGood(folder, headsFile, JSON.stringify([...all, next]));
      heads.set(origin, next);
    },
  };
}

function signerOf(pem: string): NoteSigner {
  const key = createPrivateKey(pem);
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    publicKey: fromBase64Url(x),
    signText: (text) => sign(null, utf8(text), key),
  };
}

/** Writes a file completely or not at all, and so that a power cut leaves it. */
function writeForGood(folder: string, path: string, text: string): void {
  const file = openSync(`${path}.new`, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  const entry = openSync(folder, "r");
  fsyncSync(entry);
  closeSync(entry);
}
