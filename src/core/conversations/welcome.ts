import { serviceAgent } from "../agents/service_agents.ts";
import type { CommandCall } from "../context.ts";
import { addMessage, move, newSalt, note } from "./change.ts";
import type { Conversation, Participant } from "./model.ts";

const SERVICE_NAME = "your conversation inbox";

/** The welcome from `hello`, submitted so that it can be answered (decisions.md O). */
export function newWelcome(
  call: CommandCall,
  name: string,
  localPart: string | null,
): Conversation {
  const hello = serviceAgent("hello");
  const { addressDomain } = call.settings;
  const from = `hello@${addressDomain}`;
  const address = localPart && `${localPart}@${addressDomain}`;
  const seat = seatAt(call.now);
  const empty: Conversation = {
    id: call.newId("conversation"),
    contextId: call.newId("context"),
    ownerId: hello.accountId,
    title: `Welcome to ${SERVICE_NAME}`,
    state: "draft",
    stateReason: null,
    stateAt: call.now,
    previousState: null,
    version: 1,
    fromAddress: from,
    fromName: hello.name,
    contactType: "everyone",
    release: "replied",
    releaseAction: null,
    price: 0,
    firstUse: null,
    quoteId: null,
    receipt: null,
    createdAt: call.now,
    updatedAt: call.now,
    auditSalt: null,
    participants: [
      {
        ...seat(0, hello.accountId, from, hello.name),
        role: "sender",
        kind: "service",
      },
      {
        ...seat(
          1,
          call.member.accountId,
          address ?? `${call.member.accountId}@${addressDomain}`,
          name,
        ),
        role: "to",
        kind: "person",
      },
    ],
    messages: [],
    artifacts: [],
    checkpoints: [],
    payment: null,
  };
  note(call, empty, "conversation.created");
  const written = addMessage(call, empty, {
    id: call.newId("message"),
    seq: 1,
    author: 0,
    authorKind: "service",
    actor: { kind: "service", accountId: hello.accountId },
    mode: "initial",
    inReplyTo: null,
    parts: [{ text: welcomeText(name, address) }],
    artifactIds: [],
    audience: null,
    salt: newSalt(call),
    createdAt: call.now,
  });
  return move(call, written, "new", "submit");
}

function seatAt(now: number) {
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
    reached: true,
  });
}

function welcomeText(name: string, address: string | null): string {
  const where = address
    ? `Your address is ${address}.`
    : "You have no address yet: claim one to be written to.";
  return [
    `Hello ${name}, welcome. ${where}`,
    "Three things to do next:",
    "1. Write to an address; it may be an account here or ordinary email.",
    "2. Give an assistant its own credential, so that it can work for you.",
    "3. When somebody pays you, do what they ask and sign the receipt.",
  ].join("\n");
}
