import type { Via } from "../../src/core/access/context.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { acceptProposal } from "../../src/core/operations/accept_proposal.ts";
import { addArtifact } from "../../src/core/operations/add_artifact.ts";
import { answerDispute } from "../../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../src/core/operations/complete_conversation.ts";
import { deleteDraft } from "../../src/core/operations/delete_draft.ts";
import { extendDeadline } from "../../src/core/operations/extend_deadline.ts";
import { fundConversation } from "../../src/core/operations/fund_conversation.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { openDispute } from "../../src/core/operations/open_dispute.ts";
import { proposeTerms } from "../../src/core/operations/propose_terms.ts";
import { raisePrice } from "../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../src/core/operations/record_hil_decision.ts";
import { refundPayment } from "../../src/core/operations/refund_payment.ts";
import { removeArtifact } from "../../src/core/operations/remove_artifact.ts";
import { requestRefund } from "../../src/core/operations/request_refund.ts";
import { ruleDispute } from "../../src/core/operations/rule_dispute.ts";
import { scheduleDraft } from "../../src/core/operations/schedule_draft.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { signReceipt } from "../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import { withdrawDispute } from "../../src/core/operations/withdraw_dispute.ts";
import { withdrawProposal } from "../../src/core/operations/withdraw_proposal.ts";
import type { Actor } from "../core/core_harness.ts";
import type { Act } from "./act.ts";
import { claim } from "./claim.ts";
import { soon } from "./money_acts.ts";
import type { World } from "./world.ts";

type Read = Awaited<ReturnType<typeof read>>;
type Shown = NonNullable<Read>;
type Action = NonNullable<Shown["actions"]>[number];

async function read(actor: Actor, conversationId: string, via: Via = "rest") {
  try {
    const input = { conversationId };
    return (await actor.run(getConversation, input, { via })).conversation;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * Calls what an action names, with the least input that is valid for it: the rest is
 * what the wire takes it for.
 */
async function carryOut(
  world: World,
  calling: Actor,
  via: Via,
  { conversationId, payment, artifacts, terms }: Shown,
  { name, checkpointId, input, needs = [] }: Action,
): Promise<unknown> {
  const actor: Pick<Actor, "run"> = {
    run: (operation, input) => calling.run(operation, input, { via }),
  };
  const at = { conversationId };
  const decide = (decision: "approve" | "decline") =>
    actor.run(recordHilDecision, {
      ...at,
      decision,
      ...(checkpointId !== undefined && { checkpointId }),
      ...(input?.contact !== undefined && { contact: input.contact }),
    });
  switch (name) {
    case "submit":
      return await actor.run(submitDraft, at);
    case "schedule":
      return await actor.run(scheduleDraft, { ...at, inSeconds: 3_600 });
    case "unschedule":
      return await actor.run(scheduleDraft, { ...at, sendAt: null });
    case "edit":
      return await actor.run(updateConversation, { ...at, title: "Anew" });
    case "delete":
      return await actor.run(deleteDraft, at);
    case "accept":
    case "accept_and_trust":
    case "approve":
      return await decide("approve");
    case "decline":
    case "block":
      return await decide("decline");
    case "fund":
      return await actor.run(fundConversation, at);
    case "add_text":
    case "reply":
      return await actor.run(sendMessage, { ...at, text: world.word() });
    case "remove_file": {
      const [{ artifactId } = { artifactId: "" }] = artifacts;
      return await actor.run(removeArtifact, { ...at, artifactId });
    }
    case "ask_first":
      return await actor.run(sendMessage, {
        ...at,
        text: world.word(),
        accept: false,
      });
    case "ask_person":
      return await actor.run(sendMessage, {
        ...at,
        text: world.word(),
        needsInput: true,
      });
    case "add_file":
      return await actor.run(addArtifact, {
        ...at,
        name: `${world.word()}.txt`,
        mimeType: "text/plain",
        bytes: "YQ==",
      });
    case "sign_receipt":
      return await actor.run(signReceipt, {
        ...at,
        confirm: true,
        ...(needs.includes("statement") && { statement: "It is done" }),
        ...(input?.milestoneId !== undefined && {
          milestoneId: input.milestoneId,
        }),
      });
    case "claim":
      throw new Error("A claim is offered to who has an account already");
    case "complete":
      return await actor.run(completeConversation, at);
    case "propose":
      return await actor.run(proposeTerms, {
        ...at,
        price: {
          amountAtomic: String(Math.max(1, Number(payment.price.amountAtomic))),
        },
        validUntil: soon(world),
      });
    case "extend_deadline": {
      const due = Date.parse(terms?.dueAt ?? "");
      const now = world.core.services.clock();
      const dueAt = new Date(Math.max(due, now) + 1_000).toISOString();
      return await actor.run(extendDeadline, { ...at, dueAt });
    }
    case "accept_proposal":
      return await actor.run(acceptProposal, { ...at, ...named(input) });
    case "withdraw_proposal":
      return await actor.run(withdrawProposal, { ...at, ...named(input) });
    case "raise_price": {
      const price = Number(payment.price.amountAtomic) + 1;
      const amountAtomic = String(price);
      return await actor.run(raisePrice, { ...at, price: { amountAtomic } });
    }
    case "keep_price": {
      const { amountAtomic } = payment.price;
      return await actor.run(raisePrice, { ...at, price: { amountAtomic } });
    }
    case "refund":
      return await actor.run(refundPayment, at);
    case "request_refund":
      return await actor.run(requestRefund, at);
    case "cancel":
      return await actor.run(cancelConversation, { ...at, reason: "Enough" });
    case "dispute":
      return await actor.run(openDispute, {
        ...{ ...at, reason: "other", text: "It is not what we agreed on" },
      });
    case "take_split":
      return await actor.run(answerDispute, { ...at, take: input?.take ?? 0 });
    case "propose_split":
      return await actor.run(answerDispute, {
        ...at,
        return: { amountAtomic: terms?.dispute?.amount.amountAtomic ?? "0" },
      });
    case "withdraw_dispute":
      return await actor.run(withdrawDispute, at);
    case "rule":
      return await actor.run(ruleDispute, {
        ...{ ...at, return: "0", text: "All was delivered" },
      });
  }
}

/** The proposal that an action names. */
function named(input: Action["input"]): { readonly proposalId: string } {
  return { proposalId: input?.proposalId ?? "" };
}

/** Errors found only while an action is carried out, because it has become out of date. */
const FOUND_ON_THE_WAY: Readonly<
  Partial<Record<Action["name"], readonly string[]>>
> = {
  approve: ["action_changed", "condition_already_met", "price_changed"],
  // The contacts are read when it is done.
  accept_and_trust: ["insufficient_scope", "person_required"],
  block: ["insufficient_scope"],
};

/** Does one of the things that the record says can be done, or cannot yet. */
export const listed: Act = {
  name: "listed",
  weight: 40,
  async run(world, actor, conversationId) {
    const via = world.random.pick(["rest", "mcp", "a2a"] as const);
    const shown = await read(actor, conversationId, via);
    const action = world.random.maybe(shown?.actions ?? []);
    if (!shown || !action) return undefined;
    const { name, ready, because } = action;
    const told = `${name} over ${via} ${ready ? "ready" : because?.detail}`;
    try {
      await carryOut(world, actor, via, shown, action);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isFound = FOUND_ON_THE_WAY[name]?.includes(error.code) === true;
      claim(
        isFound ||
          (!ready &&
            error.code === because?.code &&
            error.message === because.detail),
        `${told} was refused with ${error.code}: ${error.message}`,
      );
      throw error;
    }
    claim(ready, `${told} was done`);
    return undefined;
  },
};

/** By which actions each act of the other steps is offered. */
const OFFERED_AS: Readonly<Record<string, readonly Action["name"][]>> = {
  reply: ["reply", "add_text"],
  inquire: ["ask_first"],
  ask: ["ask_person"],
  attach: ["add_file"],
  receipt: ["sign_receipt"],
  // A recipient who is asked to accept refuses by declining.
  cancel: ["cancel", "decline"],
  complete: ["complete"],
  submit: ["submit"],
  delete: ["delete"],
  edit: ["edit"],
  fund: ["fund"],
  raise: ["raise_price", "keep_price"],
  refund: ["refund"],
};

/**
 * Judged as what names no mode and no amount; what does may reach fewer people, or give less
 * back than all, and be let.
 */
const OF_THE_WHOLE: readonly Action["name"][] = [
  "reply",
  "ask_first",
  "refund",
];

/**
 * Remembers what an actor was offered before a step.
 * @returns What judges the step once it was done: nothing that succeeds was missing.
 */
export async function offeredBefore(
  actor: Actor,
  act: Act,
  conversationId: string,
): Promise<(now: Actor) => Promise<void>> {
  const names = OFFERED_AS[act.name];
  const before = names && (await read(actor, conversationId));
  if (!names || !before) return async () => {};
  return async (now) => {
    const after = await read(now, conversationId);
    // An act that only repeats changes nothing and is not offered.
    if (after?.version === before.version) return;
    const isOffered = before.actions?.some(
      ({ name, ready }) =>
        names.includes(name) && (ready || OF_THE_WHOLE.includes(name)),
    );
    claim(
      isOffered === true,
      `${act.name} was done and not offered: ${JSON.stringify(before.actions?.map(({ name, ready }) => [name, ready]))} in ${before.state}`,
    );
  };
}
