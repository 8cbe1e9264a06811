import type { CreateFields } from "../driver.ts";
import type { Stage, WireName } from "./stage.ts";
import { done } from "./stage.ts";

/** A story told over one wire; what it gives has to be the same over each. */
export interface Scenario {
  readonly name: string;
  /** Where not every wire means the same by it. */
  readonly over?: readonly WireName[];
  run(stage: Stage): Promise<unknown>;
}

export const fields = ({ bob }: Stage, more: Partial<CreateFields> = {}) => ({
  to: [bob.address],
  title: "A title",
  text: "words",
  ...more,
});

/** A conversation from alice to bob over the wire; its id. */
export async function created(stage: Stage, more: Partial<CreateFields> = {}) {
  const { wire, alice } = stage;
  const { conversationId } = await done(
    wire.create(alice.token, fields(stage, more)),
  );
  return conversationId;
}

/** Each account's reading of a conversation. */
export async function everybody(stage: Stage, conversationId: string) {
  const { wire, alice, bob, carol, dave } = stage;
  await stage.service.services.agents.idle();
  const seen: unknown[] = [];
  for (const { token } of [alice, bob, carol, dave]) {
    const read = await wire.read(token, conversationId);
    seen.push(read.ok ? read.output : read.error);
  }
  return seen;
}
