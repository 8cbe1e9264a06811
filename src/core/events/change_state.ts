import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  timingSafeEqual,
} from "node:crypto";
import type { Core } from "../access/context.ts";
import type { Acting } from "../access/principal.ts";
import { hasScope } from "../access/principal.ts";
import type { Signer } from "../base/keys.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { ChangeRow, JournalPlace } from "./change_store.ts";
import { changeStore } from "./change_store.ts";
import type { SettingReader } from "./setting_changes.ts";
import { ACCOUNT_SETTINGS } from "./setting_changes.ts";

/** In the order of their bits. */
const READERS: readonly SettingReader[] = [
  "conversations:read",
  "contacts:read",
  "payments:read",
  "addresses:read",
  "person",
];

const READER_OF = {
  conversation: "conversations:read",
  contact: "contacts:read",
  payment: "payments:read",
} as const;

/** The member who is told. */
type ChangeReader = Pick<Acting, "accountId" | "scopes" | "sessionId">;

/** The kinds of changes that a member may see, a bit for each reader. */
export function sightOf(member: ChangeReader): number {
  return READERS.reduce(
    (bits, reader, at) => (isReader(member, reader) ? bits | (1 << at) : bits),
    0,
  );
}

function isReader(member: ChangeReader, reader: SettingReader): boolean {
  if (reader === "person") return member.sessionId !== undefined;
  return hasScope(member, reader);
}

/** True if this sight includes a change. */
export function sees(
  sight: number,
  { kind, objectId }: Pick<ChangeRow, "kind" | "objectId">,
): boolean {
  const reader =
    kind === "setting"
      ? Object.entries(ACCOUNT_SETTINGS).find(
          ([name]) => name === objectId,
        )?.[1]
      : READER_OF[kind];
  return reader !== undefined && (sight & (1 << READERS.indexOf(reader))) !== 0;
}

/** The place up to which a reader knows everything they may see. */
export interface Known extends JournalPlace {
  readonly sight: number;
}

function keyFor(use: "seal" | "mac", signer: Signer): Buffer {
  return Buffer.from(signer.mac(`state of changes: ${use}`), "hex");
}

/** Bytes of the code before the sealed part; also its nonce. */
const CODE_BYTES = 16;

/**
 * Writes a place as its account's state: always the same text, and sealed, because places
 * count what all accounts do.
 */
export function writeState(
  signer: Signer,
  accountId: string,
  { place, at, sight }: Known,
): string {
  const plain = `${place} ${at} ${sight}`;
  const code = codeOf(signer, accountId, plain);
  const cipher = createCipheriv("aes-256-ctr", keyFor("seal", signer), code);
  return Buffer.concat([code, cipher.update(plain)]).toString("base64url");
}

function codeOf(signer: Signer, accountId: string, plain: string): Buffer {
  const mac = createHmac("sha256", keyFor("mac", signer));
  return mac.update(`${accountId}\n${plain}`).digest().subarray(0, CODE_BYTES);
}

/** Reads a state; undefined if this account was never given it. */
function readState(
  signer: Signer,
  accountId: string,
  text: string,
): Known | undefined {
  const bytes = Buffer.from(text, "base64url");
  const code = bytes.subarray(0, CODE_BYTES);
  if (code.length < CODE_BYTES) return undefined;
  const cipher = createDecipheriv("aes-256-ctr", keyFor("seal", signer), code);
  const plain = cipher.update(bytes.subarray(CODE_BYTES)).toString("latin1");
  if (!timingSafeEqual(code, codeOf(signer, accountId, plain)))
    return undefined;
  const [place = 0, at = 0, sight = 0] = plain.split(" ").map(Number);
  return { place, at, sight };
}

/**
 * Where a member continues from a state; undefined if they must start again, because later
 * changes are no longer stored or they may see more now.
 */
export async function resumed(
  { db, signer }: Pick<Core, "db" | "signer">,
  member: ChangeReader,
  state: string,
): Promise<Known | undefined> {
  const known = readState(signer, member.accountId, state);
  if (!known) return undefined;
  const isWider = (sightOf(member) & ~known.sight) !== 0;
  return !isWider && (await changeStore(db).keeps(known)) ? known : undefined;
}

/** @throws state_expired */
export async function requireResumed(
  core: Pick<Core, "db" | "signer">,
  member: ChangeReader,
  state: string,
): Promise<Known> {
  const known = await resumed(core, member, state);
  if (known) return known;
  throw new ServiceError("state_expired", {
    detail: told`Cannot tell what changed: the state is too old, isn't yours, or is from before your access changed.`,
  });
}
