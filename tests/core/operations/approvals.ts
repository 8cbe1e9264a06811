import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { send, view } from "../core_harness.ts";

export const HUNDRED = 100_000_000;

export const refusal = async (
  actor: Actor,
  conversationId: string,
  decision = "approve",
  more: object = {},
) => {
  const input = { conversationId, decision, ...more };
  return await actor.refused(recordHilDecision, input);
};

/** Alice's agent, with a name and an access of its own. */
export async function agentOf(
  { run, alice }: Stage,
  name: string,
  access: { readonly scopes?: string[]; readonly perPayment?: number } = {},
): Promise<Actor> {
  const { accountId } = alice;
  const { credential } = await run(addCredential, { accountId, name });
  return alice.as({ credentialId: credential.id, ...access });
}

/** A request over what an agent may pay by itself, from alice's agent to bob. */
export const ask = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice, { to: bob.address, title: "Plans", price: "25", ...more });

export async function open(actor: Actor, conversationId: string) {
  const { checkpoints } = await view(actor, conversationId);
  const found = checkpoints.find(({ status }) => status === "open");
  if (!found) throw new Error("Nothing is open");
  return found;
}
