/**
 * Which decisions are there, and where does each answer lead? One row for each act, in
 * `rows/`: the card, the answers, who may give them, their effects. `answer_checkpoint.ts`
 * carries an answer out, `may_decide.ts` says who may, `sender_contact.ts` makes a contact
 * of a sender.
 * @module
 */
import type { CommandCall } from "../../../access/context.ts";
import type { Expiry } from "../../../review/expiry.ts";
import type { Act } from "../../model/acts.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { ACCEPT } from "./rows/accept.ts";
import { ARTIFACT } from "./rows/artifact.ts";
import { ASK } from "./rows/ask.ts";
import { CANCEL } from "./rows/cancel.ts";
import { ARBITRATION, DISPUTE } from "./rows/dispute.ts";
import { COMPLETE, RECEIPT } from "./rows/endings.ts";
import { GRANT } from "./rows/grant.ts";
import { OUTWARD, REPLY } from "./rows/message.ts";
import { PROPOSAL } from "./rows/proposal.ts";
import { RAISE_PRICE } from "./rows/raise_price.ts";
import { REFUND } from "./rows/refund.ts";
import type { ActRow } from "./rows/row.ts";
import { SUBMIT } from "./rows/submit.ts";

const ROWS: { readonly [A in Act]: ActRow<A> } = {
  submit: SUBMIT,
  outward: OUTWARD,
  reply: REPLY,
  artifact: ARTIFACT,
  complete: COMPLETE,
  receipt: RECEIPT,
  ask: ASK,
  cancel: CANCEL,
  raise_price: RAISE_PRICE,
  proposal: PROPOSAL,
  refund: REFUND,
  dispute: DISPUTE,
  arbitration: ARBITRATION,
  accept: ACCEPT,
  grant: GRANT,
};

/** The row of a checkpoint's act. */
export function actRowOf({ action }: Pick<Checkpoint, "action">): ActRow {
  return ROWS[action.act];
}

/**
 * Closes a checkpoint that nobody answered in time, and leaves the state that
 * waited for it (docs/states.md, rows 9, 15, 16, 17 and 24): a submit is a draft
 * again, a cancel is off, a raised price is as if it had not been asked, a message
 * that waited is dropped and a question stays without an answer. An
 * acceptance only leaves the recipient's desk: a reply still accepts. An expiry is
 * no decline: nothing is rejected.
 */
export function closeExpired(
  call: CommandCall,
  _expiry: Expiry,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  return actRowOf(checkpoint).expire(call, conversation, checkpoint);
}
