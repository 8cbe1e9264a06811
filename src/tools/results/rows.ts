import type { Operation } from "../../core/access/operation.ts";
import { objectSchema } from "../mappings.ts";
import { BALANCE, CONTACTS, MOVEMENTS, REPORTED } from "./account.ts";
import { ADDRESS, AGENTS, CARD, QUOTE } from "./agents.ts";
import { AUDIT } from "./audit.ts";
import { LIST } from "./list.ts";
import type { Presentation } from "./presentation.ts";
import { PREVIEW_RESULT, REVIEW_RESULT } from "./preview.ts";
import { THREAD } from "./thread.ts";
import { ADDED, DELETED, WRITTEN } from "./written.ts";

/** How each tool's output is shown to a model. */
const PRESENTATIONS: Readonly<Record<string, Presentation>> = {
  discover_agents: AGENTS,
  get_agent_card: CARD,
  create_conversation: WRITTEN,
  send_message: WRITTEN,
  get_conversation: THREAD,
  list_conversations: LIST,
  cancel_conversation: WRITTEN,
  add_artifact: ADDED,
  request_review: REVIEW_RESULT,
  record_hil_decision: WRITTEN,
  read_audit: AUDIT,
  quote_access: QUOTE,
  preview_conversation: PREVIEW_RESULT,
  submit_draft: WRITTEN,
  schedule_draft: WRITTEN,
  delete_draft: DELETED,
  update_conversation: WRITTEN,
  complete_conversation: WRITTEN,
  sign_receipt: WRITTEN,
  fund_conversation: WRITTEN,
  propose_terms: WRITTEN,
  accept_proposal: WRITTEN,
  withdraw_proposal: WRITTEN,
  extend_deadline: WRITTEN,
  raise_price: WRITTEN,
  refund_payment: WRITTEN,
  request_refund: WRITTEN,
  open_dispute: WRITTEN,
  answer_dispute: WRITTEN,
  withdraw_dispute: WRITTEN,
  rule_dispute: WRITTEN,
  resolve_address: ADDRESS,
  get_balance: BALANCE,
  list_payments: MOVEMENTS,
  list_contacts: CONTACTS,
  report_contact: REPORTED,
};

/** A tool without a row returns the operation's own output. */
export function presentationOf({ name, output }: Operation): Presentation {
  return (
    PRESENTATIONS[name] ?? {
      schema: objectSchema(name, output),
      make: (whole) => whole,
    }
  );
}
