import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { JWK } from "jose";
import type { Core } from "../access/context.ts";
import { parseJson } from "../access/read_json.ts";
import type { KeyPaths, Keys } from "../base/keys.ts";
import { makeKey, readKeyFile, successorOf } from "../base/keys.ts";
import { sharedKeyStore } from "./shared_keys_store.ts";

/** The secret of all nodes, and the previous one while it is being changed. */
export interface Secrets {
  readonly secret: string | undefined;
  readonly before: string | undefined;
}

type Storing = Pick<Core, "db" | "randomBytes">;

/**
 * The keys of nodes with a shared database, stored in it and sealed with their secret. The
 * first start imports the files of a single node, or creates new keys; whichever node comes
 * first, all have the same. Undefined if keys are files: the process owns its database, or a
 * single node has no secret set.
 * @throws Error if they cannot be opened
 */
export async function openSharedKeys(
  core: Storing,
  secrets: Secrets,
  paths: KeyPaths,
): Promise<Keys | undefined> {
  if (!core.db.follower) return undefined;
  const { secret } = secrets;
  if (secret === undefined) {
    const stored = await sharedKeyStore(core.db).sealed("receipts");
    if (stored !== undefined) throw locked("set it");
    return undefined;
  }
  const open = (name: Name) =>
    openKey(core, { ...secrets, secret }, name, paths);
  return {
    receipts: await open("receipts"),
    cards: await open("cards"),
    requests: await open("requests"),
  };
}

type Name = keyof Keys;

async function openKey(
  core: Storing,
  { secret, before }: Secrets & { readonly secret: string },
  name: Name,
  paths: KeyPaths,
): Promise<JWK> {
  const store = sharedKeyStore(core.db);
  if ((await store.sealed(name)) === undefined) {
    const key = (await readKeyFile(paths, name)) ?? (await makeKey(name));
    await store.add(name, sealed(core, name, key, secret));
  }
  const stored = (await store.sealed(name)) ?? "";
  const key = opened(stored, name, secret);
  if (key) return key;
  const old = before === undefined ? undefined : opened(stored, name, before);
  if (!old) throw locked("it is another one; AUTH_SECRET_BEFORE names that");
  await store.replace(name, sealed(core, name, old, secret));
  return old;
}

/**
 * Seals a new key in place of the shared one, which stays with it.
 * @returns Its id.
 * @throws Error if the secret does not open the old one
 */
export async function rotateSharedKey(
  core: Storing & Pick<Core, "clock">,
  secret: string,
  name: Name,
): Promise<string> {
  const store = sharedKeyStore(core.db);
  const old = opened((await store.sealed(name)) ?? "", name, secret);
  if (!old) throw locked("it is another one");
  const key = await successorOf(old, { name, now: core.clock() });
  await store.replace(name, sealed(core, name, key, secret));
  return key.kid ?? "";
}

/** The text of a sealed shared key, as in a key file. @throws Error if no secret opens it */
export function unsealedKey(
  name: string,
  stored: string,
  { secret, before }: Secrets,
): string {
  for (const one of [secret, before]) {
    const key = one === undefined ? one : opened(stored, name, one);
    if (key) return JSON.stringify(key);
  }
  throw new Error(
    "Cannot open the keys in this database: set the AUTH_SECRET that they are sealed with.",
  );
}

const CIPHER = "aes-256-gcm";
const SIZES = { salt: 16, iv: 12, tag: 16 } as const;

/** Salt, initialisation vector, tag and ciphertext, in base64. */
function sealed(
  { randomBytes }: Storing,
  name: Name,
  key: JWK,
  secret: string,
): string {
  const salt = randomBytes(SIZES.salt);
  const iv = randomBytes(SIZES.iv);
  const cipher = createCipheriv(CIPHER, keyOf(secret, salt), iv);
  // A row under another name opens nothing.
  cipher.setAAD(Buffer.from(name));
  const data = [cipher.update(JSON.stringify(key), "utf8"), cipher.final()];
  return Buffer.concat([salt, iv, cipher.getAuthTag(), ...data]).toString(
    "base64",
  );
}

function opened(text: string, name: string, secret: string): JWK | undefined {
  const bytes = Buffer.from(text, "base64");
  const ivAt = SIZES.salt;
  const tagAt = ivAt + SIZES.iv;
  const dataAt = tagAt + SIZES.tag;
  const key = keyOf(secret, bytes.subarray(0, ivAt));
  try {
    const iv = bytes.subarray(ivAt, tagAt);
    const cipher = createDecipheriv(CIPHER, key, iv);
    cipher.setAAD(Buffer.from(name));
    cipher.setAuthTag(bytes.subarray(tagAt, dataAt));
    const data = [cipher.update(bytes.subarray(dataAt)), cipher.final()];
    return parseJson(Buffer.concat(data).toString()) as JWK;
  } catch {
    return undefined;
  }
}

function keyOf(secret: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, "svc-shared-keys", 32));
}

function locked(why: string): Error {
  return new Error(
    `Cannot start: the keys in this database are sealed with an AUTH_SECRET: ${why}.`,
  );
}
