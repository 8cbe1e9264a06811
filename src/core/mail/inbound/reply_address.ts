import { timingSafeEqual } from "node:crypto";
import type { Core } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";
import type { OutboxMail } from "../outbox_store.ts";

type Answerable = Pick<
  OutboxMail,
  "id" | "kind" | "recipient" | "conversationId" | "createdAt" | "opensAt"
>;

const MAC_CHARS = 32;
const PREFIX = "out_";
/** Without upper case: mail systems lower a local part, and it may have only 64 characters. */
const TOKEN = /^reply\+([0-9a-z]{26})([0-9a-f]{32})$/;

/**
 * The reply address of one of our mails: its local part is the mail's id and an HMAC over the
 * mail, its conversation, its recipient and its expiry. It is valid for a message of that
 * recipient in that conversation, and nothing else. Undefined if the service reads no mail,
 * and for a mail without a conversation.
 */
export function replyAddress(
  { settings, signer }: Pick<Core, "settings" | "signer">,
  row: Answerable,
): string | undefined {
  const { replyDomain } = settings;
  if (replyDomain === null || row.conversationId === null) return undefined;
  const id = row.id.slice(PREFIX.length);
  return `reply+${id}${macOf(signer, row)}@${replyDomain}`;
}

/** A reply address that was used. */
export interface WrittenTo {
  /** The answered mail. */
  readonly outboxId: string;
  readonly mac: string;
}

/** Parses a reply address; undefined for any other. Pure. */
export function readReplyAddress(
  address: string,
  replyDomain: string,
): WrittenTo | undefined {
  const at = address.lastIndexOf("@");
  if (address.slice(at + 1).toLowerCase() !== replyDomain) return undefined;
  const found = TOKEN.exec(address.slice(0, at).toLowerCase());
  const [, id, mac] = found ?? [];
  if (id === undefined || mac === undefined) return undefined;
  return { outboxId: PREFIX + id, mac };
}

/** True for the mail's address, until it expires. */
export function isReplyAddressOf(
  { signer }: Pick<Core, "signer">,
  row: Answerable,
  { mac }: WrittenTo,
  now: number,
): boolean {
  const right = macOf(signer, row);
  return (
    now < endOf(row) && timingSafeEqual(Buffer.from(mac), Buffer.from(right))
  );
}

/** Valid as long as its mail matters; for a delayed mail, from its sending on. */
function endOf({ createdAt, opensAt }: Answerable): number {
  return Math.max(createdAt, opensAt ?? 0) + LIMITS.replyAddressDays * DAY_MS;
}

function macOf({ mac }: Core["signer"], row: Answerable): string {
  const { id, kind, conversationId, recipient } = row;
  const facts = [id, kind, conversationId, recipient, endOf(row)];
  return mac(`reply address: ${JSON.stringify(facts)}`).slice(0, MAC_CHARS);
}
