import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { sha256 } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { DAY_MS, showTime } from "../../../base/time.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid, readTime } from "../../../errors/field_errors.ts";
import type { PriceRelease } from "../../../payments/model.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER, senderOf } from "../../model/model.ts";
import { isAllowed } from "../../model/state.ts";
import {
  isParty,
  isUnsettled,
  soleRecipient,
} from "../../model/terms/agreed.ts";
import type { Arbiter } from "../../model/terms/dispute.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { recordEvent } from "../store/change.ts";
import { wasSent } from "../store/views_store.ts";
import { refuseWhilePaying } from "./price_ask.ts";

/** The terms that one side proposes. */
export interface WantedTerms {
  /** As it stands if absent. */
  readonly price: MicroUsdc | undefined;
  readonly release: PriceRelease | undefined;
  readonly note: string;
  readonly validUntil: number;
  readonly dueAt: number | null;
  /** As it stands if absent. */
  readonly arbiter?: Arbiter | null;
}

/**
 * Refuses terms where nothing can be agreed on: they are for the sender and the one who would
 * be paid, who has the request, until something is held.
 * @throws not_negotiable, payment_pending
 */
export function refuseToNegotiate(
  conversation: Conversation,
  me: Participant,
  what: Sentence,
): void {
  const why = obstacle(conversation, me);
  if (why) {
    const { state } = conversation;
    const detail = told`Cannot ${what}: ${why}.`;
    throw new ServiceError("not_negotiable", { detail, extra: { state } });
  }
  const { payment } = conversation;
  if (payment) refuseWhilePaying(payment, what);
}

function obstacle(
  conversation: Conversation,
  me: Participant,
): Sentence | undefined {
  const { state, payment } = conversation;
  if (!isUnsettled(conversation)) {
    return payment
      ? told`its price is ${payment.status}`
      : told`its state is ${state}`;
  }
  if (conversation.milestones) return told`its price is split into steps`;
  if (!isAllowed(state, "agree")) return told`its state is ${state}`;
  if (!wasSent(conversation)) {
    return told`the recipient gets the request once its price is paid`;
  }
  const payee = soleRecipient(conversation);
  if (!payee || senderOf(conversation).kind === "service") {
    return told`terms are between the sender and one recipient in to, both with an inbox here`;
  }
  const isSide = me.position === SENDER || me.position === payee.position;
  return isSide ? undefined : told`only its sender and its recipient can`;
}

/** The other side of a party's proposal. */
export function otherSide(
  conversation: Conversation,
  { position }: Pick<Participant, "position">,
): Participant {
  const payee = soleRecipient(conversation);
  if (!payee) throw new RangeError("A proposal has two sides");
  return position === SENDER ? payee : senderOf(conversation);
}

/** The signed proposal of terms, linked to the one before. */
export async function makeProposal(
  call: CommandCall,
  conversation: Conversation,
  { position: by, address }: Participant,
  { price, release, note, validUntil, dueAt, arbiter }: WantedTerms,
): Promise<Proposal> {
  const before = conversation.proposals?.at(-1);
  const terms = {
    id: call.newId("proposal"),
    price: price ?? conversation.price,
    release: release ?? conversation.release,
    previous: before ? sha256(before.jws) : null,
  };
  const jws = await call.signer.sign({
    conversationId: conversation.id,
    proposalId: terms.id,
    by: address,
    price: showMoney(terms.price).amount,
    release: terms.release,
    ...(dueAt !== null && { dueAt: showTime(dueAt) }),
    ...(arbiter !== undefined && { arbiter: arbiter?.address ?? null }),
    validUntil: showTime(validUntil),
    previous: terms.previous,
  });
  const open = { status: "open", decidedAt: null } as const;
  const named = arbiter === undefined ? {} : { arbiter };
  const said = { by, note, validUntil, dueAt, ...named };
  return { ...terms, ...open, ...said, at: call.now, jws };
}

/** Records a step of a proposal for its two sides. */
export function recordProposal(
  call: CommandCall,
  conversation: Conversation,
  { id, by, price, status, jws }: Proposal,
): void {
  const step = status === "open" ? "made" : status;
  recordEvent(call, conversation, `proposal.${step}`, {
    refs: { proposalId: id, price: String(price) },
    ...(status === "open" && { commitment: sha256(jws) }),
    audience: [by, otherSide(conversation, { position: by }).position],
    event: {
      name: "terms.changed",
      version: conversation.version,
      state: conversation.state,
      proposalId: id,
      status,
    },
  });
}

/** The conversation after an end of one of its proposals. */
export function endProposal(
  call: CommandCall,
  conversation: Conversation,
  ended: Proposal,
  end: Pick<Proposal, "reason"> & {
    readonly status: "withdrawn" | "replaced" | "declined";
  },
): Conversation {
  const { proposals } = conversation;
  const after = { ...ended, ...end, decidedAt: call.now };
  recordProposal(call, conversation, after);
  return {
    ...conversation,
    proposals: (proposals ?? []).map((it) => (it === ended ? after : it)),
  };
}

/** Closes the open question about a proposal, or about all. */
export function endAsk(
  call: CommandCall,
  conversation: Conversation,
  proposalId: string | undefined,
  closing: Closing,
): Conversation {
  return openAbout(conversation, "proposal")
    .filter(
      ({ action }) =>
        proposalId === undefined || action.proposalId === proposalId,
    )
    .reduce(
      (after, it) => closeCheckpoint(call, after, it, closing),
      conversation,
    );
}

/** The proposal of an id, for one of its sides. @throws proposal_not_found */
export function proposalOf(
  conversation: Conversation,
  me: Participant,
  proposalId: string,
): Proposal {
  const found = conversation.proposals?.find(({ id }) => id === proposalId);
  if (found && isParty(conversation, me)) return found;
  throw new ServiceError("proposal_not_found");
}

/** Reads until when a proposal is valid, and when the work is due. @throws invalid_input */
export function readTimes(
  { now }: QueryCall,
  written: { readonly validUntil: string; readonly dueAt?: string | undefined },
): Pick<WantedTerms, "validUntil" | "dueAt"> {
  const within = (name: "validUntil" | "dueAt", text: string, days: number) => {
    const at = readTime(name, text);
    const path = `/${name}`;
    if (at <= now) {
      throw invalid(path, "past", told`${name} must be in the future`);
    }
    if (at > now + days * DAY_MS) {
      throw invalid(
        path,
        "too_late",
        told`${name} must be within ${days} days`,
      );
    }
    return at;
  };
  const { proposalDaysMax, proposalDueDaysMax } = LIMITS;
  const validUntil = within("validUntil", written.validUntil, proposalDaysMax);
  if (written.dueAt === undefined) return { validUntil, dueAt: null };
  const dueAt = within("dueAt", written.dueAt, proposalDueDaysMax);
  if (dueAt > validUntil) return { validUntil, dueAt };
  throw invalid("/dueAt", "conflict", told`dueAt must be after validUntil`);
}
