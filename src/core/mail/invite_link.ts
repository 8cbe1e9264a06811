import type { CommandCall, Core } from "../access/context.ts";
import type { Guest } from "../access/principal.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { DAY_MS } from "../base/time.ts";
import { buyerOf } from "../identity/buyers/order_link.ts";
import type { TokenPurpose } from "./token_store.ts";
import { tokenStore } from "./token_store.ts";

const TOKEN_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The scopes of a guest: to read the conversation, and to write in it. */
export const GUEST_SCOPES: readonly string[] = [
  "conversations:read",
  "conversations:write",
  "outward:send",
];

/** The scopes of each kind of link; a guest never has more. */
const SCOPES: Readonly<Record<TokenPurpose, readonly string[]>> = {
  read: GUEST_SCOPES,
  stop: [],
};

/** The participant of a link, and the mail that carries it. */
export interface LinkTarget {
  readonly conversationId: string;
  readonly position: number;
  readonly outboxId: string;
}

/** Makes a link's token, 128 bits; only its hash is stored. */
export function newToken(
  call: CommandCall,
  purpose: TokenPurpose,
  target: LinkTarget,
): string {
  const token = call
    .randomBytes(TOKEN_BYTES)
    .toBase64({ alphabet: "base64url", omitPadding: true });
  const expiresAt = call.now + LIMITS.inviteLinkDays * DAY_MS;
  const tokenHash = sha256(token);
  call.write(
    tokenStore(call.db).insert({ ...target, tokenHash, purpose, expiresAt }),
  );
  return token;
}

/** For mail programs that end a link too late, and gateways that leave "=3D" for its "=". */
const AS_WRITTEN = /^(?:3D)?([A-Za-z0-9_-]{22})[.)=>]{0,4}$/;

/** The token at the end of a link's path, without what mail systems add around it. Pure. */
export function tokenOf(path: string): string {
  const last = path.split("/").findLast((it) => it !== "") ?? "";
  try {
    return AS_WRITTEN.exec(decodeURIComponent(last))?.[1] ?? "";
  } catch {
    return "";
  }
}

/** The guest of an invite's link, or an order's; undefined once it expired or was claimed. */
export async function guestOf(
  core: Pick<Core, "db" | "clock">,
  token: string,
  purpose: TokenPurpose,
): Promise<Guest | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const buyer = purpose === "read" && (await buyerOf(core, token));
  if (buyer) return buyer;
  const holder = await tokenStore(core.db).find(
    sha256(token),
    purpose,
    core.clock(),
  );
  return holder && { kind: "guest", ...holder, scopes: SCOPES[purpose] };
}
