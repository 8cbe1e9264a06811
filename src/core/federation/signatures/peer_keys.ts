import type { KeyObject } from "node:crypto";
import { createPublicKey } from "node:crypto";
import type { JWK } from "jose";
import { calculateJwkThumbprint } from "jose";
import type { Core } from "../../access/context.ts";
import { parseJson } from "../../access/read_json.ts";
import { parseForeignUrl } from "../../agents/remote/foreign_url.ts";
import { guardedFetch } from "../../agents/remote/guarded_fetch.ts";
import { BoundedCache } from "../../base/cache.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";

/** The path of a service's keys for signed requests. */
export const KEY_DIRECTORY_PATH =
  "/.well-known/http-message-signatures-directory";

/** A key and when it counts, in seconds since the epoch. */
interface PeerKey {
  readonly key: KeyObject;
  readonly from: number;
  readonly until: number;
}

/** A directory as it was last read. */
interface Directory {
  readonly keys: ReadonlyMap<string, PeerKey>;
  /** All its keys, of whichever kind and as they are. */
  readonly listed: readonly JWK[];
  /** When its keys are forgotten. */
  readonly until: number;
  /** When it may be asked again for a key that it lacks. */
  readonly againAt: number;
}

/** The directories that this process read lately, by address, and those it is reading. */
class Directories {
  readonly kept = new BoundedCache<string, Directory>(
    LIMITS.peerDirectoriesMax,
    "peer_keys",
  );
  readonly running = new Map<string, Promise<Directory>>();
}

const directoriesOf = new WeakMap<ExternalServices, Directories>();

type Outside = Pick<Core, "outside" | "clock">;

/**
 * The public key of a service by its id, or why there is none. A directory is kept for an
 * hour; a key that it lacks has it read again, at most once a minute, so that a new key is
 * known soon and a flood asks for nothing. A failure is no evidence: known keys stay.
 */
export async function peerKey(
  core: Outside,
  origin: string,
  keyId: string,
): Promise<KeyObject | Sentence> {
  const directories = directoriesFor(core);
  const url = `${origin}${KEY_DIRECTORY_PATH}`;
  const now = core.clock();
  const kept = directories.kept.get(url);
  const isFresh = kept !== undefined && now < kept.until;
  if (isFresh && kept.keys.has(keyId)) return keyIn(kept, keyId, now);
  if (kept && now < kept.againAt) {
    return isFresh ? keyIn(kept, keyId, now) : unreadable();
  }
  const read = await readOnce(core, directories, url);
  if (read === undefined || now >= read.until) return unreadable();
  return keyIn(read, keyId, now);
}

/**
 * The keys at an address: those that are known, or the newest, which are read at most once a
 * minute. None if there are no newer ones, or they cannot be read.
 */
export async function listedKeys(
  core: Outside,
  url: string,
  which: "known" | "newest",
): Promise<readonly JWK[]> {
  const directories = directoriesFor(core);
  const now = core.clock();
  const kept = directories.kept.get(url);
  if (kept && which === "known" && now < kept.until) return kept.listed;
  if (kept && now < kept.againAt) return [];
  const read = await readOnce(core, directories, url);
  return read && now < read.until ? read.listed : [];
}

function directoriesFor({ outside }: Outside): Directories {
  const directories = directoriesOf.get(outside) ?? new Directories();
  directoriesOf.set(outside, directories);
  return directories;
}

function keyIn(
  { keys }: Directory,
  keyId: string,
  now: number,
): KeyObject | Sentence {
  const found = keys.get(keyId);
  if (!found) return told`its key is not in the directory of its service`;
  const isNow = found.from * 1_000 <= now && now < found.until * 1_000;
  return isNow ? found.key : told`its key does not count at this time`;
}

function unreadable(): Sentence {
  return told`the key directory of its service cannot be read now`;
}

/** Reads a directory; requests that need the same one wait together. */
async function readOnce(
  core: Outside,
  { kept, running }: Directories,
  url: string,
): Promise<Directory | undefined> {
  const begun = running.get(url);
  if (begun) return await begun;
  if (running.size >= LIMITS.remoteFetchesMax) return undefined;
  const read = async (): Promise<Directory> => {
    const now = core.clock();
    const found = await readDirectory(core.outside, url);
    const directory = found
      ? {
          ...found,
          until: now + LIMITS.peerKeysKeptMs,
          againAt: now + LIMITS.peerKeysAgainMs,
        }
      : {
          ...(kept.get(url) ?? { keys: new Map(), listed: [], until: 0 }),
          againAt: now + LIMITS.peerKeysFailedMs,
        };
    kept.set(url, directory);
    return directory;
  };
  const reading = read().finally(() => running.delete(url));
  running.set(url, reading);
  return await reading;
}

/** A directory, with its Ed25519 keys by their thumbprints; undefined if it cannot be read. */
async function readDirectory(
  outside: ExternalServices,
  url: string,
): Promise<Pick<Directory, "keys" | "listed"> | undefined> {
  try {
    const { text } = await guardedFetch(outside, {
      url: parseForeignUrl(outside, url),
      redirectsMax: 0,
      bytesMax: LIMITS.peerDirectoryBytesMax,
      signal: outside.deadline(LIMITS.remoteFetchMs),
    });
    const document = parseJson(text);
    if (!isObject(document) || !Array.isArray(document.keys)) return undefined;
    const listed = document.keys.slice(0, LIMITS.peerKeysMax);
    const keys = await Promise.all(listed.map((it) => readPeerKey(it)));
    return {
      keys: new Map(keys.filter((it) => it !== undefined)),
      listed: listed.filter((it) => isObject(it)),
    };
  } catch {
    return undefined;
  }
}

/** An entry of a directory; undefined if it is no Ed25519 key, or a broken one. */
async function readPeerKey(
  jwk: unknown,
): Promise<readonly [string, PeerKey] | undefined> {
  if (!isObject(jwk) || jwk.kty !== "OKP" || jwk.crv !== "Ed25519") return;
  const { x, nbf, exp } = jwk;
  if (typeof x !== "string") return undefined;
  const shown = { kty: "OKP", crv: "Ed25519", x };
  try {
    const key = createPublicKey({ key: shown, format: "jwk" });
    const from = typeof nbf === "number" ? nbf : 0;
    const until = typeof exp === "number" ? exp : Number.MAX_SAFE_INTEGER;
    return [await calculateJwkThumbprint(shown), { key, from, until }];
  } catch {
    return undefined;
  }
}
