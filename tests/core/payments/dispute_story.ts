import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { START, view } from "../core_harness.ts";
import { working } from "./money_story.ts";

export const at = (ms: number) => new Date(START + ms).toISOString();
export const sign = { confirm: true } as const;

export const dispute = (
  actor: Actor,
  conversationId: string,
  more: { readonly return?: string; readonly evidence?: string[] } = {},
) =>
  actor.asPerson().run(openDispute, {
    ...{ conversationId, reason: "not_as_agreed", text: "Half is missing" },
    ...more,
  });

/** A disputed request; carol is named as its arbiter. */
export async function disputed(core: Stage, more: Composed = {}) {
  const arbiter = core.carol.address;
  const conversationId = await working(core, { arbiter, ...more });
  await dispute(core.alice, conversationId, { return: "2.00" });
  return conversationId;
}

export const answer = (actor: Actor, conversationId: string, given: object) =>
  actor.asPerson().run(answerDispute, { conversationId, ...given });

export const splitsOf = async (viewer: Actor, id: string) =>
  (await view(viewer, id)).terms?.dispute?.splits.map(
    ({ return: { amount }, status }) => `${amount} ${status}`,
  );
