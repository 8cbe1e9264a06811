import { LIMITS } from "../../src/core/base/limits.ts";
import { addArtifact } from "../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { openWelcome } from "../../src/core/operations/open_welcome.ts";
import { recordHilDecision } from "../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../src/core/operations/request_review.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { signReceipt } from "../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type { Actor, Composed } from "../core/core_harness.ts";
import { DAY } from "../core/core_harness.ts";
import type { Act } from "./act.ts";
import { listed } from "./actions.ts";
import { ADMISSION_ACTS } from "./admission_acts.ts";
import { claim } from "./claim.ts";
import { CLOCK_ACTS } from "./clock_acts.ts";
import { composed, file } from "./composed.ts";
import { asShown, clerkOf, waitingIn } from "./deciding.ts";
import { DISPUTE_ACTS } from "./dispute_acts.ts";
import { factsOf, idsOf } from "./facts.ts";
import { MONEY_ACTS } from "./money_acts.ts";
import { OFFER_ACTS } from "./offer_acts.ts";
import { previewed } from "./previewed.ts";
import type { World } from "./world.ts";

async function contextOf(world: World): Promise<Composed & object> {
  if (!world.random.chance(0.1)) return {};
  const ids = await idsOf(world, world.anyConversation());
  return ids ? { contextId: ids.contextId } : { contextId: "ctx_unknown" };
}

const create: Act = {
  name: "create",
  weight: 15,
  async run(world, actor) {
    const { conversationId } = await actor.run(createConversation, {
      ...composed(world),
      ...(await contextOf(world)),
      submit: world.random.chance(0.75),
    });
    world.made.push(conversationId);
    return conversationId;
  },
};

const edit: Act = {
  name: "edit",
  weight: 6,
  async run(world, actor, conversationId) {
    const { title, ...fields } = composed(world);
    await actor.run(updateConversation, {
      conversationId,
      ...(world.random.chance(0.5) && fields),
      title: title ?? world.word(),
      ...(world.random.chance(0.05) && { version: 1 }),
    });
    return undefined;
  },
};

const flag: Act = {
  name: "flag",
  weight: 8,
  async run(world, actor, conversationId) {
    const { random } = world;
    await actor.run(updateConversation, {
      conversationId,
      ...(random.chance(0.6) && { unread: random.chance(0.5) }),
      ...(random.chance(0.6) && { archived: random.chance(0.5) }),
    });
    return undefined;
  },
};

/** Puts it aside for a while, until it changes, or not after all. */
const snooze: Act = {
  name: "snooze",
  weight: 6,
  async run(world, actor, conversationId) {
    const { random, core } = world;
    const until = core.services.clock() + random.pick([1_000, DAY / 24, DAY]);
    const time = new Date(until).toISOString();
    await actor.run(updateConversation, {
      conversationId,
      snoozeUntil: random.pick([time, time, "change", null]),
    });
    return undefined;
  },
};

const reply: Act = {
  name: "reply",
  weight: 30,
  async run(world, actor, conversationId) {
    const { random } = world;
    const ids = await idsOf(world, conversationId);
    const answered = random.chance(0.4)
      ? random.maybe(ids?.messageIds ?? [])
      : undefined;
    await actor.run(sendMessage, {
      conversationId,
      text: random.chance(0.97) ? world.word() : " ",
      ...(random.chance(0.7) && {
        mode: random.pick(["reply", "reply-all", "reply-all"] as const),
      }),
      ...(answered !== undefined && { inReplyTo: answered }),
      ...(random.chance(0.45) && {
        artifactIds: random.some(ids?.artifactIds ?? [], 0.5),
      }),
    });
    return undefined;
  },
};

/** A recipient asks the sender something and accepts nothing by it. */
const inquire: Act = {
  name: "inquire",
  weight: 6,
  async run(world, actor, conversationId) {
    const text = world.word();
    const before = (await factsOf(world, conversationId))?.state;
    const { state } = await actor.run(sendMessage, {
      conversationId,
      text,
      accept: false,
      ...(world.random.chance(0.5) && { mode: "reply-all" }),
    });
    // A person's message answers what their own agent asked, which ends the wait.
    const mayMove = before === "input-required" || state === "input-required";
    claim(
      state === before || mayMove,
      `a question leads from ${before} to ${state}`,
    );
    return undefined;
  },
};

/** An agent asks its own person. */
const question: Act = {
  name: "ask",
  weight: 3,
  async run(world, actor, conversationId) {
    const text = world.word();
    await actor.run(sendMessage, { conversationId, text, needsInput: true });
    return undefined;
  },
};

const attach: Act = {
  name: "attach",
  weight: 9,
  async at(world, { actor, conversationId }) {
    const { state } = (await factsOf(world, conversationId)) ?? {};
    // An act that would accept waits for the person of an agent that may not accept.
    const waits = state === "submitted" && world.random.chance(0.7);
    const agent = world.people.find((it) => it.accountId === actor.accountId);
    return { actor: waits && agent ? clerkOf(agent) : actor, conversationId };
  },
  async run(world, actor, conversationId) {
    await actor.run(addArtifact, { conversationId, ...file(world) });
    return undefined;
  },
};

const receipt: Act = {
  name: "receipt",
  weight: 10,
  async run(world, actor, conversationId) {
    const { random } = world;
    if (random.chance(0.1)) await comeTooLate(world, actor, conversationId);
    const next = await nextStep(world, conversationId);
    const step =
      next && (random.chance(0.8) ? next : random.pick(["m1", "m2"]));
    await actor.run(signReceipt, {
      conversationId,
      confirm: true,
      ...(step !== undefined && { milestoneId: step }),
      ...(random.chance(0.5) && {
        statement: random.chance(0.8) ? "It is done" : " \u200b",
      }),
    });
    return undefined;
  },
};

/** The step of a price that is signed next; undefined for one without steps. */
async function nextStep({ core }: World, conversationId: string) {
  const [row] = await core.rows(
    `select it.value ->> '$.id' from conversations c, json_each(c.milestones) it where c.id = '${conversationId}' and it.value ->> '$.receipt' is null order by it.key limit 1`,
  );
  return row === undefined ? undefined : String(row[0]);
}

/** Lets a hold run out before its payee signs. */
async function comeTooLate(
  world: World,
  { accountId }: Actor,
  conversationId: string,
): Promise<void> {
  const { payment } = (await factsOf(world, conversationId)) ?? {};
  if (payment?.status !== "held" || payment.payeeId !== accountId) return;
  world.core.advance(LIMITS.holdDaysDefault * DAY);
}

const cancel: Act = {
  name: "cancel",
  weight: 5,
  async run(world, actor, conversationId) {
    const reason = world.word();
    await actor.run(cancelConversation, { conversationId, reason });
    return undefined;
  },
};

const decide: Act = {
  name: "decide",
  weight: 10,
  async run(world, someone, somewhere) {
    const { random } = world;
    const waiting = random.chance(0.4) ? await waitingIn(world) : undefined;
    const { actor, conversationId } = waiting ?? {
      actor: someone,
      conversationId: somewhere,
    };
    const ids = await idsOf(world, conversationId);
    const checkpointId = random.chance(0.5)
      ? random.maybe(ids?.checkpointIds ?? [])
      : undefined;
    // Mostly the person; sometimes the agent that may have asked itself.
    const decider = random.chance(0.6) ? actor.asPerson() : actor;
    const decision = random.pick(["approve", "approve", "decline"] as const);
    const comment = random.chance(0.3) ? world.word() : undefined;
    const answer = () =>
      decider.run(recordHilDecision, {
        conversationId,
        decision,
        ...(checkpointId !== undefined && { checkpointId }),
        ...(comment !== undefined && { comment }),
      });
    await (decision === "approve"
      ? asShown(decider, conversationId, checkpointId, answer)
      : answer());
    return conversationId;
  },
};

const complete: Act = {
  name: "complete",
  weight: 4,
  async run(_world, actor, conversationId) {
    await actor.run(completeConversation, { conversationId });
    return undefined;
  },
};

const submit: Act = {
  name: "submit",
  weight: 7,
  async run(_world, actor, conversationId) {
    await actor.run(submitDraft, { conversationId });
    return undefined;
  },
};

const remove: Act = {
  name: "delete",
  weight: 3,
  async run(_world, actor, conversationId) {
    await actor.run(deleteDraft, { conversationId });
    return undefined;
  },
};

const welcome: Act = {
  name: "welcome",
  weight: 1,
  async run(world, actor) {
    const opened = await actor.run(openWelcome, {});
    if (opened.created) world.made.push(opened.conversationId);
    return opened.conversationId;
  },
};

/** Proposes what it may not do by itself, and asks before. */
const review: Act = {
  name: "review",
  weight: 3,
  async run(_world, actor, conversationId) {
    await actor.run(requestReview, { conversationId });
    return undefined;
  },
};

const ACTS: readonly Act[] = [
  listed,
  ...MONEY_ACTS,
  ...OFFER_ACTS,
  ...DISPUTE_ACTS,
  create,
  edit,
  flag,
  snooze,
  reply,
  inquire,
  question,
  attach,
  receipt,
  cancel,
  decide,
  review,
  complete,
  submit,
  previewed,
  remove,
  welcome,
  ...ADMISSION_ACTS,
  ...CLOCK_ACTS,
];
const TOTAL = ACTS.reduce((sum, { weight }) => sum + weight, 0);

/** Chooses what is tried next, the heavier the more often. */
export function nextAct({ random }: World): Act {
  let left = random.int(TOTAL);
  for (const act of ACTS) {
    if (left < act.weight) return act;
    left -= act.weight;
  }
  return create;
}
