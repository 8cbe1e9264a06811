import { withoutBalanceWords } from "../../acts/checkpoints/card_words.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type { PaymentView } from "../../model/shown/present_payment.ts";
import type { ConversationView } from "./present.ts";

const NOTHING_PROPOSED: CheckpointView["proposal"] = {
  artifactIds: [],
  artifacts: [],
  recipients: [],
};

/**
 * The answer of a write to a caller that may not read the conversation: its ids, its state,
 * the payment due and the open decisions; no word, name, file or record of it. The form is
 * the same, so a client finds the state in its usual place. Pure.
 */
export function withoutThread(view: ConversationView): ConversationView {
  const {
    before: _before,
    preview: _preview,
    stateReasonBy: _reasonBy,
    declines: _declines,
    actions: _actions,
    replyReaders: _readers,
    terms: _terms,
    sendFailure: _failure,
    ...rest
  } = view;
  return {
    ...rest,
    withheld: "conversations:read",
    title: "",
    // Only a code of the service: a person's reason is their words.
    stateReason: view.stateCode,
    lastMessageAt: null,
    messageCount: 0,
    participants: [],
    messages: [],
    messagesOmitted: 0,
    artifacts: [],
    payment: withoutParties(view.payment),
    checkpoints: view.checkpoints
      .filter(({ status }) => status === "open")
      .map(withoutWords),
    from: { address: "", name: "" },
    contactType: "everyone",
    releaseAction: null,
    labels: [],
    section: null,
    nextStep: withoutWhy(view.nextStep),
    links: withoutPeople(view.links),
  };
}

function withoutWhy({ who, approvalUrl }: ConversationView["nextStep"]) {
  return { who, text: "", ...(approvalUrl !== undefined && { approvalUrl }) };
}

/** How to write, without recipients and subject. */
function withoutPeople(links: ConversationView["links"]) {
  if (!links.followUp) return links;
  const { to: _to, title: _title, ...followUp } = links.followUp;
  return { ...links, followUp };
}

/** That something waits, until when and where it is decided, and nothing of its content. Pure. */
export function withoutWords(shown: CheckpointView): CheckpointView {
  const {
    askedBy: _requester,
    comment: _comment,
    deciders: _deciders,
    asked: _asked,
    ...rest
  } = shown;
  return {
    ...rest,
    title: "",
    summary: "",
    action: {},
    rules: shown.rules.map((rule) => ({ ...rule, detail: "" })),
    proposal: NOTHING_PROPOSED,
    outcomes: { approve: "", decline: "", silence: "" },
  };
}

/** The same for a caller that may not see the account's money. Pure. */
export function withoutBalance(view: ConversationView): ConversationView {
  const { payment, checkpoints } = view;
  return {
    ...view,
    payment: withoutShortfall(payment),
    checkpoints: checkpoints.map(withoutOwnMoney),
  };
}

/** A card without the remaining balance. Pure. */
export function withoutOwnMoney(shown: CheckpointView): CheckpointView {
  return { ...shown, summary: withoutBalanceWords(shown.summary) };
}

function withoutShortfall(payment: PaymentView): PaymentView {
  if (!payment.requirements) return payment;
  const {
    balance: _balance,
    missing: _missing,
    asOf: _asOf,
    ...requirements
  } = payment.requirements;
  return { ...payment, requirements };
}

function withoutParties(payment: PaymentView): PaymentView {
  const { paymentId, status, price, release, rail, label } = payment;
  const { requirements } = payment;
  return {
    ...(paymentId !== undefined && { paymentId }),
    status,
    price,
    release,
    rail,
    ...(label && { label }),
    payee: null,
    steps: [],
    ...(requirements && {
      requirements: {
        ...requirements,
        accepts: requirements.accepts.map((it) => ({ ...it, payTo: null })),
      },
    }),
  };
}
