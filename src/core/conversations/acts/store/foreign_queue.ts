import type { CommandCall } from "../../../access/context.ts";
import type { RemotePlace } from "../../../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../../../addresses/foreign/remote_task_store.ts";
import { sha256 } from "../../../base/digest.ts";
import type { Signer } from "../../../base/keys.ts";
import { deliveryStore } from "../../../delivery/delivery_store.ts";
import type { Conversation, Participant } from "../../model/model.ts";

/** A participant whose inbox is at another service. */
export type ForeignParticipant = Participant & {
  readonly accountId: string;
  readonly remote: NonNullable<Participant["remote"]>;
};

/** True for one whose inbox is at another service. */
export function isForeign(it: Participant): it is ForeignParticipant {
  return it.remote !== null && it.accountId !== null;
}

/** The content of a delivery to another service: only ids, our own words and signatures. */
export type ForeignBody =
  | { readonly kind: "message"; readonly messageId: string }
  | { readonly kind: "cancel"; readonly reason: string }
  /** The payment that a wallet signed (a2a-x402). */
  | { readonly kind: "payment"; readonly payload: unknown };

/**
 * Queues a message, a cancel or a payment for one participant, in the commit of its cause. Content is read
 * when it leaves (docs/decisions/0036).
 */
export function queueFor(
  call: CommandCall,
  { id: conversationId, ownerId }: Conversation,
  { accountId }: ForeignParticipant,
  { kind, ...body }: ForeignBody,
): void {
  const place = { conversationId, accountId };
  call.write(
    remoteTaskStore(call.db).begin({
      ...place,
      tokenHash: sha256(pushToken(call.signer, place)),
      ...{ taskId: null, version: null, lookAt: null, looks: 0 },
      createdAt: call.now,
    }),
    deliveryStore(call.db).insert({
      id: call.newId("outbox"),
      sender: "a2a",
      kind,
      accountId: ownerId,
      recipient: recipientOf(place),
      conversationId,
      body: JSON.stringify(body),
      createdAt: call.now,
    }),
  );
}

/** Has the files of a signed message fetched from the service that sent it. */
export function queueFetches(
  call: CommandCall,
  { id: conversationId }: Pick<Conversation, "id">,
): void {
  const { accountId } = call.member;
  for (const file of call.caller.namedFiles ?? []) {
    call.write(
      deliveryStore(call.db).insert({
        id: call.newId("outbox"),
        ...{ sender: "fetch", kind: "file", accountId, conversationId },
        recipient: recipientOf({ conversationId, accountId }),
        body: JSON.stringify(file),
        createdAt: call.now,
      }),
    );
  }
}

/** Has the tasks at other services canceled, if somebody else ended the conversation. */
export function queueCancels(
  call: CommandCall,
  conversation: Conversation,
): void {
  const { stateReason } = conversation;
  for (const it of conversation.participants.filter(isForeign)) {
    const isReached =
      AT_WORK.has(it.deliveryState) || it.remote.taskId !== null;
    if (!isReached || it.accountId === call.member.accountId) continue;
    const reason = stateReason ?? "canceled";
    queueFor(call, conversation, it, { kind: "cancel", reason });
  }
}

/** The states in which the other service may have the task. */
const AT_WORK: ReadonlySet<Participant["deliveryState"]> = new Set([
  "remote_queued",
  "remote_delivered",
]);

/** The secret that pushes about a task carry; only its hash is stored. */
export function pushToken(
  { mac }: Pick<Signer, "mac">,
  { conversationId, accountId }: RemotePlace,
): string {
  return mac(`a2a push: ${JSON.stringify([conversationId, accountId])}`);
}

/** The receiver of deliveries, whose messages leave one after the other. */
export function recipientOf(place: RemotePlace): string {
  return `${place.conversationId}/${place.accountId}`;
}

/** The conversation and the account of a receiver. */
export function remotePlaceOf(recipient: string): RemotePlace {
  const [conversationId = "", accountId = ""] = recipient.split("/");
  return { conversationId, accountId };
}
