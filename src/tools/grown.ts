import type { JsonObject } from "../core/base/json.ts";
import { isObject } from "../core/base/json.ts";

/** A call of an operation by its own name. */
interface PlainCall {
  readonly name: string;
  readonly given: JsonObject;
}

/** Finds the call of another operation that a tool's arguments ask for. */
type Grown = (given: JsonObject) => PlainCall | undefined;

/**
 * Tools that stand for several operations: the arguments select one. A model's list then has
 * one tool instead of four.
 */
const GROWN: Readonly<Record<string, Grown>> = {
  update_conversation({ remove, ...given }) {
    if (given.label !== undefined) {
      const name = remove === true ? "delete_label" : "rename_label";
      return { name, given };
    }
    if (remove === true) return { name: "delete_draft", given };
    return given.conversationIds === undefined
      ? undefined
      : { name: "update_conversations", given };
  },
  submit_draft(given) {
    return given.sendAt === undefined
      ? undefined
      : { name: "schedule_draft", given };
  },
  propose_terms({ raise, withdraw, ...given }) {
    if (raise === true) return { name: "raise_price", given };
    if (given.dueAt !== undefined && given.validUntil === undefined) {
      return { name: "extend_deadline", given };
    }
    if (given.proposalId === undefined) return undefined;
    const name = withdraw === true ? "withdraw_proposal" : "accept_proposal";
    return { name, given };
  },
  refund_payment({ ask, rule, withdraw, dispute: reason, ...given }) {
    if (rule === true) return { name: "rule_dispute", given };
    if (withdraw === true) return { name: "withdraw_dispute", given };
    if (reason !== undefined) {
      return { name: "open_dispute", given: { ...given, reason } };
    }
    if (given.take !== undefined || given.return !== undefined) {
      return { name: "answer_dispute", given };
    }
    return ask === true ? { name: "request_refund", given } : undefined;
  },
  list_contacts({ offers, ...given }) {
    if (offers === true) return { name: "list_offers", given };
    return given.address === undefined
      ? undefined
      : { name: "get_contact", given };
  },
  save_contact({ remove, offer, ...given }) {
    if (isObject(offer)) {
      return remove === true
        ? { name: "delete_offer", given: { ...given, offerId: offer.offerId } }
        : { name: "put_offer", given: { ...given, ...offer } };
    }
    if (given.report !== undefined) return { name: "report_contact", given };
    return remove === true ? { name: "delete_contact", given } : undefined;
  },
};

/** The fields that such a tool takes beside its own operation's, by operation. */
export const GROWN_FROM: Readonly<Record<string, readonly string[]>> = {
  update_conversation: [
    "update_conversations",
    "rename_label",
    "delete_label",
    "delete_draft",
  ],
  submit_draft: ["schedule_draft"],
  propose_terms: [
    "accept_proposal",
    "withdraw_proposal",
    "raise_price",
    "extend_deadline",
  ],
  refund_payment: [
    "request_refund",
    "open_dispute",
    "answer_dispute",
    "withdraw_dispute",
    "rule_dispute",
  ],
  list_contacts: ["get_contact", "list_offers"],
  save_contact: [
    "delete_contact",
    "report_contact",
    "put_offer",
    "delete_offer",
  ],
};

/** Arguments that only select the operation. */
export const GROWN_FIELDS: Readonly<Record<string, Record<string, string>>> = {
  propose_terms: {
    withdraw: "With proposalId: take back your own.",
    raise: "true once a price is held: as the payee ask for a higher one.",
  },
  refund_payment: {
    ask: "true: as the payer, ask the payee, with an optional reason.",
    withdraw: "Ends your dispute.",
    rule: "As its arbiter: return, text.",
  },
  update_conversation: {
    remove: "With label: deletes the label; else the draft.",
  },
  list_contacts: { offers: "Your offers instead, with their orders." },
  save_contact: { remove: "True removes the contact, or the offer." },
};

const PREFIXES = ["svc.", "svc_"];

/** The call that a tool's arguments select. */
export function plainCall(name: string, given: JsonObject): PlainCall {
  const prefix = PREFIXES.find((it) => name.startsWith(it)) ?? "";
  const own = name.slice(prefix.length);
  const plain = Object.hasOwn(GROWN, own) ? GROWN[own]?.(given) : undefined;
  return plain ? { ...plain, name: prefix + plain.name } : { name, given };
}
