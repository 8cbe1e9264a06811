import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { send, view } from "../core_harness.ts";

export const OUTSIDE = "eve@example.org";

export const HUNDRED = 100_000_000;

/** An agent with an access of its own, that may not write outward. */
export async function clerkOf(
  { run }: Stage,
  owner: Actor,
  scopes: readonly string[] = ["conversations:read", "conversations:write"],
): Promise<Actor> {
  const { accountId } = owner;
  const { credential } = await run(addCredential, { accountId, name: "Clerk" });
  const { id: credentialId, name: credentialName } = credential;
  return owner.as({ credentialId, credentialName, scopes });
}

/** A request from alice to bob with an email address in copy. */
export const request = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice.asPerson(), {
    to: bob.address,
    cc: OUTSIDE,
    title: "Plans",
    ...more,
  });

export const toAll = (actor: Actor, conversationId: string, text: string) =>
  actor.run(sendMessage, { conversationId, text, mode: "reply-all" });

export const texts = async (viewer: Actor, conversationId: string) =>
  (await view(viewer, conversationId)).messages.map(({ text }) => text);

/** Everything that one account can read of a conversation, as one text. */
export async function readable(viewer: Actor, conversationId: string) {
  const { records } = await viewer.run(readAudit, { conversationId });
  return JSON.stringify([await view(viewer, conversationId), records]);
}
