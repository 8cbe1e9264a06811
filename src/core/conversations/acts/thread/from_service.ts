import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { freeAddressOf } from "../../../addresses/present.ts";
import { addressStore } from "../../../addresses/store.ts";
import type { ServiceAgent } from "../../../agents/service_agents.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { accountStore } from "../../../identity/accounts_store.ts";
import { actAs } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { newSalt } from "../../model/parts.ts";
import { NO_TALLY } from "../../model/tally.ts";
import { addMessage, move, recordEvent } from "../store/change.ts";

/** The first message of one of the service's own agents to an account. */
export interface ServiceLetter {
  readonly agent: ServiceAgent;
  readonly title: string;
  readonly text: string;
  readonly to: Addressee;
  /** Held for the answer; none if absent. */
  readonly price?: MicroUsdc;
}

/** The account that a service agent writes to. */
export interface Addressee {
  readonly accountId: string;
  readonly name: string;
  /** Null until one is claimed. */
  readonly address: string | null;
}

/** The caller's account, as a service agent writes to it. */
export async function callerAddressed(call: QueryCall): Promise<Addressee> {
  const { accountId } = call.member;
  const account = await accountStore(call.db).byId(accountId);
  const own = await addressStore(call.db).ofAccount(accountId);
  const name = account?.displayName ?? "there";
  const address = own && freeAddressOf(call.settings, own.localPart);
  return { accountId, name, address: address ?? null };
}

/** A conversation of the service with an account, submitted so that it can be answered. */
export function newFromService(
  call: CommandCall,
  letter: ServiceLetter,
): Conversation {
  const draft = draftFromService(call, letter);
  return move(actAs(call, "sender"), draft, "new", "submit");
}

/** The same before it is submitted. */
export function draftFromService(
  call: CommandCall,
  { agent, title, text, to, price = 0 }: ServiceLetter,
): Conversation {
  const { addressDomain } = call.settings;
  const { accountId, name, address } = to;
  const from = `${agent.localPart}@${addressDomain}`;
  const participant = participantMaker(call.now);
  const at = address ?? `${accountId}@${addressDomain}`;
  const empty: Conversation = {
    id: call.newId("conversation"),
    contextId: call.newId("context"),
    ownerId: agent.accountId,
    title,
    state: "draft",
    stateReason: null,
    stateReasonBy: null,
    stateAt: call.now,
    previousState: null,
    version: 1,
    fromAddress: from,
    fromName: agent.name,
    contactType: "everyone",
    rail: call.settings.rails[0],
    release: "replied",
    releaseAction: null,
    releaseChosen: false,
    price,
    firstUse: null,
    quoteId: null,
    proposals: null,
    terms: null,
    order: null,
    milestones: null,
    sending: null,
    receipt: null,
    createdAt: call.now,
    updatedAt: call.now,
    auditSalt: newSalt(call),
    participants: [
      {
        ...participant(0, agent.accountId, from, agent.name),
        role: "sender",
        kind: "service",
      },
      { ...participant(1, accountId, at, name), role: "to", kind: "person" },
    ],
    messages: [],
    newestFrom: 1,
    tally: NO_TALLY,
    artifacts: [],
    checkpoints: [],
    payment: null,
  };
  recordEvent(call, empty, "conversation.created");
  return addMessage(call, empty, {
    id: call.newId("message"),
    seq: 1,
    author: 0,
    authorKind: "service",
    actor: { kind: "service", accountId: agent.accountId },
    mode: "initial",
    inReplyTo: null,
    parts: [{ text }],
    artifactIds: [],
    audience: null,
    asksFirst: false,
    a2a: null,
    salt: newSalt(call),
    createdAt: call.now,
  });
}

function participantMaker(now: number) {
  return (
    position: number,
    accountId: string,
    address: string,
    displayName: string,
  ): Omit<Participant, "role" | "kind"> => ({
    position,
    accountId,
    address,
    displayName,
    deliveryState: "on_service",
    deliveryAt: now,
    joinedAt: now,
    remote: null,
    knows: [],
    knowsAs: {},
    reached: true,
  });
}
