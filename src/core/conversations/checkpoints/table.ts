import type { Act } from "../model/acts.ts";
import type { Checkpoint } from "../model/model.ts";
import { ACCEPT } from "./acts/accept.ts";
import { ARTIFACT } from "./acts/artifact.ts";
import { ASK } from "./acts/ask.ts";
import { CANCEL } from "./acts/cancel.ts";
import { COMPLETE, RECEIPT } from "./acts/endings.ts";
import { GRANT } from "./acts/grant.ts";
import { OUTWARD, REPLY } from "./acts/message.ts";
import { RAISE_PRICE } from "./acts/raise_price.ts";
import { REFUND } from "./acts/refund.ts";
import type { ActRow } from "./acts/row.ts";
import { SUBMIT } from "./acts/submit.ts";

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
  refund: REFUND,
  accept: ACCEPT,
  grant: GRANT,
};

/** All that depends on what a checkpoint is about. */
export function actRowOf({ action }: Pick<Checkpoint, "action">): ActRow {
  return ROWS[action.act];
}
