import type { CommandCall } from "../../../access/context.ts";
import type { ServiceAgent } from "../../../agents/service_agents.ts";
import { actAs } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { newSalt } from "../../model/parts.ts";
import { NO_TALLY } from "../../model/tally.ts";
import { addMessage, move, recordEvent } from "../store/change.ts";

/** The first message of one of the service's own agents to the caller. */
export interface ServiceLetter {
  readonly agent: ServiceAgent;
  readonly title: string;
  readonly text: string;
  /** How the caller is called in it. */
  readonly name: string;
  /** The caller's address; null while none is claimed. */
  readonly address: string | null;
}

/** A conversation of the service with the caller's account, submitted so that it can be answered. */
export function newFromService(
  call: CommandCall,
  { agent, title, text, name, address }: ServiceLetter,
): Conversation {
  const { addressDomain } = call.settings;
  const { accountId } = call.member;
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
    price: 0,
    firstUse: null,
    quoteId: null,
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
  const written = addMessage(call, empty, {
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
  return move(actAs(call, "sender"), written, "new", "submit");
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
    knows: [],
    knowsAs: {},
    reached: true,
  });
}
