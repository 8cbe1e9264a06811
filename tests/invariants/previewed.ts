import type { Static } from "typebox";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { previewConversation } from "../../src/core/operations/preview_conversation.ts";
import { requestReview } from "../../src/core/operations/request_review.ts";
import { submitDraft } from "../../src/core/operations/submit_draft.ts";
import type { Actor } from "../core/core_harness.ts";
import type { Act } from "./act.ts";
import { claim } from "./claim.ts";
import { composed } from "./composed.ts";
import type { World } from "./world.ts";

type Preview = Static<typeof previewConversation.output>;
type Sent = Static<typeof submitDraft.output>;

/** The state for each word of a preview; a refusal may be an error, too. */
const STATES: Readonly<Record<Preview["outcome"], Sent["state"]>> = {
  sends: "submitted",
  asks_person: "input-required",
  waits_for_payment: "auth-required",
  refused: "rejected",
};

/** Sends, and compares what comes of it with what was told before. */
async function sentAsTold(
  told: Preview,
  send: () => Promise<Sent>,
): Promise<string> {
  const { outcome, problems, recipients, money, asks } = told;
  let sent: Sent;
  try {
    sent = await send();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isTold = problems.some(
      ({ code, detail }) => code === error.code && detail === error.message,
    );
    claim(
      outcome === "refused" && isTold,
      `${outcome} ${JSON.stringify(problems)} was refused with ${error.code}: ${error.message}`,
    );
    throw error;
  }
  const { state, conversation, conversationId } = sent;
  // A block is said by a real submit alone.
  if (conversation.stateReason === "R-BLOCKED") return conversationId;
  claim(state === STATES[outcome], `${outcome} came to ${state}`);
  const { participants, payment, checkpoints } = conversation;
  const named = participants.filter(({ role }) => role !== "sender");
  claim(
    listed(named) === listed(recipients),
    `${listed(recipients)} were named, and it went to ${listed(named)}`,
  );
  const held = payment.status === "held" ? payment.price.amountAtomic : "0";
  const isSent = outcome === "sends";
  const promised = isSent ? (money?.held.amountAtomic ?? "0") : "0";
  claim(held === promised, `${promised} was to be held, and ${held} is`);
  const rules = checkpoints
    .filter(({ act, status }) => act === "submit" && status === "open")
    .flatMap((it) => it.rules.map(({ id }) => id));
  const asked = asks.map(({ id }) => id);
  claim(`${rules}` === `${asked}`, `${asked} were to ask, and ${rules} do`);
  return conversationId;
}

function listed(them: readonly { readonly address: string }[]): string {
  return them.map(({ address }) => address).join(", ");
}

async function unstored(world: World, actor: Actor): Promise<string> {
  const input = composed(world);
  const told = await actor.run(previewConversation, input);
  const id = await sentAsTold(told, () =>
    actor.run(createConversation, { ...input, submit: true }),
  );
  world.made.push(id);
  return id;
}

/** A stored draft's preview is also that of its review. */
async function stored(actor: Actor, conversationId: string): Promise<string> {
  const told = await actor.run(previewConversation, { conversationId });
  const { preview } = await actor.run(requestReview, { conversationId });
  claim(
    JSON.stringify(preview) === JSON.stringify(told),
    `the review says ${JSON.stringify(preview)}, the preview ${JSON.stringify(told)}`,
  );
  return await sentAsTold(told, () =>
    actor.run(submitDraft, { conversationId }),
  );
}

/** Looks at what sending would do, and then sends. */
export const previewed: Act = {
  name: "preview",
  weight: 6,
  async run(world, actor, conversationId) {
    return world.random.chance(0.6)
      ? await unstored(world, actor)
      : await stored(actor, conversationId);
  },
};
