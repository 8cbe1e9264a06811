import type { KeyObject } from "node:crypto";
import { createPublicKey } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import type { Core } from "../../access/context.ts";
import { parseJson } from "../../access/read_json.ts";
import { parseForeignUrl } from "../../agents/remote/foreign_url.ts";
import { guardedFetch } from "../../agents/remote/guarded_fetch.ts";
import { BoundedCache } from "../../base/cache.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";

/** The path of a service's keys for signed requests. */
export const KEY_DIRECTORY_PATH =
  "/.well-known/http-message-signatures-directory";

type Keys = ReadonlyMap<string, KeyObject>;

/** The directories that this process read lately, and those it is reading. */
class Directories {
  readonly kept = new BoundedCache<
    string,
    { readonly keys: Keys; readonly readAt: number; readonly until: number }
  >(LIMITS.peerDirectoriesMax, "peer_keys");
  readonly running = new Map<string, Promise<Keys>>();
}

const directoriesOf = new WeakMap<ExternalServices, Directories>();

/**
 * The public key of a service by its id; undefined if its directory has no such key, or
 * cannot be read. A directory is kept for an hour; an id that it lacks has it read again, at
 * most once a minute, so that a new key is known soon and a flood asks for nothing.
 */
export async function peerKey(
  { outside, clock }: Pick<Core, "outside" | "clock">,
  origin: string,
  keyId: string,
): Promise<KeyObject | undefined> {
  const directories = directoriesOf.get(outside) ?? new Directories();
  directoriesOf.set(outside, directories);
  const now = clock();
  const known = directories.kept.get(origin);
  const key = known && now < known.until ? known.keys.get(keyId) : undefined;
  if (key) return key;
  if (known && now < known.readAt + LIMITS.peerKeysAgainMs) return undefined;
  const running = directories.running.get(origin);
  if (running) return (await running).get(keyId);
  if (directories.running.size >= LIMITS.remoteFetchesMax) return undefined;
  const reading = readDirectory(outside, origin).finally(() =>
    directories.running.delete(origin),
  );
  directories.running.set(origin, reading);
  const keys = await reading;
  const until = now + LIMITS.peerKeysKeptMs;
  directories.kept.set(origin, { keys, readAt: now, until });
  return keys.get(keyId);
}

/** The Ed25519 keys of a directory by their thumbprints; none if it cannot be read. */
async function readDirectory(
  outside: ExternalServices,
  origin: string,
): Promise<Keys> {
  const keys = new Map<string, KeyObject>();
  try {
    const url = parseForeignUrl(outside, `${origin}${KEY_DIRECTORY_PATH}`);
    const signal = outside.deadline(LIMITS.remoteFetchMs);
    const { text } = await guardedFetch(outside, {
      url,
      redirectsMax: 0,
      bytesMax: LIMITS.peerDirectoryBytesMax,
      signal,
    });
    const document = parseJson(text);
    const listed = isObject(document) ? document.keys : undefined;
    if (!Array.isArray(listed)) return keys;
    for (const jwk of listed.slice(0, LIMITS.peerKeysMax)) {
      if (!isObject(jwk) || jwk.kty !== "OKP" || jwk.crv !== "Ed25519")
        continue;
      const { x } = jwk;
      if (typeof x !== "string") continue;
      const shown = { kty: "OKP", crv: "Ed25519", x };
      const id = await calculateJwkThumbprint(shown);
      keys.set(id, createPublicKey({ key: shown, format: "jwk" }));
    }
  } catch {
    // An absent, broken or unreachable directory has no keys.
  }
  return keys;
}
