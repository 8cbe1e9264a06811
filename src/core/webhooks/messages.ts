import type { Core } from "../access/context.ts";
import { hasScope } from "../access/principal.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { canRead } from "../conversations/model/audience.ts";
import { standingOf } from "../conversations/read/lists/changes_store.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { sees, sightOf } from "../events/change_state.ts";
import type { ChangeRow } from "../events/change_store.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import type { Webhook } from "./webhook_store.ts";

/** The event that `POST …/test` sends; no webhook chooses it. */
export const TEST_EVENT = "webhook.test";

/** One thin event: what to read again, without content. */
export interface WebhookEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const MANAGE = "webhooks:manage";

/**
 * The kinds of changes that a webhook may report: all of the account for its owner's, and for
 * an agent's what its access may read now; undefined once that access has ended.
 */
export async function sightOfWebhook(
  { db, clock }: Pick<Core, "db" | "clock">,
  { accountId, credentialId }: Webhook,
): Promise<number | undefined> {
  if (credentialId === null) {
    return sightOf({ accountId, scopes: null, sessionId: "" });
  }
  const found = await credentialStore(db).find(accountId, credentialId);
  const isOver = found?.expiresAt != null && found.expiresAt <= clock();
  if (!found || found.revokedAt !== null || isOver) return undefined;
  const { scopes } = found;
  if (!hasScope({ scopes }, MANAGE)) return undefined;
  return sightOf({ accountId, scopes });
}

/** The events of an account's change that a webhook wants and may see. */
export async function eventsOf(
  core: Pick<Core, "db">,
  { accountId, events: wanted }: Pick<Webhook, "accountId" | "events">,
  sight: number,
  row: ChangeRow,
): Promise<readonly WebhookEvent[]> {
  if (!sees(sight, row)) return [];
  const all =
    row.kind === "conversation"
      ? await ofConversation(core, accountId, row)
      : [ofOther(row)];
  return all.filter(({ type }) => !wanted || wanted.includes(type));
}

/** True if a pending event may still be sent: an access may read less by now. */
export function isStillSeen(
  sight: number,
  { kind: type, body }: Pick<Delivery, "kind" | "body">,
): boolean {
  if (type === TEST_EVENT) return true;
  const kind = KINDS[type] ?? "conversation";
  const objectId = kind === "setting" ? String(JSON.parse(body).data.name) : "";
  return sees(sight, { kind, objectId });
}

/** The kinds of changes behind events that are not about a conversation. */
const KINDS: Readonly<Record<string, ChangeRow["kind"]>> = {
  "contact.changed": "contact",
  "payment.moved": "payment",
  "settings.changed": "setting",
};

function ofOther({ kind, objectId, what }: ChangeRow): WebhookEvent {
  switch (kind) {
    case "contact":
      return {
        type: "contact.changed",
        data: { address: objectId, gone: what === "gone" },
      };
    case "payment":
      return { type: "payment.moved", data: { transferId: objectId } };
    default:
      return { type: "settings.changed", data: { name: objectId } };
  }
}

async function ofConversation(
  core: Pick<Core, "db">,
  accountId: string,
  { objectId: conversationId, what, version }: ChangeRow,
): Promise<readonly WebhookEvent[]> {
  const data = { conversationId };
  if (what === "gone") return [{ type: "draft.deleted", data }];
  if (what === "flags" || version === null) {
    return [{ type: "flags.changed", data }];
  }
  const type = `conversation.${what}`;
  const standing = await standingOf(core.db)(conversationId, accountId);
  // A deleted draft has an event of its own.
  if (!standing) return [];
  const { position } = standing;
  return [
    { type, data: { ...data, version } },
    ...(await ownEvents(core, { conversationId, version, position })),
  ];
}

interface Version {
  readonly conversationId: string;
  readonly version: number;
  readonly position: number;
}

/** The events of one version that the reader may read. */
async function ownEvents(
  { db }: Pick<Core, "db">,
  { conversationId, version, position }: Version,
): Promise<readonly WebhookEvent[]> {
  const audit = auditStore(db);
  const { eventSeq } = await audit.end(conversationId);
  // Mostly it is the newest; an older one is further back.
  for (let back = LIMITS.accountChangeEvents; ; back *= 4) {
    const after = Math.max(0, eventSeq - back);
    const rows = await audit.events(conversationId, after);
    const first = rows.find(({ event }) => event)?.event?.version ?? 0;
    if (after > 0 && first >= version && back < eventSeq) continue;
    return rows.flatMap((row) => {
      const { event } = row;
      if (event?.version !== version || !canRead(row, position)) return [];
      const { name, state, messageId } = event;
      const data = {
        ...{ conversationId, version, state },
        ...(typeof messageId === "string" && { messageId }),
      };
      return [{ type: name, data }];
    });
  }
}

/** The body of an event, the same for every attempt. */
export function messageBody({ type, data }: WebhookEvent, at: number): string {
  return JSON.stringify({ type, timestamp: showTime(at), data });
}
